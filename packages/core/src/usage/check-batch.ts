import { missingInWords, problem, SignalboxError } from '../errors.ts'
import type { UsageBatch } from './usage-batch.ts'

type Rule = readonly [says: string, holds: (value: unknown) => boolean]

const isText = (value: unknown): value is string => typeof value === 'string'
const text = (pattern: string, says: string): Rule => {
  const form = new RegExp(pattern, 'u')
  return [says, (value) => isText(value) && value.length <= 2048 && form.test(value)]
}
const whole: Rule = [
  'must be a whole number of at least 0',
  (value) => Number.isSafeInteger(value) && Number(value) >= 0,
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
  requests: whole,
  bytesIn: whole,
  bytesOut: whole,
  backendMs: whole,
  limited: whole,
}

const quotaRules: Readonly<Record<string, Rule>> = {
  key: text('^[^\\0\\p{Surrogate}]+$', 'must be a text of at most 2048 characters'),
  period: text('^\\d{4}-\\d\\d(-\\d\\d)?$', 'must be a day or a month, such as 2026-11-22 or 2026-11'),
  used: whole,
}

const batchRules: Readonly<Record<string, Rule>> = {
  instance: text('^[^\\0\\p{Surrogate}]+$', 'must be a text of at most 2048 characters'),
  seq: whole,
  entries: list,
  quotas: list,
  due: list,
}

/** Throws INVALID for a batch with a wrong member, and names it. */
export function checkBatch(batch: UsageBatch): void {
  check(batch, '', batchRules)
  for (const [i, entry] of batch.entries.entries()) check(entry, `/entries/${i}`, entryRules)
  for (const [i, quota] of batch.quotas.entries()) check(quota, `/quotas/${i}`, quotaRules)
  const wrong = batch.due.findIndex((one) => !isText(one))
  if (wrong >= 0) throw invalid(`/due/${wrong}`, 'must be a text')
}

function check(value: unknown, at: string, rules: Readonly<Record<string, Rule>>): void {
  if (typeof value !== 'object' || value === null) throw invalid(at, 'must be an object')
  for (const name in rules) {
    const [says, holds] = rules[name] as Rule
    const member = (value as Readonly<Record<string, unknown>>)[name]
    if (!holds(member)) throw invalid(`${at}/${name}`, member === undefined ? missingInWords : says)
  }
}

const invalid = (pointer: string, says: string) =>
  new SignalboxError('INVALID', `The batch of usage is invalid: ${pointer === '' ? 'it' : pointer} ${says}`, {
    fieldErrors: { [pointer]: [says === missingInWords ? problem('error.required') : problem('error.format', says)] },
  })
