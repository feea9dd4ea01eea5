import { isSame, memberOf } from '../../values/is-same.ts'
import { withMember } from '../../values/pointer.ts'
import { isObject } from './can-show.ts'
import type { SchemaField, SimpleField } from './field.ts'

/** How a value without parts is typed. */
export const typed = (value: unknown): string => (value === undefined ? '' : String(value))

/**
 * Reads what was typed as a value of a field. `undefined` for no value: an empty text, unless it is a value and the member
 * is required.
 */
export function readTyped(field: SimpleField, text: string, isRequired = false): unknown {
  switch (field.kind) {
    case 'text':
      return text === '' && !(field.takesEmpty && isRequired) ? undefined : text
    case 'choice':
      return field.values.find((value) => String(value) === text)
    case 'number': {
      const number = Number(text)
      return text.trim() === '' || !Number.isFinite(number) ? undefined : number
    }
  }
}

/** Where a value is written: its name, its default, and whether it must be there. */
export interface Setting {
  readonly name: string
  readonly byDefault: unknown
  readonly isRequired: boolean
  readonly field: Pick<SchemaField, 'kind'>
}

/**
 * An object with another value for a member. A member that equals its default is left out, as is an object of a form
 * whose last member was removed: only what differs is written.
 */
export function withSetting(
  object: Readonly<Record<string, unknown>>,
  { name, byDefault, isRequired, field }: Setting,
  next: unknown,
): Readonly<Record<string, unknown>> {
  const isEmptied = field.kind === 'group' && !isRequired && isEmpty(next) && !isEmpty(memberOf(object, name))
  const isLeftOut = isEmptied || (byDefault !== undefined && isSame(next, byDefault))
  return withMember(object, name, isLeftOut ? undefined : next) as Readonly<Record<string, unknown>>
}

const isEmpty = (value: unknown): boolean => isObject(value) && Object.keys(value).length === 0

/** The default of a member of an object with defaults. */
export const defaultOf = (defaults: unknown, name: string): unknown =>
  isObject(defaults) ? memberOf(defaults, name) : undefined

/** The members of an object that a form does not declare: they are kept, and edited as JSON. */
export const undeclared = (value: unknown, names: readonly string[]): readonly string[] =>
  isObject(value) ? Object.keys(value).filter((name) => !names.includes(name)) : []
