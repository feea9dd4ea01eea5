import * as typebox from 'typebox'

/** A JSON Schema (2020-12). What values it stands for is in the types of those that are built here; `Static` reads it. */
// biome-ignore lint/suspicious/noEmptyInterface: any object may be a schema
export interface TSchema {}

/** Schemas by the names of members. */
export interface TProperties {
  [name: string]: TSchema
}

/** Keywords beside those that a builder sets: `description`, `default`, `maxLength`, … */
export interface Keywords {
  readonly [keyword: string]: unknown
}

/** A schema of texts. */
export interface TString {
  readonly type: 'string'
}
/** A schema of numbers. */
export interface TNumber {
  readonly type: 'number'
}
/** A schema of whole numbers. */
export interface TInteger {
  readonly type: 'integer'
}
/** A schema of `true` and `false`. */
export interface TBoolean {
  readonly type: 'boolean'
}
/** A schema that any value fits. */
export interface TUnknown {
  readonly '~unsafe': unknown
}
/** A schema of one value. */
export interface TLiteral<T extends string | number | boolean> {
  readonly const: T
}
/** A schema of lists. */
export interface TArray<S extends TSchema> {
  readonly type: 'array'
  readonly items: S
}
/** A schema that the values of several fit. */
export interface TUnion<S extends readonly TSchema[]> {
  readonly anyOf: S
}
/** A schema of objects with any names. */
export interface TRecord<S extends TSchema> {
  readonly type: 'object'
  readonly patternProperties: { readonly [pattern: string]: S }
}
/** A schema of objects with these members. */
export interface TObject<P extends TProperties> {
  readonly '~kind': 'Object'
  readonly type: 'object'
  readonly properties: P
}
/** A schema of a member that may be absent. */
export type TOptional<S extends TSchema = TSchema> = S & { readonly '~optional': true }
/** A schema of values whose type its keywords do not tell. */
export interface TUnsafe<T> {
  readonly '~unsafe': T
}

interface Builders {
  Array<S extends TSchema>(items: S, keywords?: Keywords): TArray<S>
  Boolean(keywords?: Keywords): TBoolean
  Integer(keywords?: Keywords): TInteger
  Literal<const T extends string | number | boolean>(value: T, keywords?: Keywords): TLiteral<T>
  Number(keywords?: Keywords): TNumber
  Object<P extends TProperties>(properties: P, keywords?: Keywords): TObject<P>
  Optional<S extends TSchema>(schema: S): TOptional<S>
  /** An object of any names. */
  Record<S extends TSchema>(names: TString, members: S, keywords?: Keywords): TRecord<S>
  String(keywords?: Keywords): TString
  Union<const S extends readonly TSchema[]>(schemas: S, keywords?: Keywords): TUnion<S>
  Unknown(keywords?: Keywords): TUnknown
  Unsafe<T>(schema: object): TUnsafe<T>
}

/**
 * Builds schemas. The work is TypeBox's; the types are those above: with TypeBox's own, the compiler of every program would need it.
 * Functions are named one by one, for a bundler keeps all of what is passed on whole. TypeBox's `Record` brings a parser along.
 */
export const Type = {
  Array: typebox.Array,
  Boolean: typebox.Boolean,
  Integer: typebox.Integer,
  Literal: typebox.Literal,
  Number: typebox.Number,
  Object: typebox.Object,
  Optional: typebox.Optional,
  Record: (_: TString, members: TSchema, keywords: Keywords = {}) =>
    typebox.Unsafe({ type: 'object', patternProperties: { '^.*$': members }, ...keywords }),
  String: typebox.String,
  Union: typebox.Union,
  Unknown: typebox.Unknown,
  Unsafe: typebox.Unsafe,
} as unknown as Builders
