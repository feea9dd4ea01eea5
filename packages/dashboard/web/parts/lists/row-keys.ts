import type { RowList } from '../../tree/row-list.ts'

/** What a key does in a tree. */
export type RowMove =
  | { readonly to: number; readonly extend?: boolean }
  | { readonly toggle: number }
  | { readonly open: number }
  | { readonly pull: number }
  | { readonly select: number }
  | { readonly selectAll: true }

/** What a key is pressed on. */
export interface RowPress {
  readonly rows: RowList
  /** The row that has the focus. */
  readonly active: number
  /** How many rows are in sight. */
  readonly page: number
}

type Pressed = Pick<KeyboardEvent, 'key' | 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey'>

/** What a key does in a tree (ARIA Authoring Practices, tree view); `undefined` for keys that are not for the tree. */
export function rowMove(
  { key, shiftKey, ctrlKey, metaKey, altKey }: Pressed,
  { rows, active, page }: RowPress,
): RowMove | undefined {
  if (altKey || rows.length === 0) return undefined
  if (ctrlKey || metaKey) return key.toLowerCase() === 'a' ? { selectAll: true } : undefined
  const last = rows.length - 1
  const go = (to: number): RowMove => ({ to: Math.min(last, Math.max(0, to)), ...(shiftKey && { extend: true }) })
  const { group, entry } = rows.at(active)
  switch (key) {
    case 'ArrowDown':
      return go(active + 1)
    case 'ArrowUp':
      return go(active - 1)
    case 'PageDown':
      return go(active + page)
    case 'PageUp':
      return go(active - page)
    case 'Home':
      return go(0)
    case 'End':
      return go(last)
    case 'ArrowRight':
      return group && (group.isOpen ? { to: active + 1 } : { toggle: active })
    case 'ArrowLeft': {
      const parent = rows.parentOf(active)
      if (group?.isOpen) return { toggle: active }
      return parent === undefined ? undefined : { to: parent }
    }
    case 'Enter':
      return entry ? { open: active } : { toggle: active }
    case ' ':
      return entry ? { pull: active } : { toggle: active }
    case 'x':
      return { select: active }
    default:
      return undefined
  }
}

/** The next row below, then from the top, whose name begins with a text. */
export function rowNamed(rows: RowList, text: string, after: number): number | undefined {
  const wanted = text.toLowerCase()
  for (let step = 0; step < rows.length; step++) {
    const row = (after + step) % rows.length
    const key = rows.keyAt(row)
    if (
      key
        .slice(key.lastIndexOf(':') + 1)
        .toLowerCase()
        .startsWith(wanted)
    )
      return row
  }
  return undefined
}
