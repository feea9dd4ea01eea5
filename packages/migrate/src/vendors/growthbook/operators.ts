import type { Condition } from '@signalbox/core'
import { isJson, type Json } from '../../otoroshi/findings.ts'
import { allOf, anyOf, exists, missing, never, not } from '../plans/logic.ts'
import { isScriptPattern, toLinear } from '../plans/pattern.ts'
import { compare, equals, hasItem, isNumber, isText } from '../plans/typed.ts'
import { equalTo } from './equality.ts'
import { ordered } from './order.ts'
import type { ValueScope } from './scope.ts'
import { versioned } from './versions.ts'

type Convert = (attribute: string, expected: unknown, scope: ValueScope) => Condition

const negated =
  (convert: Convert): Convert =>
  (attribute, expected, scope) =>
    not(convert(attribute, expected, scope))

const isScalar = (value: unknown): value is string | number | boolean =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'

/** The attribute is the value, of the same type. */
const same: Convert = (attribute, expected, { isItem }) =>
  expected === null && !isItem ? missing(attribute) : equals(attribute, [expected].filter(isScalar))

/** The attribute is one of the values, or a list with one of them. */
const oneOf =
  (ignoreCase: boolean): Convert =>
  (attribute, expected, { isItem }) => {
    if (!Array.isArray(expected)) return never
    const values = equals(attribute, expected.filter(isScalar), ignoreCase)
    return expected.includes(null) && !isItem ? anyOf([values, missing(attribute)]) : values
  }

/** None of the values, but only if they are a list. */
const noneOf =
  (ignoreCase: boolean): Convert =>
  (attribute, expected, scope) =>
    Array.isArray(expected) ? not(oneOf(ignoreCase)(attribute, expected, scope)) : never

/** Attributes are read as texts, an absent one as `null`. */
const matches =
  (flags: '' | 'i'): Convert =>
  (attribute, expected, { patterns, onLost, isItem }) => {
    if (typeof expected !== 'string' || !isScriptPattern(expected)) return never
    const pattern = toLinear(expected, patterns, flags)
    if (pattern === undefined) {
      onLost(`The regular expression ${expected} is none of RE2, or too long`)
      return never
    }
    const isMatch = patterns.compile(pattern)
    const booleans = [true, false].filter((value) => isMatch(String(value)))
    return anyOf([
      compare(attribute, 'matches', [pattern]),
      compare(attribute, 'is', booleans),
      ...(!isItem && isMatch('null') ? [missing(attribute)] : []),
    ])
  }

/** A list without items is there, but neither a scalar nor has it a first item. */
const isEmptyList = (attribute: string): Condition =>
  allOf([
    exists(attribute),
    ...[isText(attribute), isNumber(attribute), compare(attribute, 'is', [true, false])].map(not),
    not(hasItem(attribute)),
  ])

const size: Convert = (attribute, expected, { onLost }) => {
  const sizes = isJson(expected) ? Object.entries(expected) : [['$eq', expected] as const]
  const atLeast = (count: number): Condition =>
    count <= 0 ? anyOf([hasItem(attribute), isEmptyList(attribute)]) : hasItem(attribute, Math.ceil(count) - 1)
  return allOf(
    sizes.map(([operator, count]) => {
      const test = typeof count === 'number' ? SIZES.get(operator) : undefined
      if (test) return allOf([atLeast(0), test(count as number, atLeast)])
      onLost(`The size of a list is compared by ${operator} ${JSON.stringify(count)}`)
      return never
    }),
  )
}

type SizeTest = (count: number, atLeast: (count: number) => Condition) => Condition

const sizeIs: SizeTest = (count, atLeast) =>
  Number.isInteger(count) && count >= 0 ? allOf([atLeast(count), not(atLeast(count + 1))]) : never

const SIZES: ReadonlyMap<string, SizeTest> = new Map<string, SizeTest>([
  ['$eq', sizeIs],
  ['$ne', (count, atLeast) => not(sizeIs(count, atLeast))],
  ['$gt', (count, atLeast) => atLeast(Math.floor(count) + 1)],
  ['$gte', (count, atLeast) => atLeast(count)],
  ['$lt', (count, atLeast) => not(atLeast(count))],
  ['$lte', (count, atLeast) => not(atLeast(Math.floor(count) + 1))],
])

/** Only operators that are true for an item here, too: others compare the list itself. */
const OF_ITEMS = new Set([
  '$eq',
  '$in',
  '$ini',
  '$gt',
  '$gte',
  '$lt',
  '$lte',
  '$regex',
  '$regexi',
  '$veq',
  '$vgt',
  '$vgte',
  '$vlt',
  '$vlte',
  '$inGroup',
])

const elemMatch: Convert = (attribute, expected, scope) => {
  const names = isJson(expected) ? Object.keys(expected) : []
  if (names.length !== 1 || !names.every((name) => OF_ITEMS.has(name))) {
    scope.onLost(`The items of a list are compared by ${JSON.stringify(expected)?.slice(0, 100)}`)
    return never
  }
  return allOf([hasItem(attribute), valueCondition(attribute, expected, { ...scope, isItem: true })])
}

const allItems =
  (ignoreCase: boolean): Convert =>
  (attribute, expected, scope) => {
    if (!Array.isArray(expected)) return never
    if (!expected.every(isScalar)) {
      scope.onLost(`A list is compared with ${JSON.stringify(expected).slice(0, 100)}`)
      return never
    }
    const item = { ...scope, isItem: true }
    const each = expected.map((value) =>
      ignoreCase && typeof value === 'string'
        ? compare(attribute, 'is', [value], true)
        : equalTo(attribute, value, item),
    )
    return expected.length === 0
      ? anyOf([hasItem(attribute), isEmptyList(attribute)])
      : allOf([hasItem(attribute), ...each])
  }

const typeIs: Convert = (attribute, expected, { onLost }) => {
  switch (expected) {
    case 'string':
      return allOf([isText(attribute), not(hasItem(attribute))])
    case 'number':
      return allOf([isNumber(attribute), not(isText(attribute)), not(hasItem(attribute))])
    case 'boolean':
      return allOf([compare(attribute, 'is', [true, false]), not(hasItem(attribute))])
    case 'null':
      return missing(attribute)
    case 'array':
      return anyOf([hasItem(attribute), isEmptyList(attribute)])
    case 'object':
      onLost('The type of an attribute is compared with object')
      return never
    default:
      return never
  }
}

/** The condition of an attribute: a value that it equals, or an object of operators, all of which are true. */
export function valueCondition(attribute: string, value: unknown, scope: ValueScope): Condition {
  if (!isJson(value) || !hasOperators(value)) return equalTo(attribute, value, scope)
  return allOf(
    Object.entries(value).map(([name, expected]) => {
      const convert = operators.get(name)
      if (convert) return convert(attribute, expected, scope)
      scope.onChanged(`The operator ${name} is unknown`, 'It is never true, as in GrowthBook')
      return never
    }),
  )
}

const hasOperators = (value: Json): boolean => {
  const names = Object.keys(value)
  return names.length > 0 && names.every((name) => name.startsWith('$'))
}

const operators: ReadonlyMap<string, Convert> = new Map<string, Convert>([
  ['$eq', same],
  ['$ne', negated(same)],
  ['$lt', ordered('lessThan')],
  ['$lte', ordered('atMost')],
  ['$gt', ordered('moreThan')],
  ['$gte', ordered('atLeast')],
  ['$exists', (attribute, expected) => (expected ? exists(attribute) : missing(attribute))],
  ['$in', oneOf(false)],
  ['$nin', noneOf(false)],
  ['$ini', oneOf(true)],
  ['$nini', noneOf(true)],
  ['$inGroup', (attribute, expected, { inGroup }) => inGroup(expected, attribute)],
  ['$notInGroup', (attribute, expected, { inGroup }) => not(inGroup(expected, attribute))],
  ['$not', (attribute, expected, scope) => not(valueCondition(attribute, expected, scope))],
  ['$regex', matches('')],
  ['$regexi', matches('i')],
  ['$size', size],
  ['$elemMatch', elemMatch],
  ['$all', allItems(false)],
  ['$alli', allItems(true)],
  ['$type', typeIs],
  ['$veq', versioned('$veq')],
  ['$vne', negated(versioned('$veq'))],
  ['$vgt', versioned('$vgt')],
  ['$vgte', versioned('$vgte')],
  ['$vlt', versioned('$vlt')],
  ['$vlte', versioned('$vlte')],
])
