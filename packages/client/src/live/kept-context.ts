import type { Context } from '@signalbox/core/evaluate'

/** The most characters of JSON of a context in the queue. */
const LARGEST = 16_384

/**
 * Returns what copies a context for the queue of `displayed` and `won`. A context that is too large or no JSON is reported
 * and left out.
 */
export const contextKeeper =
  (report: (error: unknown) => void) =>
  (context: Context | undefined): { readonly context?: Context } => {
    if (context === undefined) return {}
    let cause: unknown
    try {
      const text = JSON.stringify(context)
      if (text.length <= LARGEST) return { context: JSON.parse(text) }
    } catch (error) {
      cause = error
    }
    report(new Error('A context of displayed or won is left out: it is no JSON or too large', { cause }))
    return {}
  }
