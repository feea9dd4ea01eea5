import { describe, expect, it } from 'vitest'
import {
  moved,
  type SubscriptionState,
  type SubscriptionVerb,
  stateOf,
  subscriptionMoves,
} from './subscription-states.ts'
import { ask, boxWithPlans, HOUR, START, subscribe } from './subscriptions.fixture.ts'

/** Nothing is decided about a subscription that does not wait. */
const undecided = { approve: 'refused', refuse: 'refused' } as const

/** The moves of a subscription as a table. */
const decided: Record<SubscriptionState, Record<SubscriptionVerb, SubscriptionState | 'refused'>> = {
  waiting: {
    ...{ pause: 'refused', resume: 'refused', rotate: 'refused' },
    ...{ close: 'closed', approve: 'active', refuse: 'closed' },
  },
  active: { pause: 'paused', resume: 'active', rotate: 'active', close: 'closed', ...undecided },
  paused: { pause: 'paused', resume: 'active', rotate: 'paused', close: 'closed', ...undecided },
  closed: { pause: 'refused', resume: 'refused', rotate: 'refused', close: 'closed', ...undecided },
}
const cells = Object.entries(decided).flatMap(([from, row]) =>
  Object.entries(row).map(([verb, to]) => [from as SubscriptionState, verb as SubscriptionVerb, to] as const),
)
const way = { waiting: [], active: [], paused: ['pause'], closed: ['close'] } as const
const reason = 'because'

const dateOf = { waiting: '', active: 'started_at', paused: 'paused_at', closed: 'closed_at' }

describe('a subscription', () => {
  it.each(cells)('that is %s, to %s: %s', async (from, verb, to) => {
    const { box, clock } = await boxWithPlans()
    const { id } = from === 'waiting' ? await ask(box) : await subscribe(box)
    for (const step of way[from]) await box.subscriptions[step]({ id })
    const before = await box.subscriptions.get({ id })
    expect(stateOf(before)).toBe(from)
    clock.advance(HOUR)
    const call =
      verb === 'rotate' ? box.subscriptions.rotate({ id, body: {} }) : box.subscriptions[verb]({ id, reason })
    if (to === 'refused') await expect(call).rejects.toMatchObject({ code: 'CONFLICT', members: { from, verb } })
    else await call
    const after = await box.subscriptions.get({ id })
    expect(stateOf(after)).toBe(to === 'refused' ? from : to)
    expect(subscriptionMoves[from][verb]).toBe(to)
    const isMoved = to !== 'refused' && to !== from
    const gained = isMoved ? { [dateOf[to]]: START + HOUR } : {}
    const processed = verb === 'approve' && isMoved ? { processed_at: START + HOUR } : {}
    expect(after.dates).toEqual({ ...before.dates, ...gained, ...processed })
    if (isMoved) expect(after.reason).toBe(reason)
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
