import type { Feature } from '@signalbox/core/contract'
import type { Environment, Explanation } from '@signalbox/core/evaluate'
import { dateTime } from '../dates.ts'
import { count, counted } from '../words.ts'

/** A result in words. */
export interface Verdict {
  readonly active: boolean
  /** The numbers that decided, as a sentence. */
  readonly because: string
  /** The same in a few words, for comparisons: `below 25,000`. */
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
  switch (feature.activationStrategy) {
    case 'NO_STRATEGY':
      return ['Everybody gets it.', 'for everybody']
    case 'RELEASE_DATE': {
      const { now, releaseDate, timezone } = explanation as unknown as Record<string, string>
      const written = local(releaseDate)
      return [`${local(now)} in ${timezone} is ${active ? 'after' : 'not after'} ${written}.`, `from ${written}`]
    }
    case 'DATE_RANGE': {
      const { now, from, to, timezone } = explanation as unknown as Record<string, string>
      const range = `${local(from)} and ${local(to)}`
      return [`${local(now)} in ${timezone} is ${active ? '' : 'not '}between ${range}.`, `between ${range}`]
    }
    case 'HOUR_RANGE': {
      const { now, startDate, endDate, timezone } = explanation as unknown as Record<string, string>
      const hours = `from ${startDate} until ${endDate}`
      return [`${now} in ${timezone} is ${active ? '' : 'not '}in the hours ${hours}.`, hours]
    }
    case 'PERCENTAGE':
      return shareReason(explanation, active, of)
    case 'CUSTOMERS_LIST': {
      const clients = counted(feature.parameters.customers.length, 'client')
      return [`The id is ${active ? 'one' : 'none'} of the ${clients} listed.`, `${clients} listed`]
    }
    case 'RULES':
      return ruleReason(explanation)
    default:
      return [`The script says ${active ? 'yes' : 'no'}.`, 'by its script']
  }
}

function errorReason({ errorCode, message }: Explanation): Reason {
  if (errorCode === 'TARGETING_KEY_MISSING' && message === undefined) return ['The context has no id.', 'no id']
  return [`${message ?? 'It could not be evaluated'}.`.replace(/\.\.$/, '.'), errorCode ?? 'failed']
}

function shareReason({ bucket, bound }: Explanation, active: boolean, of: number): Reason {
  if (typeof bucket !== 'number' || typeof bound !== 'number') return ['Every client with an id gets it.', 'for all']
  return [
    `Bucket ${count(bucket)} of ${count(of)} ${active ? 'lies' : 'does not lie'} below ${count(bound)}.`,
    `below ${count(bound)}`,
  ]
}

interface Share {
  readonly bucket?: number
  readonly bound: number
  readonly of: number
  readonly by: string
}

function ruleReason({ reason, rule, trace }: Explanation): Reason {
  if (reason === 'DEFAULT') return ['No rule is true, so the answer is that of “otherwise”.', 'otherwise']
  const { index, name } = rule as { readonly index: number; readonly name?: string }
  const label = name === undefined ? `Rule ${index + 1}` : `Rule ${index + 1}, “${name}”,`
  const share = (trace as readonly { readonly share?: Share }[])[index]?.share
  if (share?.bucket === undefined) return [`${label} decides.`, `by rule ${index + 1}`]
  const side = share.bucket < share.bound ? 'lies' : 'does not lie'
  return [
    `${label} decides: bucket ${count(share.bucket)} of ${count(share.of)} ${side} below ${count(share.bound)}.`,
    `by rule ${index + 1}, below ${count(share.bound)}`,
  ]
}

/** A local date-time of an explanation, such as `2026-05-01T10:00:00.000`, in words. */
const local = (text: string | undefined): string => dateTime(Date.parse(`${(text ?? '').slice(0, 19)}Z`), 'UTC')
