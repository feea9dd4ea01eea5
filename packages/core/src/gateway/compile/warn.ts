import type { Static } from '../../machine/schema/schema.ts'
import type { warningSchema } from './compiled-route.ts'

/** A part of a document that could not be imported, with a JSON pointer into the document. */
export type ImportWarning = Static<typeof warningSchema>

/** Records what could not be imported, by JSON pointer. */
export type Warn = (pointer: string, message: string) => void

/** Prefixes the pointers of warnings. */
export const below =
  (warn: Warn, place: string): Warn =>
  (pointer, message) =>
    warn(place + pointer, message)

/** Collects warnings in order, without duplicates. */
export function collectWarnings() {
  const found = new Map<string, ImportWarning>()
  const warn: Warn = (pointer, message) => {
    found.set(`${pointer} ${message}`, { pointer, message })
  }
  return { warn, list: () => [...found.values()] }
}
