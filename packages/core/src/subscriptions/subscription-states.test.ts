import { describe, expect, it } from 'vitest'
import {
  moved,
  type SubscriptionState,
  type SubscriptionVerb,
  stateOf,
  subscriptionMoves,
} from './subscription-states.ts'
import { boxWithPlans, HOUR, START, subscribe } from './subscriptions.fixture.ts'

/** The moves of a subscription as a table. */
const decided: Record<SubscriptionState, Record<SubscriptionVerb, SubscriptionState | 'refused'>> = {
  active: { pause: 'paused', resume: 'active', rotate: 'active', close: 'closed' },
  paused: { pause: 'paused', resume: 'active', rotate: 'paused', close: 'closed' },
  closed: { pause: 'refused', resume: 'refused', rotate: 'refused', close: 'closed' },
}
const cells = Object.entries(decided).flatMap(([from, row]) =>
  Object.entries(row).map(([verb, to]) => [from as SubscriptionState, verb as SubscriptionVerb, to] as const),
)
const way = { active: [], paused: ['pause'], closed: ['close'] } as const

describe('a subscription', () => {
  it.each(cells)('that is %s, to %s: %s', async (from, verb, to) => {
    const { box, clock } = await boxWithPlans()
    const { id } = await subscribe(box)
    for (const step of way[from]) await box.subscriptions[step]({ id })
    const before = await box.subscriptions.get({ id })
    expect(stateOf(before)).toBe(from)
    clock.advance(HOUR)
    const call = verb === 'rotate' ? box.subscriptions.rotate({ id, body: {} }) : box.subscriptions[verb]({ id })
    if (to === 'refused') await expect(call).rejects.toMatchObject({ code: 'CONFLICT', members: { from, verb } })
    else await call
    const after = await box.subscriptions.get({ id })
    expect(stateOf(after)).toBe(to === 'refused' ? from : to)
    expect(subscriptionMoves[from][verb]).toBe(to)
    const isMoved = to !== 'refused' && to !== from
    const gained = isMoved
      ? { [{ active: 'started_at', paused: 'paused_at', closed: 'closed_at' }[to]]: START + HOUR }
      : {}
    expect(after.dates).toEqual({ ...before.dates, ...gained })
  })

  it('has dates that never go back, even if the clock does', () => {
    const subscription = {
      id: 's',
      api_ref: 'a',
      plan_ref: 'p',
      enabled: true,
      dates: { started_at: 5, ending_at: 99 },
    }
    const paused = moved(subscription, 'pause', { now: 3 })
    expect(paused.dates).toEqual({ started_at: 5, ending_at: 99, paused_at: 5 })
    expect(moved(paused, 'close', { now: 7 }).dates).toMatchObject({ paused_at: 5, closed_at: 7 })
  })
})
