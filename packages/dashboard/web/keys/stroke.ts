/** The parts of a key press that decide what it does. */
export interface Press {
  /** As `KeyboardEvent.key`. */
  readonly key: string
  /** As `KeyboardEvent.code`, for keyboards that do not write Latin letters. */
  readonly code: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly altKey: boolean
  readonly shiftKey: boolean
}

/**
 * A key press, written as keys are declared: `Ctrl+k`, `Shift+ArrowDown`, `g`, `?`. ⌘ counts as Ctrl. Letters are small;
 * Shift is named only for keys that write nothing, and for letters with Ctrl.
 */
export function strokeOf({ key, code, ctrlKey, metaKey, altKey, shiftKey }: Press): string {
  const isCommand = ctrlKey || metaKey
  const writes = key.length === 1
  const latin = writes && key > '\u007f' && /^Key[A-Z]$/.test(code) ? code.slice(3) : key
  const isLetter = /^[a-z]$/i.test(latin)
  return [
    isCommand && 'Ctrl',
    altKey && 'Alt',
    shiftKey && (!writes || (isCommand && isLetter)) && 'Shift',
    isLetter ? latin.toLowerCase() : latin,
  ]
    .filter(Boolean)
    .join('+')
}

/** The strokes of declared keys: `Ctrl+K` is one, `g f` are two. */
export const strokesOf = (keys: string): readonly string[] =>
  keys.split(' ').map((stroke) => stroke.replace(/(^|\+)([A-Z])$/, (_, plus, letter) => plus + letter.toLowerCase()))

/** Whether a stroke writes a character without modifiers, so that it must not act while the user types. */
export const isPlain = (stroke: string): boolean => stroke.length === 1
