import { useEffect } from 'preact/hooks'

/** What a key does. `keys` is written as in `KeyboardEvent.key`, with modifiers first: `Ctrl+K`, `g f`, `/`, `?`. `Ctrl` is also ⌘. */
export interface KeyAction {
  readonly keys: string
  /** What it does, in the list of keys: `Search this list`. */
  readonly label: string
  run(event: KeyboardEvent): void
}

/** The actions of everything on the page, the newest last. */
export const bindings = new Set<readonly KeyAction[]>()

/** Binds keys while a component is shown. Single letters do nothing while the user types. */
export function useKeys(actions: readonly KeyAction[]): void {
  useEffect(() => {
    bindings.add(actions)
    return () => {
      bindings.delete(actions)
    }
  }, [actions])
}
