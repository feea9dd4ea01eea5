/**
 * The few shapes this project builds schemas from, over TypeBox. A schema is plain JSON Schema (2020-12): the same
 * value validates a record (ajv), documents it (OpenAPI) and types it (`Static`).
 */
import type { Static, TOptional, TProperties, TSchema, TUnsafe } from 'typebox'
import { Type } from 'typebox'

export type { Static, TSchema } from 'typebox'

/** An object that knows all its members: an unknown one is refused by name. */
export const object = <P extends TProperties>(properties: P) => Type.Object(properties, { additionalProperties: false })

/** One of these texts. */
export const choice = <const T extends readonly string[]>(values: T, keywords: object = {}) =>
  Type.Unsafe<T[number]>({ type: 'string', enum: values, ...keywords })

/** A member the service computes: documented and returned, dropped when sent. */
export const output = <S extends TSchema>(schema: S): TOptional<TUnsafe<Static<S>>> =>
  Type.Optional(Type.Unsafe<Static<S>>({ ...schema, readOnly: true }))

/** An object of which some members are known; others are kept as sent. */
export const openObject = <P extends TProperties>(properties: P, keywords: object = {}) =>
  Type.Unsafe<Static<ReturnType<typeof object<P>>> & Record<string, unknown>>({
    ...Type.Object(properties),
    ...keywords,
  })

/** An object of any members. */
export const anyObject = (keywords: object = {}) =>
  Type.Unsafe<Record<string, unknown>>({ type: 'object', ...keywords })

/** A list of key patterns, separated by commas; `*` stands for any run of characters, a leading `!` excludes. */
export const patterns = Type.String({
  description: 'Key patterns separated by commas; `*` is any run of characters, `!` excludes',
})
