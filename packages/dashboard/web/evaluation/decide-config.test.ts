import type { Config } from '@signalbox/core/contract'
import { describe, expect, it } from 'vitest'
import { decideConfig } from './decide-config.ts'
import type { Found } from './found.ts'
import { rulesEngine } from './rules-engine.ts'

const split = [
  { name: 'few', weight: 3, value: 20 },
  { name: 'none', weight: 0, value: 0 },
  { name: 'many', weight: 1, value: 40 },
]
const config: Config = {
  id: 'shop:items',
  value: 10,
  rules: [
    { name: 'staff', when: { segment: 'staff' }, value: 100 },
    { when: { attribute: 'country', operator: 'is', value: 'FR' }, split },
    { when: { attribute: 'plan', operator: 'is', value: 'pro' }, value: 30 },
  ],
}

const decide = (context: object, one = config, found: Found = { id: 'staff', included: ['eve'] }) =>
  decideConfig(one, context as never, {
    settings: { timeZone: 'UTC', bucketing: 'murmur3' },
    instant: 0,
    find: () => found,
    rules: () => rulesEngine,
  })

const outcomes = (context: object) => {
  const found = decide(context)
  return found.state === 'decided' ? [found.decision.value, ...found.nodes.map(({ outcome }) => outcome)] : found
}

describe('a config in the page', () => {
  it('has an outcome for each rule', () => {
    expect(outcomes({ id: 'eve' })).toEqual([100, true, null, null])
    expect(outcomes({ id: 'ben', plan: 'pro' })).toEqual([30, false, false, true])
    expect(outcomes({ id: 'ben' })).toEqual([10, false, false, false])
  })

  it('names the bucket of a client in a split, and those of its part', () => {
    for (let i = 0; i < 100; i++) {
      const found = decide({ id: `client-${i}`, country: 'FR' })
      if (found.state !== 'decided') throw new Error(found.state)
      const { bucket, from, to } = found.bucket!
      expect([from, to]).toEqual(found.decision.variant === 'few' ? [0, 75_000] : [75_000, 100_000])
      expect(bucket >= from && bucket < to).toBe(true)
    }
  })

  it('names the bucket of what the split divides by, with its salt', () => {
    const salted: Config = { ...config, rules: [{ by: 'team', salt: 'autumn', split }] }
    const found = ['red', 'blue', 'green', 'white'].map((team) => {
      const one = decide({ id: 'ben', team }, salted)
      if (one.state !== 'decided') throw new Error(one.state)
      const { bucket, from, to } = one.bucket!
      expect([from, to]).toEqual(one.decision.variant === 'few' ? [0, 75_000] : [75_000, 100_000])
      expect(bucket >= from && bucket < to).toBe(true)
      return bucket
    })
    expect(new Set(found).size).toBe(4)
    const again = decide({ id: 'eve', team: 'red' }, salted)
    const plain = decide({ id: 'ben', team: 'red' }, { ...salted, rules: [{ by: 'team', split }] })
    expect([again, plain]).toMatchObject([{ bucket: { bucket: found[0] } }, { bucket: {} }])
    expect(plain).not.toMatchObject({ bucket: { bucket: found[0] } })
  })

  it('is an error for a client that the split cannot divide', () => {
    expect(decide({ country: 'FR' })).toMatchObject({
      decision: { value: 10, reason: 'ERROR', errorCode: 'TARGETING_KEY_MISSING' },
      nodes: [{ outcome: false }, { outcome: true }, { outcome: null }],
    })
  })

  it('waits for what it refers to, and says what is wrong with a draft', () => {
    expect(decide({}, config, 'loading')).toEqual({ state: 'waits' })
    expect(decide({}, config, 'forbidden')).toMatchObject({ state: 'asks' })
    const zero = { ...config, rules: [{ split: [{ name: 'A', weight: 0, value: 1 }] }] }
    expect(decide({}, zero)).toEqual({ state: 'invalid', why: 'Rule 1 needs a part with a weight above 0.' })
  })
})
