import { strokeOf } from '../../keys/stroke.ts'

/**
 * Handlers for the box of a field where things are typed and added one by one: what was typed is added when the focus leaves the
 * box, and before the keys save.
 */
export const takeTyped = (add: () => void) => ({
  onFocusOut({ currentTarget, relatedTarget }: FocusEvent) {
    if (!(currentTarget as Element).contains(relatedTarget as Node | null)) add()
  },
  onKeyDown(event: KeyboardEvent) {
    if (strokeOf(event) === 'Ctrl+s') add()
  },
})
