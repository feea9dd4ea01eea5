import { isIP } from 'node:net'
import type { Condition } from '@signalbox/core'
import { escapePointer } from '@signalbox/core/wire'
import { allOf, anyOf, lost, missing, never, not } from '../plans/logic.ts'
import { compare } from '../plans/typed.ts'
import type { UnleashConstraint } from './flag.ts'
import type { Reporting } from './reporting.ts'

/** The attribute of a field of Unleash's context. Fields and properties stand side by side; `userId` is the client. */
export function attributeOf(contextName: string): string {
  if (contextName === '' || isTooLong(contextName)) return ABSENT
  if (contextName === 'userId') return 'id'
  if (contextName === 'id') return CUSTOM_ID
  return contextName.startsWith('/') ? `/${escapePointer(contextName)}` : contextName
}

/** An attribute that no context has. */
const ABSENT = ' '

/** Names of attributes have at most 512 characters, in which `~` and `/` may be escaped. */
const isTooLong = (contextName: string): boolean => contextName.length > 255

/** The attribute for a custom property `id`, because `id` is the client. */
const CUSTOM_ID = 'properties.id'

/**
 * The condition that a constraint becomes. What clients of Unleash do not understand is false, and inverted true, as there.
 * What has no equal here is lost, whether it is inverted or not.
 */
export function conditionOf(constraint: UnleashConstraint | undefined, reporting: Reporting): Condition {
  if (!constraint) {
    reporting.lost('A constraint is malformed', 'The strategy or the segment selects nobody')
    return lost
  }
  const { contextName, operator, inverted } = constraint
  const translate = Object.hasOwn(operators, operator) ? operators[operator as keyof typeof operators] : undefined
  if (!translate) {
    reporting.lost(
      `The constraint on ${contextName} has the unknown operator ${operator}`,
      'The strategy selects nobody',
    )
    return lost
  }
  if (contextName === '') {
    reporting.changed('A constraint has no context field', 'It counts as a field that is always absent')
    return (operator === 'NOT_IN') === inverted ? never : translate({ ...constraint, contextName: ABSENT }, reporting)
  }
  if (isTooLong(contextName)) {
    reporting.lost(
      `The name of the context field ${contextName.slice(0, 20).toWellFormed()}… is too long`,
      'The strategy selects nobody',
    )
    return never
  }
  if (contextName === 'id' && !isDate(operator))
    reporting.changed(
      'A constraint reads a custom property id',
      `It reads the attribute ${CUSTOM_ID}, because id is the client`,
    )
  const condition = translate(constraint, reporting)
  return inverted ? not(condition) : condition
}

type Translate = (constraint: UnleashConstraint, reporting: Reporting) => Condition

const isDate = (operator: string): boolean => operator.startsWith('DATE_')

/** Values are trimmed, and empty ones do not count. */
const valuesOf = ({ values }: UnleashConstraint): string[] =>
  values.filter((value) => value !== '').map((value) => value.trim())

/** Equals any of the values. Unleash compares texts: `true` is the text of a boolean, too. */
export const isOneOf = (contextName: string, values: readonly string[]): Condition =>
  compare(attributeOf(contextName), 'is', values.flatMap(withBoolean))

const withBoolean = (value: string): (string | boolean)[] =>
  value === 'true' || value === 'false' ? [value, value === 'true'] : [value]

const ofTexts =
  (operator: 'startsWith' | 'endsWith' | 'contains'): Translate =>
  (constraint) =>
    compare(attributeOf(constraint.contextName), operator, valuesOf(constraint), constraint.caseInsensitive)

const ofNumbers =
  (operator: 'is' | 'moreThan' | 'atLeast' | 'lessThan' | 'atMost'): Translate =>
  ({ contextName, value }, reporting) => {
    const number = Number(value)
    if (Number.isFinite(number)) return compare(attributeOf(contextName), operator, [number])
    reporting.changed(`The constraint on ${contextName} compares with ${value}, which is no number`, 'It is false')
    return never
  }

/** Unleash compares only versions that have three numbers and no prefix. */
const ofVersions =
  (isCompared: (name: string, version: string) => Condition): Translate =>
  ({ contextName, value }, reporting) => {
    const name = attributeOf(contextName)
    const version = value.trim()
    if (/^[vV]?\d+\.\d+\.\d+/.test(version))
      return allOf([isCompared(name, version), compare(name, 'matches', [THREE_NUMBERS])])
    reporting.changed(`The constraint on ${contextName} compares with ${value}, which is no version`, 'It is false')
    return never
  }
const THREE_NUMBERS = '^[0-9]+[.][0-9]+[.][0-9]+'

const versionIs = (name: string, version: string) => compare(name, 'versionIs', [version])
const versionBelow = (name: string, version: string) => compare(name, 'versionBelow', [version])
const versionAtLeast = (name: string, version: string) => compare(name, 'versionAtLeast', [version])

/** The context may say what time it is; otherwise it is now, to the second. */
const ofDates =
  (operator: 'after' | 'before'): Translate =>
  ({ contextName, value }, reporting) => {
    const date = new Date(value)
    if (Number.isNaN(date.getTime())) {
      reporting.changed(`The constraint on ${contextName} compares with ${value}, which is no date`, 'It is false')
      return never
    }
    const window = operator === 'after' ? { from: toText(date) } : { to: toText(new Date(date.getTime() - 1000)) }
    return anyOf([
      compare('currentTime', operator, [date.toISOString()]),
      allOf([missing('currentTime'), { time: window }]),
    ])
  }

const toText = (date: Date): string => date.toISOString().replace(/\.\d+Z$/, 'Z')

/** Whether a text is an IP address, or a range of addresses. */
export function isNetwork(text: string): boolean {
  const [, address = '', length = '0'] = /^([^/]*)(?:\/(\d{1,3}))?$/.exec(text) ?? []
  const version = isIP(address)
  return version !== 0 && Number(length) <= (version === 4 ? 32 : 128)
}

const operators = {
  IN: (constraint) => isOneOf(constraint.contextName, valuesOf(constraint)),
  NOT_IN: (constraint) => not(isOneOf(constraint.contextName, valuesOf(constraint))),
  STR_STARTS_WITH: ofTexts('startsWith'),
  STR_ENDS_WITH: ofTexts('endsWith'),
  STR_CONTAINS: ofTexts('contains'),
  NUM_EQ: ofNumbers('is'),
  NUM_GT: ofNumbers('moreThan'),
  NUM_GTE: ofNumbers('atLeast'),
  NUM_LT: ofNumbers('lessThan'),
  NUM_LTE: ofNumbers('atMost'),
  DATE_AFTER: ofDates('after'),
  DATE_BEFORE: ofDates('before'),
  SEMVER_EQ: ofVersions(versionIs),
  SEMVER_GT: ofVersions((name, version) => allOf([versionAtLeast(name, version), not(versionIs(name, version))])),
  SEMVER_GTE: ofVersions(versionAtLeast),
  SEMVER_LT: ofVersions(versionBelow),
  SEMVER_LTE: ofVersions((name, version) => anyOf([versionBelow(name, version), versionIs(name, version)])),
  REGEX({ contextName, value, caseInsensitive }, reporting) {
    const source = caseInsensitive ? `(?i)${value}` : value
    const isValid = source.length <= LONGEST_PATTERN && reporting.patterns.problemOf(source) === undefined
    if (isValid) return compare(attributeOf(contextName), 'matches', [source])
    reporting.lost(
      `The regular expression of the constraint on ${contextName} is invalid or longer than ${LONGEST_PATTERN} characters`,
      'The strategy or the segment selects nobody',
    )
    return lost
  },
  IN_CIDR: (constraint) =>
    compare(attributeOf(constraint.contextName), 'inNetwork', valuesOf(constraint).filter(isNetwork)),
} as const satisfies Record<string, Translate>

const LONGEST_PATTERN = 256
