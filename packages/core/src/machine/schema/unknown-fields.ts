import { nearest } from '../errors/nearest.ts'
import type { TSchema } from './schema.ts'
import { shapeAt } from './schema-at.ts'

/** The known field most similar to an unknown one. `at` is the JSON pointer of the object in a value of this schema. */
export function nearestField(schema: TSchema, value: unknown, { at, name }: { at: string; name: string }) {
  const all = Object.entries(shapeAt(schema, value, at)?.properties ?? {})
  const fields = all.flatMap(([field, { readOnly }]) => (readOnly ? [] : [field]))
  return nearest(name, fields) ?? withinOrAround(name, fields)
}

/** Shorter words are part of too many others. */
const SHORTEST = 4

/** The field that contains the words of the unknown one, such as `activationStrategy` for `strategy`, or else lies within it. */
function withinOrAround(name: string, fields: readonly string[]): string | undefined {
  const wanted = plain(name)
  const isWithin = (part: string, whole: string) => part.length >= SHORTEST && whole.includes(part)
  const byLength = [...fields].sort((one, other) => one.length - other.length)
  return (
    byLength.find((field) => isWithin(wanted, plain(field))) ??
    byLength.findLast((field) => isWithin(plain(field), wanted))
  )
}

/** A name in lower case, whatever joins its words. */
const plain = (name: string): string => name.slice(0, 64).toLowerCase().replace(/[-_ ]/g, '')
