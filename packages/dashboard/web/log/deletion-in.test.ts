import { createSignalbox } from '@signalbox/core'
import type { ChangeEvent } from '@signalbox/core/contract'
import { expect, it, onTestFinished } from 'vitest'
import { deletionIn, deletionsIn, isRename } from './deletion-in.ts'

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

it('a rename is a deletion and a creation in one commit', async () => {
  const box = createSignalbox()
  onTestFinished(() => box.close())
  await box.segments.create({ body: { id: 'ren:old', included: ['ann'] } })
  await box.segments.replace({ id: 'ren:old', body: { id: 'ren:new', included: ['ann'] } })
  const { results } = await box.events.history({ domains: 'Segment', limit: 2 })
  const [created, deleted] = results as [ChangeEvent, ChangeEvent]
  expect(isRename(deleted, created)).toBe(true)
  const shifted = (ms: number) => new Date(Date.parse(`${deleted.timestamp}Z`) + ms).toISOString().slice(0, -1)
  const others = [
    ...[{ _id: created._id + 1 }, { type: 'SEGMENT_UPDATED' }, { domain: 'Config' }, { reason: 'Another' }],
    ...[{ timestamp: shifted(20) }, { timestamp: shifted(-20) }, { authInfo: { id: 'a', name: 'A', kind: 'User' } }],
    ...[{ traceparent: 'another' }, { payload: { id: 'ren:new', included: ['zoe'] } }, { payload: undefined }],
  ] as Partial<ChangeEvent>[]
  for (const other of others) expect(isRename(deleted, { ...created, ...other })).toBe(false)
  expect(isRename(created, { ...deleted, _id: created._id + 1 })).toBe(false)
})
