import type { Feature } from '@signalbox/core/contract'
import { compileFeature, decidedBy, explain, timeZone } from '@signalbox/core/evaluate'
import { describe, expect, it } from 'vitest'
import { examples } from '../../../../core/src/features/examples.fixture.ts'
import { stateOf, stateOfEntry } from '../features/state-words.ts'
import { describeStrategy, strategies, viewOf } from './index.ts'

it.each([
  [{ activationStrategy: 'NO_STRATEGY' }, 'everyone'],
  [{ activationStrategy: 'RELEASE_DATE', parameters: { releaseDate: '01/02/2027 08:00:00' } }, 'from 1 Feb 2027 08:00'],
  [
    { activationStrategy: 'DATE_RANGE', parameters: { from: '2027-02-01 08:00:00', to: '2027-02-02 08:00:01' } },
    'from 1 Feb 2027 08:00 to 2 Feb 2027 08:00:01',
  ],
  [{ activationStrategy: 'HOUR_RANGE', parameters: { startDate: '22:00', endDate: '06:00' } }, '22:00 to 06:00'],
  [{ activationStrategy: 'PERCENTAGE', parameters: { percentage: 0.5 } }, '0.5% of clients'],
  [{ activationStrategy: 'CUSTOMERS_LIST', parameters: { customers: ['ann'] } }, '1 client'],
  [{ activationStrategy: 'RULES', parameters: { rules: [{}, {}] } }, '2 rules'],
  [{ activationStrategy: 'SCRIPT', parameters: { type: 'javascript', script: '' } }, 'JavaScript script'],
  [{ activationStrategy: 'GLOBAL_SCRIPT', parameters: { ref: 'greet' } }, 'script greet'],
] as const)('%j is %s', (part, words) => {
  expect(describeStrategy({ id: 'f', enabled: true, ...part } as unknown as Feature)).toBe(words)
})

/** Every six hours of two weeks, and long before and after. */
const instants = Array.from({ length: 56 }, (_, index) => Date.UTC(2026, 4, 1, index * 6)).concat(
  [2000, 2100].map((year) => Date.UTC(year, 0)),
)
const settings = { timeZone: 'UTC', bucketing: 'murmur3' } as const

describe.each(
  Object.values(examples).filter(({ activationStrategy }) => decidedBy(activationStrategy) === 'parameters'),
)('what is shown of $activationStrategy', (example: Feature) => {
  const view = viewOf(example.activationStrategy)
  const at = (now: number) => {
    const environment = { clock: () => now, zone: timeZone('UTC'), bucketing: 'murmur3' } as const
    const compiled = compileFeature(example, environment)
    const results = ['ann', 'bob'].map((id) => compiled.isActive({ id }))
    const explanation = explain(compiled, environment)
    const state = stateOf(example, { state: 'decided', active: compiled.isActive(undefined), explanation })
    return { results, audience: view.audience(example, settings, now), state: state.word }
  }

  it('agrees with the evaluator about who gets it, at any time', () => {
    for (const { results, audience } of instants.map(at)) {
      if (audience.kind === 'all') expect(results).toEqual([true, true])
      else if (audience.kind === 'none') expect(results).toEqual([false, false])
      else if (audience.kind === 'list') expect(results).toEqual(['ann', 'bob'].map((id) => audience.ids.has(id)))
      else expect(audience.kind).toBe('share')
    }
  })

  it('is on exactly while some clients may get it', () => {
    for (const { audience, state } of instants.map(at)) expect(state === 'on').toBe(audience.kind !== 'none')
  })

  it('is on before its parameters are known only if they cannot change that', () => {
    const { word } = stateOfEntry({ id: 'f', enabled: true, strategy: example.activationStrategy })
    expect(word).toBe(instants.every((now) => at(now).state === 'on') ? 'on' : '…')
  })

  it('has ways for those who get it and for all others, unless everybody does', () => {
    const ways = view.arms(example.parameters).map(({ isOn }) => isOn)
    const isForAll = instants.every((now) => at(now).audience.kind === 'all') && ways.length === 1
    expect(ways).toEqual(isForAll ? [true] : [true, false])
  })
})

it('each strategy has words and a name of its own', () => {
  const views = Object.values(strategies)
  for (const key of ['label', 'name'] as const) expect(new Set(views.map((view) => view[key])).size).toBe(views.length)
  for (const example of Object.values(examples)) expect(describeStrategy(example)).not.toMatch(/undefined|doesn’t know/)
})
