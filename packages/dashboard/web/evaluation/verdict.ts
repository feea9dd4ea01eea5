import type { Feature } from '@signalbox/core/contract'
import type { Environment, Explanation } from '@signalbox/core/evaluate'
import { dateTime } from '../dates.ts'
import { count, counted } from '../words.ts'
import { unknownStrategy } from './unknown-strategy.ts'

/** A result in words. Both texts say which of the two results they explain. */
export interface Verdict {
  readonly active: boolean
  /** The numbers that decided, as a sentence. */
  readonly because: string
  /** The same in a few words, for comparisons: `bucket 63,314 is outside the first 25,000`. */
  readonly briefly: string
}

/** A result, and how it came about. */
export interface Explained {
  readonly active: boolean
  readonly explanation: Explanation
}

/** Puts the result of a feature into words. `bucketing` is that of the service. */
export function verdictOf(
  feature: Feature,
  { active, explanation }: Explained,
  bucketing: Environment['bucketing'],
): Verdict {
  const [because, briefly] = reasonOf(feature, { active, explanation }, buckets[bucketing])
  return { active, because, briefly }
}

/** The number of buckets of each way of bucketing. */
const buckets = { murmur3: 100_000, classic: 100 } satisfies Record<Environment['bucketing'], number>

type Reason = readonly [because: string, briefly: string]

function reasonOf(feature: Feature, { active, explanation }: Explained, of: number): Reason {
  if (explanation.reason === 'DISABLED') return ['The feature is off.', 'off']
  if (explanation.reason === 'ERROR') return errorReason(explanation)
  const not = active ? '' : 'not '
  switch (feature.activationStrategy) {
    case 'NO_STRATEGY':
      return active ? ['Everybody gets it.', 'for everybody'] : ['Nobody gets it.', 'for nobody']
    case 'RELEASE_DATE': {
      const { now, releaseDate, timezone } = explanation as unknown as Record<string, string>
      const after = `${not}after ${local(releaseDate)}`
      return [`${local(now)} in ${timezone} is ${after}.`, `the time is ${after}`]
    }
    case 'DATE_RANGE': {
      const { now, from, to, timezone } = explanation as unknown as Record<string, string>
      const between = `${not}between ${local(from)} and ${local(to)}`
      return [`${local(now)} in ${timezone} is ${between}.`, `the time is ${between}`]
    }
    case 'HOUR_RANGE': {
      const { now, startDate, endDate, timezone } = explanation as unknown as Record<string, string>
      const within = `${not}in the hours from ${startDate} until ${endDate}`
      return [`${now} in ${timezone} is ${within}.`, `the time is ${within}`]
    }
    case 'PERCENTAGE':
      return shareReason(explanation, active, of)
    case 'CUSTOMERS_LIST': {
      const listed = `${not}among the ${counted(feature.parameters.customers.length, 'client')} listed`
      return [`The id is ${listed}.`, `the id is ${listed}`]
    }
    case 'RULES':
      return ruleReason(explanation, active)
    case 'SCRIPT':
    case 'GLOBAL_SCRIPT': {
      const says = `script says ${active ? 'yes' : 'no'}`
      return [`The ${says}.`, `its ${says}`]
    }
    default: {
      const decided = `${active ? 'switched on' : 'switched off'} by ${unknownStrategy(feature)}`
      return [`It is ${decided}.`, decided]
    }
  }
}

function errorReason({ errorCode, message }: Explanation): Reason {
  if (errorCode === 'TARGETING_KEY_MISSING' && message === undefined) return ['The context has no id.', 'no id']
  return [`${message ?? 'It could not be evaluated'}.`.replace(/\.\.$/, '.'), errorCode ?? 'failed']
}

function shareReason({ bucket, bound }: Explanation, active: boolean, of: number): Reason {
  if (typeof bucket !== 'number' || typeof bound !== 'number')
    return active
      ? ['Every client with an id gets it.', 'for all clients with an id']
      : ['This client is not in the share.', 'outside the share']
  return [`${bucketWords({ bucket, of, bound, isIn: active })}.`, bucketBriefly({ bucket, bound, isIn: active })]
}

interface Bucket {
  readonly bucket: number
  /** The first buckets, up to this one, are in the share. */
  readonly bound: number
  readonly isIn: boolean
}

/** Where a client is, and which buckets a share covers: `This client is in bucket 63,314 of 100,000; …`. */
export const bucketWords = ({ bucket, of, bound, isIn }: Bucket & { readonly of: number }): string =>
  `This client is in bucket ${count(bucket)} of ${count(of)}${isIn ? ', which is in the share' : ', outside the share'}: ` +
  `the rollout covers buckets below ${count(bound)}`

const bucketBriefly = ({ bucket, bound, isIn }: Bucket): string =>
  `bucket ${count(bucket)} is ${isIn ? 'within' : 'outside'} the first ${count(bound)}`

interface Share {
  readonly bucket?: number
  readonly bound: number
  readonly of: number
  readonly by: string
}

function ruleReason({ reason, rule, trace }: Explanation, active: boolean): Reason {
  const on = active ? 'on' : 'off'
  if (reason === 'DEFAULT') return [`No rule matches, so the default applies: ${on}.`, `${on} by default`]
  const { index, name } = (rule ?? { index: 0 }) as { readonly index: number; readonly name?: string }
  const label = name === undefined ? `Rule ${index + 1}` : `Rule ${index + 1}, “${name}”,`
  const share = ((trace ?? []) as readonly { readonly share?: Share }[])[index]?.share
  if (share?.bucket === undefined) return [`${label} decides: ${on}.`, `${on} by rule ${index + 1}`]
  const { bucket, bound, of } = share
  const isIn = bucket < bound
  return [
    `${label} decides: ${on}. ${bucketWords({ bucket, of, bound, isIn })}.`,
    `${on} by rule ${index + 1}, ${bucketBriefly({ bucket, bound, isIn })}`,
  ]
}

/** A local date-time of an explanation, such as `2026-05-01T10:00:00.000`, in words. */
const local = (text: string | undefined): string => dateTime(Date.parse(`${(text ?? '').slice(0, 19)}Z`), 'UTC')
