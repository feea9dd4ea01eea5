import { choice, object, type TProperties, type TSchema, Type } from '../../machine/schema/schema.ts'
import { EARLIEST, LATEST } from './calendar.ts'

/** Building blocks for the argument schemas of operators. Each takes a one-line description. */

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
/** Arguments by name; unknown ones are rejected. */
export const named = <P extends TProperties>(properties: P) => object(properties)

/** A list of at least `minItems` numbers. */
export const numbers = (description: string, minItems = 1) => Type.Array(Type.Number(), { description, minItems })

/** A JSON pointer (RFC 6901). */
export const pointer = (description: string) => Type.String({ format: 'json-pointer', description })

/** A list of numbers or a list of texts, which can be ordered. */
export const ordered = (description: string, minItems = 0) =>
  Type.Unsafe<readonly number[] | readonly string[]>({
    anyOf: [
      { type: 'array', items: { type: 'number' }, minItems },
      { type: 'array', items: { type: 'string' }, minItems },
    ],
    description,
  })

/** A list of at least `minItems` values of any kind. */
export const values = (description: string, minItems: number) => Type.Array(Type.Unknown(), { description, minItems })
export const lists = (description: string) => Type.Array(Type.Array(Type.Unknown()), { description })
export const maps = (description: string) =>
  Type.Array(Type.Unsafe<Readonly<Record<string, unknown>>>({ type: 'object' }), { description })
export const entries = (description: string) =>
  Type.Array(object({ name: Type.String(), value: Type.Unknown() }), { description })

/** An instant that can be formatted as a date. */
export const instant = (description = 'The instant, in epoch milliseconds') =>
  Type.Integer({ description, minimum: EARLIEST, maximum: LATEST })
/** The time zone for calendar and clock. */
export const zone = Type.Optional(
  Type.String({
    format: 'time-zone',
    description: 'A time zone (IANA name); by default the time zone of the instance',
  }),
)
