import { eventTypes } from '@signalbox/core/contract'
import { expect, test } from 'vitest'
import { changeTypes, everyEventType } from './change-types.ts'

test('all events are changes but those that clients of experiments cause', () => {
  const known = new Set<string>(changeTypes)
  expect(eventTypes.filter((type) => !known.has(type))).toEqual([
    'VARIANT_BINDING_CREATED',
    'EXPERIMENT_VARIANT_EVENT_CREATED',
  ])
  expect([...known].filter((type) => !eventTypes.some((one) => one === type))).toEqual([])
})

test('every type of the service can be chosen', () => {
  expect([...everyEventType].sort()).toEqual([...eventTypes].sort())
})
