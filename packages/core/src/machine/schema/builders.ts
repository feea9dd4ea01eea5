/** A JSON Schema (2020-12). `Static` reads the type of its values, which the builders below record. */
// biome-ignore lint/suspicious/noEmptyInterface: any object may be a schema
export interface TSchema {}

/** Schemas by member name. */
export interface TProperties {
  [name: string]: TSchema
}

/** Keywords besides those a builder sets: `description`, `default`, `maxLength`, … */
export interface Keywords {
  readonly [keyword: string]: unknown
}

/** A schema of strings. */
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
/** A schema that accepts any value. */
export interface TUnknown {
  readonly '~unsafe': unknown
}
/** A schema of one constant. */
export interface TLiteral<T extends string | number | boolean> {
  readonly const: T
}
/** A schema of lists. */
export interface TArray<S extends TSchema> {
  readonly type: 'array'
  readonly items: S
}
/** A schema that accepts the values of any of several schemas. */
export interface TUnion<S extends readonly TSchema[]> {
  readonly anyOf: S
}
/** A schema of objects with arbitrary member names. */
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
/** A schema whose keywords do not determine the type of its values. */
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
  /** An object with arbitrary member names. */
  Record<S extends TSchema>(names: TString, members: S, keywords?: Keywords): TRecord<S>
  String(keywords?: Keywords): TString
  Union<const S extends readonly TSchema[]>(schemas: S, keywords?: Keywords): TUnion<S>
  Unknown(keywords?: Keywords): TUnknown
  Unsafe<T>(schema: object): TUnsafe<T>
}

/**
 * Builds schemas with the same JSON text as TypeBox. TypeBox itself would be a third of the code that a program with
 * flags loads. `~kind` and `~unsafe` exist in the types alone.
 */
export const Type: Builders = {
  Array: (items, keywords) => ({ type: 'array', items, ...keywords }),
  Boolean: (keywords) => ({ type: 'boolean', ...keywords }),
  Integer: (keywords) => ({ type: 'integer', ...keywords }),
  Literal: (value, keywords) => ({ type: typeof value, const: value, ...keywords }),
  Number: (keywords) => ({ type: 'number', ...keywords }),
  Object(properties, keywords) {
    const required = Object.keys(properties).filter((name) => !(OPTIONAL in (properties[name] as object)))
    return { type: 'object', ...(required.length > 0 && { required }), properties, ...keywords } as never
  },
  Optional: (schema) => Object.defineProperty({ ...schema }, OPTIONAL, { value: true }) as never,
  Record: (_, members, keywords) => ({ type: 'object', patternProperties: { '^.*$': members }, ...keywords }),
  String: (keywords) => ({ type: 'string', ...keywords }),
  Union: (schemas, keywords) => ({ anyOf: schemas, ...keywords }),
  Unknown: (keywords) => ({ ...keywords }) as never,
  Unsafe: (schema) => ({ ...schema }) as never,
}

/** Marks optional members. JSON does not show it. */
const OPTIONAL = '~optional'
