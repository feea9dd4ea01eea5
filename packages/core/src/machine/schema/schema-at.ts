import { isObject, own } from '../json/json.ts'
import { stepsOf } from '../json/pointer.ts'
import { alternativeOf } from './alternative.ts'
import type { TSchema } from './schema.ts'

/** The part of a schema that names its fields. */
export interface Shape {
  readonly properties?: Readonly<Record<string, Shape>>
  readonly additionalProperties?: unknown
  readonly items?: Shape
  readonly const?: unknown
  readonly readOnly?: boolean
  readonly oneOf?: readonly Shape[]
  readonly discriminator?: { readonly propertyName: string }
}

/** The schema at a JSON pointer into a value of this schema; `undefined` if the schema does not describe that place. */
export function shapeAt(schema: TSchema, value: unknown, at: string): Shape | undefined {
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
  return alternativeOf(shape, place)
}

/** The values of the member that selects an alternative of a schema; empty if the schema has no alternatives. */
export const choicesOf = ({ oneOf = [], discriminator }: Shape): readonly unknown[] =>
  oneOf.flatMap(({ properties = {} }) => (discriminator ? (properties[discriminator.propertyName]?.const ?? []) : []))
