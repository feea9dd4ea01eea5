import type { ChangeEvent } from '@signalbox/core/contract'
import { expect, it } from 'vitest'
import { deletionIn, deletionsIn } from './deletion-in.ts'

const event = (type: string, domain = 'Feature') => ({ type, domain }) as ChangeEvent

it('a deletion is the last change of a record, whatever its results say later', () => {
  const gone = event('FEATURE_DELETED')
  expect(deletionIn([gone, event('FEATURE_UPDATED')])).toBe(gone)
  expect(deletionIn([event('FEATURE_CREATED'), gone])).toBeUndefined()
  const experiment = event('EXPERIMENT_DELETED', 'Experiment')
  expect(deletionIn([event('EXPERIMENT_VARIANT_EVENT_DELETED', 'Experiment'), experiment])).toBe(experiment)
  expect(deletionIn([])).toBeUndefined()
})

it('the deletions of a domain are those of records that were not created again, each once, the newest first', () => {
  const of = (type: string, key: string) => ({ type, key, domain: 'Feature' }) as ChangeEvent
  const [b, a] = [of('FEATURE_DELETED', 'b'), of('FEATURE_DELETED', 'a')]
  const events = [b, of('FEATURE_CREATED', 'c'), of('FEATURES_DELETED', '*'), a, of('FEATURE_DELETED', 'c'), { ...a }]
  expect(deletionsIn(events)).toEqual([b, a])
  expect(deletionsIn([])).toEqual([])
})
