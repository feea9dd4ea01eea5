/** An item of a list of an API. */
export interface Item {
  readonly id: string
  readonly name?: string
}

/** An id that no item of a list has: the wanted one, else with a number. */
export function freshId(list: readonly { readonly id: string }[], wanted: string): string {
  const taken = new Set(list.map(({ id }) => id))
  if (!taken.has(wanted)) return wanted
  const stem = wanted.replace(/-\d+$/, '')
  let number = 2
  while (taken.has(`${stem}-${number}`)) number++
  return `${stem}-${number}`
}

/** A list with another item at a place; `undefined` removes the item. */
export const withItem = <T>(list: readonly T[], at: number, next: T | undefined): T[] =>
  list.flatMap((item, i) => (i !== at ? [item] : next === undefined ? [] : [next]))

/** A list with an item after a place. */
export const withItemAfter = <T>(list: readonly T[], at: number, item: T): T[] => [
  ...list.slice(0, at + 1),
  item,
  ...list.slice(at + 1),
]

/** A list whose item has moved from one place to another. The items between them move up or down by one. */
export function moved<T>(list: readonly T[], from: number, to: number): T[] {
  const next = [...list]
  if (from < 0 || to < 0 || from >= list.length || to >= list.length) return next
  const [item] = next.splice(from, 1)
  next.splice(to, 0, item as T)
  return next
}

/** The item that is open: by its id, and by its place where two have the same. */
export interface OpenItem {
  readonly id: string
  readonly at: number
}

/** The place of the open item; `undefined` if it is gone. */
export function placeOf(items: readonly Item[], open: OpenItem | undefined): number | undefined {
  if (open === undefined) return undefined
  if (items[open.at]?.id === open.id) return open.at
  const at = items.findIndex(({ id }) => id === open.id)
  return at < 0 ? undefined : at
}

/** The places of the items that have all words in their texts. */
export function foundItems<T>(items: readonly T[], words: string, textsOf: (item: T) => readonly string[]): number[] {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean)
  return items.flatMap((item, at) => {
    const text = textsOf(item).join('\n').toLowerCase()
    return wanted.every((word) => text.includes(word)) ? [at] : []
  })
}
