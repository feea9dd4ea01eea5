import type { Problem } from '../../machine/errors/errors.ts'
import { isObject } from '../../machine/json/json.ts'
import type { JsonSchema, Shape } from './shapes.ts'

/** A value that is checked against a schema, and what a keyword can do there. */
export interface Place {
  /** The schema that has the keyword. */
  readonly schema: Readonly<Record<string, unknown>>
  /** Reports a problem of the value, or of a member of it. A function is called only if the problem is reported. */
  fail(found: Problem | (() => Problem), member?: string): void
  /** Checks the value, or a member or item of it, against another schema. */
  visit(schema: JsonSchema, value: unknown, member?: string): void
  /** Whether a value is valid. Reports nothing. */
  fits(schema: JsonSchema, value: unknown): boolean
  /** Counts work that a keyword does itself. Ends the check if it becomes too much. */
  spend(steps: number): void
  /** The names of an object's members; listed once for each object. */
  namesOf(object: object): readonly string[]
  /** The schema that a schema with `$ref` refers to. */
  resolve(schema: object): JsonSchema
  matches(pattern: string, text: string): boolean
}

/** A keyword of JSON Schema. */
export interface Keyword {
  readonly shape: Shape
  /** Absent for annotations, and for keywords that others read. */
  readonly check?: (argument: unknown, value: unknown, place: Place) => void
  /** Its schemas apply to the value itself, not to its members or items. */
  readonly isInPlace?: true
}

type Check<T, V> = (argument: T, value: V, place: Place) => void

/** A keyword for all values. */
export const keyword = <T>(shape: Shape, check: Check<T, unknown>): Keyword => ({
  shape,
  check: check as Keyword['check'] & {},
})

/** A keyword for numbers; all other values are valid. */
export const forNumbers = <T>(shape: Shape, check: Check<T, number>): Keyword =>
  keyword<T>(shape, (argument, value, place) => {
    if (typeof value === 'number') check(argument, value, place)
  })
/** A keyword for texts; all other values are valid. */
export const forTexts = <T>(shape: Shape, check: Check<T, string>): Keyword =>
  keyword<T>(shape, (argument, value, place) => {
    if (typeof value === 'string') check(argument, value, place)
  })
/** A keyword for lists; all other values are valid. */
export const forLists = <T>(shape: Shape, check: Check<T, readonly unknown[]>): Keyword =>
  keyword<T>(shape, (argument, value, place) => {
    if (Array.isArray(value)) check(argument, value, place)
  })
/** A keyword for objects; all other values are valid. */
export const forObjects = <T>(shape: Shape, check: Check<T, Readonly<Record<string, unknown>>>): Keyword =>
  keyword<T>(shape, (argument, value, place) => {
    if (isObject(value)) check(argument, value, place)
  })

/** Marks a keyword whose schemas apply to the value itself. */
export const inPlace = (one: Keyword): Keyword => ({ ...one, isInPlace: true })
/** A keyword that checks nothing. */
export const annotation: Keyword = { shape: 'anything' }
