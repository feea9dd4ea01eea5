import type { ChangeEvent, Feature } from '@signalbox/core/contract'
import { expect, it } from 'vitest'
import { afterEvent, byScript, withFeatures } from './references.ts'

const refers = (id: string, ref: string) =>
  ({ id, enabled: true, activationStrategy: 'GLOBAL_SCRIPT', parameters: { ref } }) as Feature
const always = (id: string) => ({ id, enabled: true, activationStrategy: 'NO_STRATEGY' }) as Feature
const event = (type: string, payload: Feature, oldValue?: Feature) =>
  ({ domain: 'Feature', type, key: payload.id, payload, oldValue }) as unknown as ChangeEvent

it('the features of a script are those that refer to it, after each change', () => {
  const steps = [
    event('FEATURE_CREATED', refers('c', 'one')),
    event('FEATURE_UPDATED', refers('a', 'two'), refers('a', 'one')),
    event('FEATURE_UPDATED', refers('renamed', 'two'), refers('a', 'two')),
    event('FEATURE_UPDATED', always('c'), refers('c', 'one')),
    event('FEATURE_DELETED', refers('b', 'one')),
  ]
  let references = withFeatures(new Map(), [refers('b', 'one'), refers('a', 'one'), always('d')])
  const seen = [references, ...steps.map((step) => (references = afterEvent(references, step)))]
  expect(seen.map((one) => Object.fromEntries(byScript(one)))).toEqual([
    { one: ['a', 'b'] },
    { one: ['a', 'b', 'c'] },
    { one: ['b', 'c'], two: ['a'] },
    { one: ['b', 'c'], two: ['renamed'] },
    { one: ['b'], two: ['renamed'] },
    { two: ['renamed'] },
  ])
})
