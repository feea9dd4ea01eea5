import { loadPatterns } from '@signalbox/core/evaluate'
import { expect, it } from 'vitest'
import { costOf } from '../cost.fixture.ts'
import { flagd } from '../flagd/flagd.ts'
import { growthBook } from '../growthbook/growthbook.ts'
import { launchDarkly } from '../launchdarkly/launchdarkly.ts'
import { unleash } from '../unleash/unleash.ts'

const MANY = 10_000
const patterns = await loadPatterns()

/** A chain of flags, each of which needs the next one. */
const chain = (flagWith: (next: string) => object) =>
  Object.fromEntries(Array.from({ length: MANY }, (_, i) => [`f${i}`, flagWith(`f${i + 1}`)]))

const clauses = [
  { contextKind: 'user', attribute: 'a', op: 'in', values: ['x', 1], negate: true },
  { contextKind: 'user', attribute: 'b', op: 'matches', values: ['^a'] },
]
const flags = chain((key) => ({
  on: true,
  variations: ['a', 'b'],
  offVariation: 1,
  prerequisites: [{ key, variation: 0 }],
  rules: [{ id: 'r', variation: 0, clauses }],
  fallthrough: { rollout: { variations: [0, 1].map((variation) => ({ variation, weight: 50_000 })) } },
}))

const features = chain((id) => ({
  defaultValue: 'a',
  rules: [
    { condition: { a: { $in: ['x', 1] }, 'b.c': { $regex: '^a' }, d: { $lt: 7 } }, force: 'b', coverage: 0.3 },
    { parentConditions: [{ id, condition: { value: 'b' } }], force: 'b' },
  ],
}))

const strategies = [50, 60].map((rollout) => ({
  name: 'flexibleRollout',
  parameters: { rollout, stickiness: 'default', groupId: 'g' },
  segments: [1],
}))
const ofUnleash = Array.from({ length: MANY }, (_, i) => ({
  name: `f${i}`,
  enabled: true,
  strategies,
  variants: ['a', 'b'].map((name) => ({ name, weight: 500 })),
  dependencies: i === 0 ? [] : [{ feature: 'f0', variants: ['a'] }],
}))

const shared = (i: number) => (i % 20 === 19 ? { var: 'a' } : { and: [{ $ref: `r${i + 1}` }, { var: `a${i}` }] })
const ofFlagd = {
  flags: Object.fromEntries(
    Array.from({ length: MANY }, (_, i) => [
      `f${i}`,
      {
        state: 'ENABLED',
        variants: { a: 'a', b: 'b' },
        defaultVariant: 'a',
        targeting: {
          if: [
            { $ref: `r${i}` },
            {
              fractional: [
                ['a', 1],
                ['b', 2],
              ],
            },
          ],
        },
      },
    ]),
  ),
  $evaluators: Object.fromEntries(Array.from({ length: MANY }, (_, i) => [`r${i}`, shared(i)])),
}

it.each([
  ['LaunchDarkly', launchDarkly, { flags }],
  ['GrowthBook', growthBook, { features }],
  ['Unleash', unleash, { features: ofUnleash, segments: [{ id: 1, name: 's', constraints: [] }] }],
] as const)('10,000 flags of %s that need each other are converted in little time', async (_, vendor, data) => {
  const cost = await costOf(() => {
    const { configs, features } = vendor.convert(JSON.stringify(data), { patterns })
    expect([configs.length, features.length > MANY]).toEqual([MANY, true])
  })
  expect(cost).toBeLessThan(200)
})

it('10,000 flags of flagd with shared rules that refer to each other are converted in little time', async () => {
  const cost = await costOf(() => {
    const { configs, findings } = flagd.convert(JSON.stringify(ofFlagd), { patterns })
    expect([configs.length, findings.filter(({ severity }) => severity === 'lost')]).toEqual([MANY, []])
  })
  expect(cost).toBeLessThan(200)
})
