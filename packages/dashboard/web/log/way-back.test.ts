import type { ChangeEvent } from '@signalbox/core/contract'
import { expect, test } from 'vitest'
import { wayBack } from './way-back.ts'

const event = (domain: string, type: string) => ({ domain, type }) as ChangeEvent

test.each([
  ['Feature', 'FEATURE_UPDATED', undefined, 'back'],
  ['Feature', 'FEATURE_CREATED', undefined, 'back'],
  ['Feature', 'FEATURE_DELETED', 'restore', undefined],
  ['Api', 'API_DRAFT_UPDATED', undefined, 'back'],
  ['Api', 'API_DRAFT_DELETED', 'back', 'back'],
  ['Api', 'API_DEPLOYED', undefined, undefined],
  ['Api', 'API_DOCUMENTATION_REFRESHED', undefined, undefined],
] as const)('the way back to %s %s is %s while it is the newest event, then %s', (domain, type, newest, later) => {
  expect(wayBack(event(domain, type), true)).toBe(newest)
  expect(wayBack(event(domain, type), false)).toBe(later)
})
