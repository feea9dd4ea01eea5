import { describe, expect, it } from 'vitest'
import { live } from '../../index.ts'
import { plain } from '../flags.fixture.ts'
import { atOnce } from '../following/time-slices.ts'
import { createState } from '../state.ts'

const listed = (id: string, customers: readonly string[]) =>
  ({ id, enabled: true, activationStrategy: 'CUSTOMERS_LIST', parameters: { customers } }) as const
const share = (id: string, percentage: number) =>
  ({ id, enabled: true, activationStrategy: 'PERCENTAGE', parameters: { percentage } }) as const
const holding = (...features: readonly { readonly id: string }[]) =>
  live(undefined, { bootstrap: { features: features as never } })

describe('features that share what is equal', () => {
  it('are read as they were given, in the same order of customers', () => {
    const features = [
      plain('a'),
      plain('constructor', false),
      { ...plain('c'), tags: ['x', 'y'] },
      share('d', 30),
      share('e', 30),
      listed('f', ['bob', 'ann']),
      listed('g', ['ann', 'bob', 'ann']),
      listed('h', []),
      { ...listed('i', ['ann']), description: 'x'.repeat(1000) },
    ]
    const flags = holding(...features)
    expect(features.map(({ id }) => flags.feature(id))).toEqual(features)
    expect(flags.snapshot().features).toEqual(features)
  })

  it('are checked and explained each by itself', () => {
    const flags = holding(listed('a', ['ann']), listed('b', ['ann', 'bob', 'ann']), share('c', 100), plain('d', false))
    const active = (id: string) => ['a', 'b', 'c', 'd'].map((key) => flags.isActive(key, { id }))
    expect([active('ann'), active('bob'), active('eve')]).toEqual([
      [true, true, true, false],
      [false, true, true, false],
      [false, false, true, false],
    ])
    expect(flags.explain('a', { id: 'ann' })).toMatchObject({ reason: 'TARGETING_MATCH', listed: true })
  })

  it('do not change with the objects that they were given as', () => {
    const given = [listed('a', ['ann']), share('b', 100)]
    const flags = holding(...given)
    ;(given[0]!.parameters as { customers: string[] }).customers.push('bob')
    ;(given[1]!.parameters as { percentage: number }).percentage = 0
    expect([flags.isActive('a', { id: 'bob' }), flags.isActive('b', { id: 'bob' })]).toEqual([false, true])
    expect(flags.feature('a')).toEqual(listed('a', ['ann']))
  })

  it('have changed only if a member has, wherever the parameters stand', () => {
    const state = createState({
      clock: () => 0,
      settings: { timeZone: 'UTC', bucketing: 'murmur3', assignment: 'balanced' },
      rules: () => undefined,
      elsewhere: undefined as never,
      onChange() {},
    })
    const changedBy = (...features: readonly object[]) =>
      atOnce(state.replace(JSON.parse(JSON.stringify({ features })))).features
    const tagged = { ...share('a', 30), tags: ['x'] }
    expect(changedBy(tagged, listed('b', ['ann']), listed('c', ['ann', 'ann']))).toEqual(['a', 'b', 'c'])
    expect(changedBy(tagged, listed('b', ['ann']), listed('c', ['ann', 'ann']))).toEqual([])
    expect(changedBy(share('a', 30), listed('b', ['bob']), listed('c', ['ann']))).toEqual(['a', 'b', 'c'])
  })
})
