import { expect, it } from 'vitest'
import { flagSentence, type HeldFlag, nextSentence } from './flag-words.ts'

const flag = (enabled: boolean, activationStrategy = 'NO_STRATEGY') =>
  ({ state: 'ready', value: { enabled, activationStrategy } }) as HeldFlag

it.each([
  [flag(true), 'is on for everyone. You can limit it to some clients at any time.'],
  [flag(false), 'is off for everyone.'],
  [flag(true, 'PERCENTAGE'), 'is on, within its strategy.'],
  [flag(false, 'PERCENTAGE'), 'is off for everyone.'],
  [{ state: 'missing' } as const, 'doesn’t exist anymore.'],
  [{ state: 'loading' } as const, 'was created.'],
])('says what the flag is now: %j', (held, sentence) => {
  expect(flagSentence(held)).toBe(sentence)
})

it('what to try next depends on the state of the flag, and on whether the program follows it', () => {
  expect(nextSentence(flag(true), true)).toMatch(/^Switch the flag off and watch/)
  expect(nextSentence(flag(false), true)).toMatch(/^Switch the flag on and watch/)
  expect(nextSentence(flag(true), false)).toMatch(/^Switch the flag off and run/)
  expect(nextSentence(flag(false), false)).toMatch(/^Switch the flag on and run/)
  expect(nextSentence({ state: 'missing' }, false)).toBeUndefined()
})
