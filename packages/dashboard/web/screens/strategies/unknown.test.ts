import type { Feature } from '@signalbox/core/contract'
import type { Explanation } from '@signalbox/core/evaluate'
import { describe, expect, it } from 'vitest'
import { type DecideParts, type Decision, decide } from '../../evaluation/decide.ts'
import { rulesEngine } from '../../evaluation/rules-engine.ts'
import { consequence } from '../feature/consequence/consequence.ts'
import { stateOf, stateOfEntry } from '../features/state-words.ts'
import { armsOf, describeStrategy, viewOf } from './index.ts'
import type { StateWord } from './state-word.ts'
import { verdictOf } from './verdict.ts'

const feature = (activationStrategy: string, parameters: object = { days: ['MO'] }) =>
  ({ id: 'f', enabled: true, activationStrategy, parameters }) as unknown as Feature
const settings = { timeZone: 'UTC', bucketing: 'murmur3' } as const
const parts: DecideParts = { settings, instant: 0, find: () => 'missing', rules: () => rulesEngine }

describe.each(['WEEKDAYS', 'JAVASCRIPT', 'toString', '__proto__', 'percentage'])(
  'the strategy %s, which the page does not know',
  (name) => {
    const unknown = feature(name)
    const saysSo = new RegExp(`${name}.*this page doesn’t know`)
    const explanation = { reason: 'TARGETING_MATCH', strategy: name, enabled: true } as unknown as Explanation

    it('is called so where the service says what it decided', () => {
      for (const active of [true, false]) {
        const { because, briefly } = verdictOf(unknown, { active, explanation }, 'murmur3')
        for (const words of [because, briefly]) {
          expect(words).toMatch(saysSo)
          expect(words).toContain(active ? 'switched on' : 'switched off')
        }
      }
    })

    it('is neither on nor off in the list, and named', () => {
      const elsewhere: Decision = { state: 'decided', active: false, explanation }
      const words: StateWord[] = [stateOf(unknown, elsewhere), stateOfEntry({ id: 'f', enabled: true, strategy: name })]
      for (const { word, why } of words) expect([word, why]).toEqual(['…', expect.stringMatching(saysSo)])
      expect(stateOf({ ...unknown, enabled: false } as Feature, elsewhere).word).toBe('off')
      expect(stateOf(unknown, decide(unknown, undefined, parts)).word).toBe('fails')
      expect(viewOf(name).name).toBe(`unknown strategy ${name}`)
      expect(describeStrategy(unknown)).toMatch(saysSo)
    })

    it('has one arm in the fork, which is not drawn as on', () => {
      expect(armsOf(unknown)).toEqual([{ who: name, what: expect.stringContaining('doesn’t know'), isOn: false }])
    })

    it('has no audience that the page could count', () => {
      const all = feature('NO_STRATEGY')
      const computing = { settings, now: 0, compile: () => undefined, context: {}, ids: [] }
      for (const [saved, draft] of [
        [all, unknown],
        [unknown, all],
        [undefined, unknown],
      ] as const)
        expect(consequence(saved, draft, computing)).toEqual([expect.stringContaining('it doesn’t know this strategy')])
    })
  },
)
