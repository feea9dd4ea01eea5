import { signal } from '@preact/signals'

/** What a call that changes something is sent with: why, if the user said so. */
export interface Because {
  readonly reason?: string
}

/** The longest reason that the service takes. */
export const MOST_CHARACTERS = 500

/** How many reasons are offered again. */
const MOST_OFFERED = 5

/** Reasons that were given since the page was loaded, the last one first. They are offered again. */
export const given = signal<readonly string[]>([])

/**
 * The options of calls that change something, with the reason that was typed: on one line, and left out if it is empty.
 * It is offered again from then on.
 */
export function because(typed: string): Because {
  const reason = typed
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .slice(0, MOST_CHARACTERS)
  if (reason === '') return {}
  given.value = [reason, ...given.peek().filter((one) => one !== reason)].slice(0, MOST_OFFERED)
  return { reason }
}
