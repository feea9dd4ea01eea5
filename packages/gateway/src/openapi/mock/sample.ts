import { isObject } from '@signalbox/core/gateway'
import type { OpenApiDocument } from '../../documents/document.ts'
import type { Budget } from '../budget.ts'
import type { Fits } from '../checks.ts'
import { setMember } from '../set-member.ts'
import { type FlatSchema, flatten } from './flatten.ts'
import { sampleNumber } from './sample-number.ts'
import { sampleText } from './sample-text.ts'

interface Context {
  readonly document: OpenApiDocument
  readonly fits: Fits
}

/** Beyond this depth, and this number of values, only required members are made. */
const MOST_LEVELS = 6
const MOST_VALUES = 2000
/** At most this many schemas of a choice are tried. */
const MOST_CHOICES = 10
/** Deeper values are left out, required or not. */
const DEEPEST = 24
/** The work for one value: the schemas that parts of it are checked against, and the steps of patterns. */
const MOST_WORK: Readonly<Budget> = { schemas: 20_000, steps: 20_000_000 }
/** What each check takes from it, beside the schemas it refers to. */
const WORK_OF_CHECK = 20

/**
 * Makes a value for the schema at a pointer: from its examples, defaults and listed values, else by its type. The same
 * schema always makes the same value. Recursive schemas end where they may. The work is limited: when it is used up, the
 * first of each choice is taken, and parts of the value may not fit.
 */
export function sampleOf(pointer: string, { document, fits: isFitting }: Context): unknown {
  let left = MOST_VALUES
  const budget = { ...MOST_WORK }

  function fits(at: string, value: unknown): boolean {
    budget.schemas -= WORK_OF_CHECK
    return budget.schemas <= 0 || isFitting(at, value, budget)
  }

  /** `path`: the schemas around this one. `number`: how many items came before. */
  function make(at: string, path: readonly string[], number: number): unknown {
    let best: unknown
    for (let choice = 0, choices = 1; choice < Math.min(choices, MOST_CHOICES); choice++) {
      left--
      const flat = flatten(document, at, choice)
      choices = flat.choices
      const value = madeOf(flat, [...path, ...flat.parts], number)
      if (choices === 1) return value
      if (value !== undefined && fits(at, value)) return value
      if (choice === 0) best = value
    }
    return best
  }

  function madeOf(flat: FlatSchema, path: readonly string[], number: number): unknown {
    const { keywords } = flat
    const [at = ''] = flat.parts
    const given = givenIn(keywords, number)
    const usable = given.find((one) => fits(at, one))
    if (usable !== undefined) return usable
    const type = typeOf(flat)
    if (type === 'object') return objectOf(flat, path)
    if (type === 'array') return listOf(flat, path)
    if (type === 'integer' || type === 'number') return sampleNumber(keywords, type === 'integer', number)
    if (type === 'boolean') return number % 2 === 0
    return type === 'null' ? null : sampleText(keywords, number, budget)
  }

  /** Whether a value inside these schemas is made at all. */
  function isMade(pointed: string, path: readonly string[], isRequired: boolean): boolean {
    if (path.length > DEEPEST * 2 || left < -MOST_VALUES) return false
    const { pointer: inner, value } = document.at(pointed)
    const times = path.filter((one) => one === inner).length
    if (isObject(value) && value.writeOnly === true) return false
    return isRequired ? times < 3 : times === 0 && path.length < MOST_LEVELS * 2 && left > 0
  }

  function objectOf({ members, required, further, keywords }: FlatSchema, path: readonly string[]): object {
    const object: Record<string, unknown> = {}
    const { minProperties = 0, maxProperties = Number.POSITIVE_INFINITY } = keywords as Record<
      string,
      number | undefined
    >
    let optional = maxProperties - required.size
    for (const [name, pointed] of members) {
      if (!isMade(pointed, path, required.has(name)) || (!required.has(name) && optional-- <= 0)) continue
      setMember(object, name, make(pointed, path, 0))
    }
    for (const name of required) {
      if (Object.hasOwn(object, name) || members.has(name)) continue
      setMember(object, name, further === undefined ? 'string' : make(further, path, 0))
    }
    const wanted = further === undefined ? minProperties : Math.max(minProperties, Math.min(1, optional))
    for (let i = 1; Object.keys(object).length < Math.min(wanted, 20); i++) {
      if (further !== undefined && !isMade(further, path, minProperties > 0)) break
      setMember(object, `key${i}`, further === undefined ? 'string' : make(further, path, i))
    }
    return object
  }

  function listOf({ items, first, keywords }: FlatSchema, path: readonly string[]): readonly unknown[] {
    const { minItems = 0, maxItems = Number.POSITIVE_INFINITY } = keywords as Record<string, number | undefined>
    const list = first.slice(0, maxItems).map((one) => make(one, path, 0))
    const wanted = Math.min(Math.max(minItems, 1), maxItems, 20)
    while (list.length < wanted) {
      if (items !== undefined && !isMade(items, path, list.length < minItems)) break
      list.push(items === undefined ? 'string' : make(items, path, list.length))
    }
    return list
  }

  return make(pointer, [], 0)
}

/** The values that a schema gives itself, the preferred first. */
function givenIn(
  { const: one, enum: values, example, examples, default: preset }: FlatSchema['keywords'],
  number: number,
): readonly unknown[] {
  const listed = Array.isArray(values) ? values.filter((value) => value !== null) : []
  const turned = [...listed.slice(number % (listed.length || 1)), ...listed]
  const shown = [example, ...(Array.isArray(examples) ? examples : []), preset]
  return [one, ...(number === 0 ? shown : []), ...turned, ...shown].filter((value) => value !== undefined)
}

function typeOf({ types, members, further, items, first, keywords }: FlatSchema): string {
  const named = types.find((one) => one !== 'null')
  if (named !== undefined) return named
  if (types.length > 0) return 'null'
  if (members.size > 0 || further !== undefined || keywords.minProperties !== undefined) return 'object'
  if (items !== undefined || first.length > 0 || keywords.minItems !== undefined) return 'array'
  return keywords.minimum !== undefined || keywords.maximum !== undefined || keywords.multipleOf !== undefined
    ? 'number'
    : 'string'
}
