import { problem, SignalboxError } from '../machine/errors/errors.ts'
import type { Subscription, SubscriptionDates } from './subscription.ts'

/** The state of a subscription itself, independent of its plan. */
export type SubscriptionState = 'active' | 'paused' | 'closed'

/** Actions on a subscription. */
export const subscriptionVerbs = ['pause', 'resume', 'rotate', 'close'] as const
/** Actions on a subscription. */
export type SubscriptionVerb = (typeof subscriptionVerbs)[number]

/**
 * The next state of a subscription, by its state (first key) and the action (second key). Repeating an action changes
 * nothing; a closed subscription stays closed.
 */
export const subscriptionMoves = {
  active: { pause: 'paused', resume: 'active', rotate: 'active', close: 'closed' },
  paused: { pause: 'paused', resume: 'active', rotate: 'paused', close: 'closed' },
  closed: { pause: 'refused', resume: 'refused', rotate: 'refused', close: 'closed' },
} as const satisfies Record<SubscriptionState, Record<SubscriptionVerb, SubscriptionState | 'refused'>>

/** Derives the state of a subscription from its fields. */
export function stateOf({ enabled = true, dates = {} }: Subscription): SubscriptionState {
  if (dates.closed_at !== undefined) return 'closed'
  return enabled ? 'active' : 'paused'
}

/** The date that is set when a subscription enters a state. */
const dateOf = { active: 'started_at', paused: 'paused_at', closed: 'closed_at' } as const

/** The time of an action and the reason given by the caller. */
export interface Occasion {
  /** Epoch milliseconds. */
  readonly now: number
  readonly reason?: string | undefined
}

/**
 * Applies an action to a subscription; returns it unchanged if its state stays the same. Dates never go backwards, even
 * if the clock does. Throws CONFLICT, with the members `from` and `verb`, if the state does not allow the action.
 */
export function moved(subscription: Subscription, verb: SubscriptionVerb, { now, reason }: Occasion): Subscription {
  const from = stateOf(subscription)
  const to = subscriptionMoves[from][verb]
  if (to === 'refused')
    throw new SignalboxError(
      'CONFLICT',
      `Subscription ${subscription.id} is closed and cannot ${verb}: create a new subscription`,
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

/** The current time, but not before any date already set. */
function latest({ ending_at: _announced, ...happened }: SubscriptionDates, now: number): number {
  return Math.max(now, ...Object.values(happened))
}
