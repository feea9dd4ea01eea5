import { problem, SignalboxError } from '../errors.ts'
import type { Subscription, SubscriptionDates } from './subscription.ts'

/** How a subscription stands by itself; its plan may be closed beside that. */
export type SubscriptionState = 'active' | 'paused' | 'closed'

/** What can be done with a subscription. */
export const subscriptionVerbs = ['pause', 'resume', 'rotate', 'close'] as const
/** What can be done with a subscription. */
export type SubscriptionVerb = (typeof subscriptionVerbs)[number]

/** What becomes of a subscription in a state (first) when something is done with it (second); decisions 8.7. */
export const subscriptionMoves = {
  active: { pause: 'paused', resume: 'active', rotate: 'active', close: 'closed' },
  paused: { pause: 'paused', resume: 'active', rotate: 'paused', close: 'closed' },
  closed: { pause: 'refused', resume: 'refused', rotate: 'refused', close: 'closed' },
} as const satisfies Record<SubscriptionState, Record<SubscriptionVerb, SubscriptionState | 'refused'>>

/** The state of a subscription. */
export function stateOf({ enabled = true, dates = {} }: Subscription): SubscriptionState {
  if (dates.closed_at !== undefined) return 'closed'
  return enabled ? 'active' : 'paused'
}

/** Which date a subscription gets that has come into a state. */
const dateOf = { active: 'started_at', paused: 'paused_at', closed: 'closed_at' } as const

/** When something is done, and why, as far as the caller says. */
export interface Occasion {
  /** Epoch milliseconds. */
  readonly now: number
  readonly reason?: string | undefined
}

/**
 * A subscription with which something was done; the same where that changes no state. Its dates only grow, whatever the clock does.
 * CONFLICT, with the members `from` and `verb`, for what the state does not allow.
 */
export function moved(subscription: Subscription, verb: SubscriptionVerb, { now, reason }: Occasion): Subscription {
  const from = stateOf(subscription)
  const to = subscriptionMoves[from][verb]
  if (to === 'refused')
    throw new SignalboxError(
      'CONFLICT',
      `Subscription ${subscription.id} is closed and cannot ${verb}; what is closed stays closed: make a new subscription`,
      { errors: [problem('error.subscription.transition', from, verb)], members: { from, verb } },
    )
  if (to === from) return subscription
  const { dates = {}, reason: _before, ...rest } = subscription
  return {
    ...rest,
    enabled: to === 'active',
    dates: { ...dates, [dateOf[to]]: latest(dates, now) },
    ...(reason !== undefined && { reason }),
  }
}

/** Now, but never before what has happened already. */
function latest({ ending_at: _announced, ...happened }: SubscriptionDates, now: number): number {
  return Math.max(now, ...Object.values(happened))
}
