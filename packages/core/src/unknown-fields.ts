import { nearest } from './nearest.ts'
import type { TSchema } from './schema.ts'
import { shapeAt } from './shape-at.ts'

/** The known field most similar to an unknown one. `at` is the JSON pointer of the object in a value of this schema. */
export function nearestField(schema: TSchema, value: unknown, { at, name }: { at: string; name: string }) {
  const fields = Object.entries(shapeAt(schema, value, at)?.properties ?? {})
  return nearest(
    name,
    fields.flatMap(([field, { readOnly }]) => (readOnly ? [] : [field])),
  )
}
