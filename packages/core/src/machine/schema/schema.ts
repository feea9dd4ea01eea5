/**
 * The shapes from which this project builds schemas. A schema is plain JSON Schema (2020-12): the same value validates
 * a record (ajv), documents it (OpenAPI) and types it (`Static`).
 */

import { pattern } from '../errors/in-words.ts'
import { type TOptional, type TProperties, type TSchema, type TUnsafe, Type } from './builders.ts'

export type { TProperties, TSchema, TUnsafe } from './builders.ts'
export { Type } from './builders.ts'

/**
 * The type of the values that fit a schema: a schema built here, or a literal, as strategies have, because they are
 * loaded without the builders. TypeBox has such a type for any JSON Schema; where a type is generic in its schema, it
 * would cost the compiler of every importing program a million instantiations.
 */
export type Static<S extends TSchema> = S extends { readonly '~unsafe': infer T }
  ? T
  : S extends { readonly const: infer T } | { readonly enum: readonly (infer T)[] }
    ? T
    : S extends { readonly anyOf: readonly (infer Member extends TSchema)[] }
      ? Static<Member>
      : S extends { readonly items: infer Item extends TSchema }
        ? Static<Item>[]
        : S extends { readonly properties: infer P extends TProperties }
          ? StaticObject<P, S extends { readonly '~kind': 'Object' } ? RequiredOf<P> : RequiredIn<S>>
          : S extends { readonly patternProperties: infer P extends TProperties }
            ? Record<string, Static<P[keyof P]>>
            : S extends { readonly type: infer Name extends keyof Primitives }
              ? Primitives[Name]
              : unknown

interface Primitives {
  readonly string: string
  readonly number: number
  readonly integer: number
  readonly boolean: boolean
}
type RequiredOf<P> = { [K in keyof P]: P[K] extends TOptional ? never : K }[keyof P]
type RequiredIn<S> = S extends { readonly required: readonly (infer Name)[] } ? Name : never
type StaticObject<P extends TProperties, Required> = keyof P extends never
  ? object
  : Simplify<
      { -readonly [K in keyof P as Extract<K, Required>]: Static<P[K]> } & {
        -readonly [K in keyof P as Exclude<K, Required>]?: Static<P[K]>
      }
    >
/** An intersection as one object type. */
export type Simplify<T> = { [K in keyof T]: T[K] } & {}

/** An object with exactly these members. Unknown fields are rejected by name. */
export const object = <P extends TProperties>(properties: P, keywords: object = {}) =>
  Type.Object(properties, { additionalProperties: false, ...keywords })

/** One of these strings. */
export const choice = <const T extends readonly string[]>(values: T, keywords: object = {}) =>
  Type.Unsafe<T[number]>({ type: 'string', enum: values, ...keywords })

/** A member computed by the service: documented and returned, ignored when sent. */
export const output = <S extends TSchema>(schema: S): TOptional<TUnsafe<Static<S>>> =>
  Type.Optional(Type.Unsafe<Static<S>>({ ...schema, readOnly: true }))

/**
 * A member that the service sets and stores: documented and returned. When sent, only uploads may take it; handlers replace it
 * in all other writes.
 */
export const stored = <S extends TSchema>(schema: S): TOptional<TUnsafe<Static<S>>> =>
  Type.Optional(Type.Unsafe<Static<S>>({ ...schema, readOnly: true, 'x-stored': true }))

/** An object with some known members. Others are kept as sent. */
export const openObject = <P extends TProperties>(properties: P, keywords: object = {}) =>
  Type.Unsafe<Static<ReturnType<typeof object<P>>> & Record<string, unknown>>({
    ...Type.Object(properties),
    ...keywords,
  })

/** An object with arbitrary members. */
export const anyObject = (keywords: object = {}) =>
  Type.Unsafe<Record<string, unknown>>({ type: 'object', ...keywords })

/** Free text for people. @default '' */
export const note = Type.Optional(Type.String({ default: '' }))

/** A list of strings. @default [] */
export const texts = Type.Optional(Type.Array(Type.String(), { default: [] }))

/** Arbitrary data that callers keep with a record. @default {} */
export const metadata = Type.Optional(anyObject({ default: {} }))

/** A secret as stored: salt and HMAC-SHA-256. */
export const hashedSecret = Type.String({
  pattern: pattern('^hmac-sha256\\$[0-9a-f]{32}\\$[0-9a-f]{64}$', 'must be a hash from an export of Signalbox'),
})

/** A list of key patterns separated by commas. `*` stands for any run of characters; a leading `!` excludes. */
export const patterns = Type.String({
  description: 'Key patterns, separated by commas; `*` matches any characters, a leading `!` excludes',
})
