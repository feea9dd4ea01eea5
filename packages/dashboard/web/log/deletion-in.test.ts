import type { ChangeEvent } from '@signalbox/core/contract'
import { expect, it } from 'vitest'
import { deletionIn } from './deletion-in.ts'

const event = (type: string, domain = 'Feature') => ({ type, domain }) as ChangeEvent

it('a deletion is the last change of a record, whatever its results say later', () => {
  const gone = event('FEATURE_DELETED')
  expect(deletionIn([gone, event('FEATURE_UPDATED')])).toBe(gone)
  expect(deletionIn([event('FEATURE_CREATED'), gone])).toBeUndefined()
  const experiment = event('EXPERIMENT_DELETED', 'Experiment')
  expect(deletionIn([event('EXPERIMENT_VARIANT_EVENT_DELETED', 'Experiment'), experiment])).toBe(experiment)
  expect(deletionIn([])).toBeUndefined()
})
