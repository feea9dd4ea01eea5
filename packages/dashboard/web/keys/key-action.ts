/**
 * What a key does. `keys` is written as in `KeyboardEvent.key`, with modifiers first: `Ctrl+K`, `g f`, `/`, `?`. `Ctrl` is
 * also ⌘.
 */
export interface KeyAction {
  readonly keys: string
  /** What it does, in the list of keys: `Search this list`. */
  readonly label: string
  /** Whether it acts at the moment. @default true */
  readonly when?: boolean
  /** Whether it acts on this press. If not, the browser does. @default always */
  isMeant?(event: KeyboardEvent): boolean
  run(event: KeyboardEvent): void
}
