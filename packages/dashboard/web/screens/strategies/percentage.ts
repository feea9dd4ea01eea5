import { BUCKETS, type Environment } from '@signalbox/core/evaluate'
import { lazily } from '../../parts/outcomes/lazily.tsx'
import { count, percent } from '../../words/words.ts'
import { on } from './state-word.ts'
import type { StrategyView } from './strategy.ts'

/** A share of the clients gets the feature. */
export const percentage: StrategyView<'PERCENTAGE'> = {
  label: 'Some clients',
  name: 'some clients',
  initial: () => ({ percentage: 10 }),
  Form: lazily(async () => (await import('./forms/percentage.tsx')).Form),
  words: (parameters) => `${percent(parameters.percentage)} of clients`,
  state: on,
  arms: (parameters) => [
    { who: percent(parameters.percentage), what: 'get it', isOn: true },
    { who: percent(Number((100 - parameters.percentage).toFixed(6))), what: 'don’t', isOn: false },
  ],
  /** Classic buckets are whole percents, and the same for every feature. */
  audience({ id, parameters }, { bucketing }) {
    const isClassic = bucketing === 'classic'
    const bound = isClassic ? Math.ceil(parameters.percentage) * 1000 : Math.round(parameters.percentage * 1000)
    if (bound <= 0) return { kind: 'none' }
    return bound >= BUCKETS ? { kind: 'all' } : { kind: 'share', bound, salt: isClassic ? '' : (parameters.salt ?? id) }
  },
  because({ active, explanation: { bucket, bound } }, _, bucketing) {
    if (typeof bucket !== 'number' || typeof bound !== 'number')
      return active
        ? ['Every client with an id gets it.', 'for all clients with an id']
        : ['This client is not in the share.', 'outside the share']
    const place = { bucket, bound, isIn: active, of: buckets[bucketing] }
    return [`${bucketWords(place)}.`, bucketBriefly(place)]
  },
  renamed: ({ salt }) =>
    salt === undefined
      ? 'Other clients get it: the id chooses them. Set the salt to the old id to keep them.'
      : undefined,
}

/** The number of buckets of each way of bucketing. */
const buckets = { murmur3: BUCKETS, classic: 100 } satisfies Record<Environment['bucketing'], number>

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

/** The same in a few words: `bucket 63,314 is outside the first 25,000`. */
export const bucketBriefly = ({ bucket, bound, isIn }: Bucket): string =>
  `bucket ${count(bucket)} is ${isIn ? 'within' : 'outside'} the first ${count(bound)}`
