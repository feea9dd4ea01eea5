import { describe, expect, it } from 'vitest'
import { aboutWords, datedSteps, type Subscription, stateOf, stateWords } from './states.ts'

const subscription = (more: Partial<Subscription> = {}): Subscription => ({
  ...{ id: 'acme', api_ref: 'billing', plan_ref: 'free', enabled: true, status: 'published' },
  ...more,
})

describe('the state of a subscription', () => {
  it.each([
    [{}, 'active', 'Active'],
    [{ enabled: false }, 'paused', 'Paused'],
    [{ status: 'deprecated' }, 'active', 'Deprecated'],
    [{ status: 'staging' }, 'active', 'For tests'],
    [{ status: 'staging', enabled: false }, 'paused', 'Paused'],
    [{ status: 'closed', enabled: false }, 'closed', 'Closed'],
    [{ status: 'staging', enabled: false, approval: 'waiting' }, 'waiting', 'Waiting for approval'],
    [{ enabled: false, approval: 'approved' }, 'paused', 'Paused'],
    [{ status: 'closed', approval: 'refused' }, 'closed', 'Refused'],
    [{ status: 'closed', approval: 'waiting' }, 'closed', 'Closed'],
    [{ dates: { closed_at: 7 }, enabled: false }, 'closed', 'Closed'],
  ] as const)('%j is %s, in words %s', (more, state, word) => {
    expect([stateOf(subscription(more)), stateWords(subscription(more)).word]).toEqual([state, word])
  })
})

it('says who uses what', () => {
  expect(aboutWords(subscription({ owner_ref: 'acme' }))).toBe('free of billing, for acme')
  expect(aboutWords(subscription())).toBe('free of billing')
})

it('its dates are in order, and those of one moment are one step', () => {
  const dates = { created_at: 1, processed_at: 1, started_at: 1, paused_at: 5, ending_at: 9, closed_at: 7 }
  expect(datedSteps(subscription({ dates }))).toEqual([
    { label: 'Created, started', at: 1 },
    { label: 'Paused', at: 5 },
    { label: 'Closed', at: 7 },
    { label: 'Credentials expire', at: 9 },
  ])
  expect(datedSteps(subscription())).toEqual([])
})
