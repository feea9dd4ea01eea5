import { expect, it } from 'vitest'
import { inShort, type Summary } from './in-short.ts'

const summary = (rest: Partial<Summary>): Summary => ({
  ...{ id: 'e', enabled: true, state: 'running', users: 2000, converted: 450 },
  leader: { id: 'B', name: '', rate: 0.25, probabilityBest: 0.996 },
  sampleRatioMismatch: { p: 1, alarm: false },
  ...rest,
})

it.each([
  [{}, 'on', 'B is ahead with 25.0% · 2,000 users'],
  [{ state: 'disabled' }, 'off', 'B is ahead with 25.0% · 2,000 users'],
  [{ converted: 0 }, 'on', '2,000 users, none converted'],
  [{ state: 'waiting', users: 0 }, 'waits', 'nobody has seen it yet'],
  [{ state: 'disabled', users: 0 }, 'off', ''],
  [{ sampleRatioMismatch: { p: 0, alarm: true } }, 'skewed', 'don’t trust it'],
] as const)('%j is %s: %s', (rest, word, words) => {
  const found = inShort(summary(rest))
  expect([found.word, found.words.replaceAll('\u00a0', ' ')]).toEqual([word, words])
  expect(found.aspect === undefined).toBe(word === 'off')
})
