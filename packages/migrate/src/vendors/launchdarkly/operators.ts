import type { Condition } from '@signalbox/core'
import type { PatternEngine } from '@signalbox/core/evaluate'
import { operators as ours } from '@signalbox/core/targeting'
import { allOf, anyOf, not } from '../plans/logic.ts'
import { nextVersion } from '../plans/next-version.ts'
import { isScriptPattern, toLinear } from '../plans/pattern.ts'
import { compare, equals, isText, numberIs } from '../plans/typed.ts'

/** What converting an operator needs. */
export interface OperatorScope {
  readonly patterns: PatternEngine
  /** Reports a value that cannot be converted. */
  readonly onLost: (what: string) => void
}

type Convert = (attribute: string, values: readonly unknown[], scope: OperatorScope) => Condition

const texts = (values: readonly unknown[]) => [...new Set(values.filter((value) => typeof value === 'string'))]
const numbers = (values: readonly unknown[]) => values.filter((value) => typeof value === 'number')

/** The operators of clauses. Each is true if it is true for any of its values, which all have one type. */
export const operators = new Map<unknown, Convert>([
  ['in', (attribute, values) => equals(attribute, values.filter(isScalar))],
  ['startsWith', (attribute, values) => compare(attribute, 'startsWith', texts(values))],
  ['endsWith', (attribute, values) => compare(attribute, 'endsWith', texts(values))],
  ['contains', (attribute, values) => compare(attribute, 'contains', texts(values))],
  ['matches', (attribute, values, scope) => compare(attribute, 'matches', patternsIn(values, scope))],
  ['lessThan', (attribute, values) => numberIs(attribute, 'lessThan', numbers(values))],
  ['lessThanOrEqual', (attribute, values) => numberIs(attribute, 'atMost', numbers(values))],
  ['greaterThan', (attribute, values) => numberIs(attribute, 'moreThan', numbers(values))],
  ['greaterThanOrEqual', (attribute, values) => numberIs(attribute, 'atLeast', numbers(values))],
  ['before', (attribute, values) => dated(attribute, compare(attribute, 'before', datesIn(values)))],
  ['after', (attribute, values) => dated(attribute, compare(attribute, 'after', datesIn(values)))],
  ['semVerEqual', (attribute, values) => versioned(attribute, compare(attribute, 'versionIs', versionsIn(values)))],
  [
    'semVerLessThan',
    (attribute, values) => versioned(attribute, compare(attribute, 'versionBelow', versionsIn(values))),
  ],
  [
    'semVerGreaterThan',
    (attribute, values) =>
      versioned(attribute, compare(attribute, 'versionAtLeast', versionsIn(values).map(nextVersion))),
  ],
])

const isScalar = (value: unknown): value is string | number | boolean =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'

/** Invalid expressions match nothing, there as here. */
function patternsIn(values: readonly unknown[], { patterns, onLost }: OperatorScope): string[] {
  return texts(values)
    .filter(isScriptPattern)
    .flatMap((source) => {
      const pattern = toLinear(source, patterns)
      if (pattern === undefined) onLost(`The regular expression ${source} is none of RE2, or too long`)
      return pattern ?? []
    })
}

const DATE = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[-+]\d\d(:\d\d)?)/

/** Milliseconds, or texts with a time and an offset. */
const datesIn = (values: readonly unknown[]): (number | string)[] =>
  values.flatMap((value) => {
    if (typeof value === 'number') return [value]
    if (typeof value !== 'string' || !DATE.test(value)) return []
    const instant = Date.parse(value)
    return Number.isNaN(instant) ? [] : [/T\d\d:\d\d:\d\d(\.\d{1,3})?Z$/.test(value) ? value : instant]
  })

/** Texts are dates only with a time and an offset. */
const dated = (attribute: string, condition: Condition): Condition =>
  allOf([condition, anyOf([not(isText(attribute)), { attribute, operator: 'matches', value: DATE.source }])])

const versionsIn = (values: readonly unknown[]): string[] =>
  texts(values).filter((value) => /^\d/.test(value) && ours.versionIs.check?.(value as never, undefined) === undefined)

/** Versions are texts that begin with a digit. */
const versioned = (attribute: string, condition: Condition): Condition =>
  allOf([condition, { attribute, operator: 'startsWith', values: [...'0123456789'] }])
