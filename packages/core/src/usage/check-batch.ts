import { missingInWords, problem, SignalboxError } from '../machine/errors/errors.ts'
import type { UsageBatch, UsageEntry } from './usage-batch.ts'
import { usageKey } from './usage-keys.ts'

type Rule = readonly [says: string, holds: (value: unknown) => boolean]

const isText = (value: unknown): value is string => typeof value === 'string'
const encoder = new TextEncoder()
/** PostgreSQL takes keys of at most 2,704 bytes. */
const isShort = (text: string): boolean => text.length * 3 <= MOST_BYTES || encoder.encode(text).length <= MOST_BYTES
const MOST_BYTES = 2048
const text = (pattern: string, says: string): Rule => {
  const form = new RegExp(pattern, 'u')
  return [says, (value) => isText(value) && isShort(value) && form.test(value)]
}
const whole: Rule = [
  'must be a whole number of at least 0',
  (value) => Number.isSafeInteger(value) && Number(value) >= 0,
]
/** The most that one entry counts: sums of many entries stay whole numbers. */
const MOST_COUNTED = 1e12
const count: Rule = [
  `must be a whole number from 0 to ${MOST_COUNTED}`,
  (value) => whole[1](value) && Number(value) <= MOST_COUNTED,
]
const id = text('^[\\w@.\\-]+$', 'must be an id')
const optional = ([says, holds]: Rule): Rule => [says, (value) => value === undefined || holds(value)]
const list: Rule = ['must be an array', Array.isArray]

const entryRules: Readonly<Record<string, Rule>> = {
  api: id,
  route: text('^[\\w@.:\\-]+$', 'must be the id of a route'),
  plan: optional(id),
  subscription: optional(id),
  statusClass: ['must be a digit from 1 to 5', (value) => [1, 2, 3, 4, 5].includes(value as number)],
  minute: ['must be epoch milliseconds', (value) => whole[1](value) && Number(value) <= 8.64e15],
  requests: count,
  bytesIn: count,
  bytesOut: count,
  backendMs: count,
  limited: count,
}

const quotaRules: Readonly<Record<string, Rule>> = {
  key: text('^[^\\0\\p{Surrogate}]+$', 'must be a text of at most 2048 bytes'),
  period: text('^\\d{4}-\\d\\d(-\\d\\d)?$', 'must be a day or a month, such as 2026-11-22 or 2026-11'),
  used: [
    `must be a whole number of at most ${MOST_COUNTED}`,
    (value) => Number.isSafeInteger(value) && Math.abs(Number(value)) <= MOST_COUNTED,
  ],
}

const batchRules: Readonly<Record<string, Rule>> = {
  instance: text('^[^\\0\\p{Surrogate}]+$', 'must be a text of at most 2048 bytes'),
  seq: whole,
  entries: list,
  quotas: list,
  due: list,
}

/**
 * Throws INVALID for a batch with invalid members, and names each of them in `fieldErrors`: without the entries and quotas
 * that are named, the batch is valid.
 */
export function checkBatch(batch: UsageBatch): void {
  const found = problemsIn(batch, '', batchRules)
  if (found.length === 0) {
    for (const [i, entry] of batch.entries.entries()) found.push(...entryProblems(entry, `/entries/${i}`))
    for (const [i, quota] of batch.quotas.entries()) found.push(...problemsIn(quota, `/quotas/${i}`, quotaRules))
    for (const [i, one] of batch.due.entries()) if (!isText(one)) found.push([`/due/${i}`, 'must be a text'])
  }
  if (found.length > 0) throw invalid(found)
}

type Problem = readonly [pointer: string, says: string]

function problemsIn(value: unknown, at: string, rules: Readonly<Record<string, Rule>>): Problem[] {
  if (typeof value !== 'object' || value === null) return [[at, 'must be an object']]
  const found: Problem[] = []
  for (const name in rules) {
    const [says, holds] = rules[name] as Rule
    const member = (value as Readonly<Record<string, unknown>>)[name]
    if (!holds(member)) found.push([`${at}/${name}`, member === undefined ? missingInWords : says])
  }
  return found
}

function entryProblems(entry: UsageEntry, at: string): Problem[] {
  const found = problemsIn(entry, at, entryRules)
  if (found.length > 0 || usageKey({ ...entry, hour: 0 }).length <= MOST_KEY) return found
  return [[`${at}/route`, 'must be shorter: it is stored together with the API, plan and subscription']]
}

/** The most characters of a key, all of which are ASCII. */
const MOST_KEY = 2500

function invalid(found: readonly Problem[]): SignalboxError {
  const [[pointer, says] = ['', '']] = found
  const others = found.length > 1 ? ` (and ${found.length - 1} more)` : ''
  return new SignalboxError(
    'INVALID',
    `The usage batch is invalid: ${pointer === '' ? 'it' : pointer} ${says}${others}`,
    { fieldErrors: Object.fromEntries(found.map(toFieldError)) },
  )
}

const toFieldError = ([pointer, says]: Problem) =>
  [pointer, [says === missingInWords ? problem('error.required') : problem('error.format', says)]] as const
