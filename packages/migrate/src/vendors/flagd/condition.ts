import type { Condition } from '@signalbox/core'
import { allOf, always, anyOf, exists, missing, never, not } from '../plans/logic.ts'
import { compare, equals, hasItem, isText } from '../plans/typed.ts'
import { attributeOf, callOf, isLiteral, type Literal, orderedOf, TIMESTAMP } from './operands.ts'
import { Unsupported } from './unsupported.ts'
import { versionCondition } from './versions.ts'

/** The condition under which a rule in JsonLogic is truthy. Throws `Unsupported` if there is none. */
export function conditionOf(rule: unknown): Condition {
  const call = callOf(rule)
  if (!call) return (Array.isArray(rule) ? rule.length > 0 : rule) ? always : never
  const name = attributeOf(rule)
  if (name !== undefined) return truthy(name)
  const translate = Object.hasOwn(operators, call.operator)
    ? operators[call.operator as keyof typeof operators]
    : undefined
  if (!translate) throw new Unsupported(`The operator ${call.operator} has no equal in conditions`)
  return translate(call.args)
}

/** Whether a rule has one of the operators of conditions, so that it results in true or false. */
export const isCondition = (operator: string): boolean =>
  Object.hasOwn(operators, operator) && !['and', 'or', 'if'].includes(operator)

const truthy = (name: string): Condition => allOf([exists(name), not(equals(name, ['', 0, false]))])

type Translate = (args: readonly unknown[]) => Condition

/** An attribute and a literal, in either order. */
function sidesOf([a, b, ...more]: readonly unknown[], operator: string, sideOf = attributeOf) {
  const [left, right] = [sideOf(a), sideOf(b)]
  if (more.length === 0 && left !== undefined && isLiteral(b)) return { name: left, literal: b, isSwapped: false }
  if (more.length === 0 && right !== undefined && isLiteral(a)) return { name: right, literal: a, isSwapped: true }
  throw new Unsupported(`The operator ${operator} compares something else than an attribute with a value`)
}

const strictlyEqual: Translate = (args) => {
  if (args.length === 2 && args.every(isLiteral)) return args[0] === args[1] ? always : never
  const { name, literal } = sidesOf(args, '===')
  return literal === null ? missing(name) : equals(name, [literal])
}

/** JavaScript's `==`: numbers, their texts and booleans are equal. */
const looselyEqual: Translate = (args) => {
  if (args.length === 2 && args.every((one) => typeof one === 'string')) return args[0] === args[1] ? always : never
  const { name, literal } = sidesOf(args, '==')
  if (literal === null) return missing(name)
  if (typeof literal === 'boolean') return literal ? equals(name, [true, 1, '1']) : equals(name, [false, 0, '', '0'])
  if (literal === '') return equals(name, ['', 0, false])
  const number = Number(literal)
  const asBoolean = number === 1 ? [true] : number === 0 ? [false] : []
  return anyOf([compare(name, 'is', [literal]), ...(asBoolean.length > 0 ? [equals(name, asBoolean)] : [])])
}

const swapped = { '<': '>', '<=': '>=', '>': '<', '>=': '<=' } as const
const inNumbers = { '<': 'lessThan', '<=': 'atMost', '>': 'moreThan', '>=': 'atLeast' } as const
type Order = keyof typeof swapped

const ofOrder =
  (written: Order): Translate =>
  (args) => {
    if (args.length === 3) return allOf([ofOrder(written)(args.slice(0, 2)), ofOrder(written)(args.slice(1))])
    const { name, literal, isSwapped } = sidesOf(args, written, orderedOf)
    const operator = isSwapped ? swapped[written] : written
    const number = numberOf(literal)
    if (name === TIMESTAMP) return ofTime(operator, number)
    const holds = compare(name, inNumbers[operator], [number])
    // JavaScript takes null for 0.
    return holdsFor(0, operator, number) ? anyOf([holds, missing(name)]) : holds
  }

function numberOf(literal: Literal): number {
  const number = typeof literal === 'string' && literal.trim() === '' ? Number.NaN : Number(literal)
  if (literal === null || !Number.isFinite(number)) throw new Unsupported('A rule orders texts or absent values')
  return number
}

const holdsFor = (a: number, operator: Order, b: number): boolean =>
  ({ '<': a < b, '<=': a <= b, '>': a > b, '>=': a >= b })[operator]

function ofTime(operator: Order, seconds: number): Condition {
  const first = operator === '>' || operator === '<=' ? Math.floor(seconds) + 1 : Math.ceil(seconds)
  const date = (at: number) => new Date(at * 1000).toISOString().replace(/\.\d+Z$/, 'Z')
  if (Math.abs(first) > 8e12) throw new Unsupported('A rule compares the time with a number that is no date')
  return { time: operator.startsWith('>') ? { from: date(first) } : { to: date(first - 1) } }
}

const ofText =
  (operator: 'startsWith' | 'endsWith'): Translate =>
  ([a, text, ...more]) => {
    const name = attributeOf(a)
    if (name === undefined || typeof text !== 'string' || more.length > 0)
      throw new Unsupported('A rule compares parts of something else than an attribute with a text')
    return compare(name, operator, [text])
  }

const isIn: Translate = ([needle, haystack]) => {
  const name = attributeOf(needle)
  if (name !== undefined && Array.isArray(haystack) && haystack.every(isLiteral)) {
    const values = haystack.filter((one) => one !== null)
    return anyOf([equals(name, values), ...(values.length < haystack.length ? [missing(name)] : [])])
  }
  const inside = callOf(haystack) && attributeOf(haystack)
  if (inside !== undefined && typeof needle === 'string') {
    const isList = hasItem(inside)
    return anyOf([
      allOf([isList, equals(inside, [needle])]),
      allOf([not(isList), isText(inside), compare(inside, 'contains', [needle])]),
    ])
  }
  throw new Unsupported('The operator in has something else than an attribute and a list, or a text and an attribute')
}

/** More exceed the levels of conditions anyway. */
const MOST_BRANCHES = 100

/** The first condition that is true chooses. */
const ofIf: Translate = ([when, then, ...rest]) => {
  if (rest.length > MOST_BRANCHES) throw new Unsupported('A condition has too many branches')
  const condition = conditionOf(when)
  const otherwise = rest.length > 1 ? ofIf(rest) : conditionOf(rest[0])
  return anyOf([allOf([condition, conditionOf(then)]), allOf([not(condition), otherwise])])
}

const operators = {
  '==': looselyEqual,
  '===': strictlyEqual,
  '!=': (args) => not(looselyEqual(args)),
  '!==': (args) => not(strictlyEqual(args)),
  '<': ofOrder('<'),
  '<=': ofOrder('<='),
  '>': ofOrder('>'),
  '>=': ofOrder('>='),
  '!': ([one]) => not(conditionOf(one)),
  '!!': ([one]) => conditionOf(one),
  and: (args) => allOf(args.map(conditionOf)),
  or: (args) => anyOf(args.map(conditionOf)),
  if: ofIf,
  in: isIn,
  starts_with: ofText('startsWith'),
  ends_with: ofText('endsWith'),
  sem_ver: ([a, operator, version, ...more]) => {
    const name = attributeOf(a)
    if (name === undefined || !isLiteral(version) || more.length > 0)
      throw new Unsupported('The operator sem_ver compares something else than an attribute with a version')
    return versionCondition(name, String(operator), String(version))
  },
} as const satisfies Record<string, Translate>
