import { signal } from '@preact/signals'

/** A short message at the edge of the page, with at most one action. */
export interface Toast {
  readonly id: number
  readonly text: string
  /** `clear` for what succeeded, `danger` for what failed. */
  readonly aspect: 'clear' | 'caution' | 'danger'
  readonly action?: { readonly label: string; run(): void }
}

/** The messages that are shown, the oldest first. */
export const toasts = signal<readonly Toast[]>([])

let last = 0

const MOST = 2

/**
 * Shows a message for ten seconds, or until it is closed. Messages that failed stay until they are closed, and end those of
 * what succeeded. At most two are shown.
 */
export function toast(
  text: string,
  { aspect = 'clear', action }: Partial<Pick<Toast, 'aspect' | 'action'>> = {},
): void {
  last += 1
  if (aspect === 'danger') endSuccesses()
  const shown = toasts.value.length < MOST ? toasts.value : without(toasts.value)
  toasts.value = [...shown, { id: last, text, aspect, ...(action && { action }) }]
}

/** Leaves out the oldest message, failures last. */
function without(all: readonly Toast[]): readonly Toast[] {
  const oldest = all.find(({ aspect }) => aspect !== 'danger') ?? all[0]
  return all.filter((one) => one !== oldest)
}

/** Ends the messages of what succeeded: something else began. */
export function endSuccesses(): void {
  if (toasts.peek().some(({ aspect }) => aspect === 'clear'))
    toasts.value = toasts.peek().filter(({ aspect }) => aspect !== 'clear')
}

/** Removes a message. */
export function dismiss(id: number): void {
  toasts.value = toasts.value.filter((one) => one.id !== id)
}
