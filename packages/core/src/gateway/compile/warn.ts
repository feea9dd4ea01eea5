import type { Static } from '../../schema.ts'
import type { warningSchema } from './compiled-route.ts'

/** What of a document could not be imported; the pointer is into the document. */
export type ImportWarning = Static<typeof warningSchema>

/** Takes down what could not be imported, by JSON pointer. */
export type Warn = (pointer: string, message: string) => void

/** The same, for what is below a pointer. */
export const below =
  (warn: Warn, place: string): Warn =>
  (pointer, message) =>
    warn(place + pointer, message)

/** Warnings in the order they came, each once. */
export function collectWarnings() {
  const found = new Map<string, ImportWarning>()
  const warn: Warn = (pointer, message) => {
    found.set(`${pointer} ${message}`, { pointer, message })
  }
  return { warn, list: () => [...found.values()] }
}
