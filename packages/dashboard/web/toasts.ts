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

/** Shows a message for ten seconds, or until it is closed. Messages that failed stay until they are closed. */
export function toast(
  text: string,
  { aspect = 'clear', action }: Partial<Pick<Toast, 'aspect' | 'action'>> = {},
): void {
  last += 1
  toasts.value = [...toasts.value, { id: last, text, aspect, ...(action && { action }) }]
}

/** Removes a message. */
export function dismiss(id: number): void {
  toasts.value = toasts.value.filter((one) => one.id !== id)
}
