import type { Feature } from '@signalbox/core/contract'
import { describe, expect, it } from 'vitest'
import { type DecideParts, decide } from '../../evaluation/decide.ts'
import { rulesEngine } from '../../evaluation/rules-engine.ts'
import { answerOf, stateOf, stateOfEntry } from './state-words.ts'

const parts: DecideParts = {
  settings: { timeZone: 'UTC', bucketing: 'murmur3' },
  instant: Date.parse('2026-11-23T12:00:00Z'),
  find: () => 'missing',
  rules: () => rulesEngine,
}
const feature = (activationStrategy: string, parameters?: object, enabled = true) =>
  ({ id: 'shop:express', enabled, activationStrategy, ...(parameters && { parameters }) }) as unknown as Feature

const release = (releaseDate: string) => feature('RELEASE_DATE', { releaseDate })
const range = (from: string, to: string) => feature('DATE_RANGE', { from, to })

describe('the state of a feature', () => {
  it.each([
    ['on', feature('NO_STRATEGY')],
    ['off', feature('NO_STRATEGY', undefined, false)],
    ['on', feature('PERCENTAGE', { percentage: 25 })],
    ['waits', release('01/02/2027 08:00:00')],
    ['on', release('01/02/2026 08:00:00')],
    ['waits', range('2027-01-01 00:00:00', '2027-02-01 00:00:00')],
    ['over', range('2025-01-01 00:00:00', '2025-02-01 00:00:00')],
    ['on', range('2025-01-01 00:00:00', '2027-02-01 00:00:00')],
    ['waits', feature('HOUR_RANGE', { startDate: '01:00', endDate: '02:00' })],
    ['waits', feature('HOUR_RANGE', { startDate: '22:00', endDate: '06:00' })],
    ['on', feature('RULES', { rules: [] })],
    ['script', feature('GLOBAL_SCRIPT', { ref: 'shared' })],
    ['fails', feature('LATER', {})],
  ])('is %s for %j', (word, given) => {
    expect(stateOf(given, decide(given, undefined, parts)).word).toBe(word)
  })

  it('is on before its parameters are known, if they cannot change it', () => {
    const word = (strategy: string, enabled = true) => stateOfEntry({ id: 'f', enabled, strategy }).word
    expect([word('PERCENTAGE'), word('PERCENTAGE', false), word('SCRIPT'), word('RELEASE_DATE')]).toEqual([
      'on',
      'off',
      'script',
      '…',
    ])
  })

  it('is the answer for a context, unless only the service knows it', () => {
    const answer = (given: Feature, context = { id: 'ann' }) => answerOf(decide(given, context, parts))?.word
    expect(answer(feature('CUSTOMERS_LIST', { customers: ['ann'] }))).toBe('on')
    expect(answer(feature('CUSTOMERS_LIST', { customers: ['bob'] }))).toBe('off')
    expect(answer(feature('PERCENTAGE', { percentage: 25 }), {} as never)).toBe('fails')
    expect(answer(feature('RULES', { rules: [{}] }))).toBe('on')
    expect(answer(feature('SCRIPT', { type: 'javascript', script: '' }))).toBeUndefined()
  })
})
