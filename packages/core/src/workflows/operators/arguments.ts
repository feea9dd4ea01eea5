import type { TProperties, TSchema } from '../../schema.ts'
import { choice, object, Type } from '../../schema.ts'
import { EARLIEST, LATEST } from './calendar.ts'

/** The shapes that operators build the schemas of their arguments from; each says in a line what it stands for. */

export const anything = (description: string) => Type.Unknown({ description })
export const text = (description: string) => Type.String({ description })
export const number = (description: string) => Type.Number({ description })
export const whole = (description: string, minimum?: number, maximum?: number) =>
  Type.Integer({ description, ...(minimum !== undefined && { minimum }), ...(maximum !== undefined && { maximum }) })
export const flag = (description: string) => Type.Boolean({ description })
export const list = (description: string) => Type.Array(Type.Unknown(), { description })
export const texts = (description: string) => Type.Array(Type.String(), { description })
export const map = (description: string) =>
  Type.Unsafe<Readonly<Record<string, unknown>>>({ type: 'object', description })
export const oneOf = <const T extends readonly string[]>(values: T, description: string) =>
  choice(values, { description })
export const optional = <S extends TSchema>(schema: S) => Type.Optional(schema)
/** Arguments by name; others are refused. */
export const named = <P extends TProperties>(properties: P) => object(properties)

/** A list of numbers, of at least so many. */
export const numbers = (description: string, minItems = 1) => Type.Array(Type.Number(), { description, minItems })

/** A JSON pointer (RFC 6901). */
export const pointer = (description: string) => Type.String({ format: 'json-pointer', description })

/** Numbers, or texts: what has an order. */
export const ordered = (description: string, minItems = 0) =>
  Type.Unsafe<readonly number[] | readonly string[]>({
    anyOf: [
      { type: 'array', items: { type: 'number' }, minItems },
      { type: 'array', items: { type: 'string' }, minItems },
    ],
    description,
  })

/** Any values, at least so many. */
export const values = (description: string, minItems: number) => Type.Array(Type.Unknown(), { description, minItems })
export const lists = (description: string) => Type.Array(Type.Array(Type.Unknown()), { description })
export const maps = (description: string) =>
  Type.Array(Type.Unsafe<Readonly<Record<string, unknown>>>({ type: 'object' }), { description })
export const entries = (description: string) =>
  Type.Array(object({ name: Type.String(), value: Type.Unknown() }), { description })

/** An instant that can be spelled. */
export const instant = (description = 'The instant, in epoch milliseconds') =>
  Type.Integer({ description, minimum: EARLIEST, maximum: LATEST })
/** The zone whose calendar and clocks count. */
export const zone = Type.Optional(
  Type.String({ format: 'time-zone', description: 'A time zone (IANA name); that of the instance unless given' }),
)
