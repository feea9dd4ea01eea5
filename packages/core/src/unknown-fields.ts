import { isObject, own } from './json.ts'
import { nearest } from './nearest.ts'
import { alternativeOf } from './records/alternative.ts'
import { stepsOf } from './records/pointer.ts'
import type { TSchema } from './schema.ts'

/** The part of a schema that names its fields. */
interface Shape {
  readonly properties?: Readonly<Record<string, Shape>>
  readonly patternProperties?: Readonly<Record<string, Shape>>
  readonly additionalProperties?: unknown
  readonly items?: Shape
  readonly const?: unknown
  readonly readOnly?: boolean
  readonly oneOf?: readonly Shape[]
  readonly discriminator?: { readonly propertyName: string }
}

/** The known field most similar to an unknown one. `at` is the JSON pointer of the object in a value of this schema. */
export function nearestField(schema: TSchema, value: unknown, { at, name }: { at: string; name: string }) {
  let shape = schema as Shape
  let place = value
  for (const step of stepsOf(at)) {
    const { properties = {}, items, additionalProperties }: Shape = alternativeOf<Shape>(shape, place)
    const rest = isObject(additionalProperties) ? (additionalProperties as Shape) : undefined
    const next = Array.isArray(place) ? items : ((own(properties, step) as Shape | undefined) ?? rest)
    place = Array.isArray(place) ? place[Number(step)] : isObject(place) ? own(place, step) : undefined
    if (!next) return undefined
    shape = next
  }
  const fields = Object.entries(alternativeOf(shape, place).properties ?? {})
  return nearest(
    name,
    fields.flatMap(([field, { readOnly }]) => (readOnly ? [] : [field])),
  )
}
