import type { Feature } from '@signalbox/core/contract'
import { compileFeature, type Explanation, explain, loadTargeting, timeZone } from '@signalbox/core/evaluate'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { examples } from '../../../../core/src/features/examples.fixture.ts'
import type { StrategyName } from './strategy.ts'
import { verdictOf } from './verdict.ts'

const dates = { now: '2026-05-01T10:00:00.000', timezone: 'UTC' }
const share = (bucket: number, bound: number) => ({ bucket, bound, of: 100_000, by: 'id' })
const byRule = (name?: string) => ({ rule: { index: 0, ...(name && { name }) } })

/** Further ways in which strategies explain themselves. */
const explained: Partial<Record<StrategyName, readonly object[]>> = {
  RELEASE_DATE: [{ ...dates, releaseDate: '2026-05-01T10:00:00.000' }],
  DATE_RANGE: [{ ...dates, from: '2026-04-01T10:00:00.000', to: '2026-06-01T10:00:00.000' }],
  HOUR_RANGE: [{ now: '10:00', timezone: 'UTC', startDate: '09:00', endDate: '17:00' }],
  PERCENTAGE: [{ reason: 'SPLIT', bucket: 63_314, bound: 50_000 }],
  RULES: [
    { reason: 'DEFAULT', trace: [] },
    byRule(),
    byRule('staff'),
    { reason: 'SPLIT', ...byRule(), trace: [{ share: share(10, 50_000) }] },
    { reason: 'SPLIT', ...byRule('half'), trace: [{ share: share(63_314, 50_000) }] },
  ],
}

const targeting = await loadTargeting()
const environment = {
  clock: () => Date.UTC(2026, 4, 1, 12),
  zone: timeZone('UTC'),
  bucketing: 'murmur3',
  targeting,
} as const

const cases = [
  ...Object.values(examples).flatMap((feature: Feature) =>
    [explain(compileFeature(feature, environment), environment, { id: 'ann' })]
      .concat((explained[feature.activationStrategy] ?? []) as Explanation[])
      .map((details) => [feature.activationStrategy as string, details as object] as const),
  ),
  ['LATER', {}] as const,
]

const wordsOf = (strategy: string, details: object, active: boolean) => {
  const known: Readonly<Record<string, object>> = examples
  const feature = { ...(known[strategy] ?? { id: 'f', enabled: true, activationStrategy: strategy }) } as Feature
  const explanation = { reason: 'TARGETING_MATCH', strategy, enabled: true, ...details } as unknown as Explanation
  const { because, briefly } = verdictOf(feature, { active, explanation }, 'murmur3')
  return [because, briefly] as const
}

/** Words of one result that must not be among those of the other. */
const denials = /\b(not|nobody|outside|off|no)\b/i

it.each(cases)('the words of %s %j differ by the result, and deny only what is denied', (strategy, details) => {
  const [yes, no] = [wordsOf(strategy, details, true), wordsOf(strategy, details, false)]
  for (const index of [0, 1] as const) expect(yes[index]).not.toBe(no[index])
  const isSplitByRule = strategy === 'RULES' && JSON.stringify(details).includes('share')
  if (!isSplitByRule && !/doesn’t know/.test(yes[0]))
    expect(yes.join(' ').replace('No rule matches', '')).not.toMatch(denials)
  expect(no.join(' ').replace('No rule matches', '').replace('doesn’t know', '')).toMatch(denials)
})

it.each([
  [
    true,
    'PERCENTAGE',
    'This client is in bucket 20,000 of 100,000, which is in the share: the rollout covers buckets below 50,000.',
    'bucket 20,000 is within the first 50,000',
    20_000,
  ],
  [
    false,
    'PERCENTAGE',
    'This client is in bucket 63,314 of 100,000, outside the share: the rollout covers buckets below 50,000.',
    'bucket 63,314 is outside the first 50,000',
    63_314,
  ],
])('a share that is %s names the bucket and the bound', (active, strategy, because, briefly, bucket) => {
  expect(wordsOf(strategy, { reason: 'SPLIT', bucket, bound: 50_000 }, active)).toEqual([because, briefly])
})

it('the share of a rule is named as it is, whether the rule turns the feature on or off', () => {
  fc.assert(
    fc.property(fc.nat(99_999), fc.nat(100_000), fc.boolean(), (bucket, bound, turnsOn) => {
      const active = bucket < bound === turnsOn
      const words = wordsOf('RULES', { reason: 'SPLIT', ...byRule(), trace: [{ share: share(bucket, bound) }] }, active)
      expect(words[0].includes(active ? 'decides: on.' : 'decides: off.')).toBe(true)
      expect(words[0].includes('outside the share')).toBe(bucket >= bound)
      expect(words[1].startsWith(active ? 'on by' : 'off by')).toBe(true)
      expect(words[1].includes('outside')).toBe(bucket >= bound)
    }),
  )
})

it('the sentence of an error ends with one full stop', () => {
  const of = (message: string) => wordsOf('PERCENTAGE', { reason: 'ERROR', errorCode: 'GENERAL', message }, false)[0]
  expect([of('It is broken'), of('It is broken.')]).toEqual(['It is broken.', 'It is broken.'])
})
