import { problem, SignalboxError } from '../machine/errors/errors.ts'
import type { Subscription, SubscriptionDates } from './subscription.ts'

/** The state of a subscription itself, independent of its plan. A waiting one needs a decision before it is used. */
export type SubscriptionState = 'waiting' | 'active' | 'paused' | 'closed'

/** Actions on a subscription. */
export const subscriptionVerbs = ['pause', 'resume', 'rotate', 'close', 'approve', 'refuse'] as const
/** Actions on a subscription. */
export type SubscriptionVerb = (typeof subscriptionVerbs)[number]

/** A subscription that does not wait takes no decision. */
const decided = { approve: 'refused', refuse: 'refused' } as const

/**
 * The next state of a subscription, by its state (first key) and the action (second key). Repeating an action changes
 * nothing; a closed subscription stays closed.
 */
export const subscriptionMoves = {
  waiting: {
    ...{ pause: 'refused', resume: 'refused', rotate: 'refused' },
    ...{ close: 'closed', approve: 'active', refuse: 'closed' },
  },
  active: { pause: 'paused', resume: 'active', rotate: 'active', close: 'closed', ...decided },
  paused: { pause: 'paused', resume: 'active', rotate: 'paused', close: 'closed', ...decided },
  closed: { pause: 'refused', resume: 'refused', rotate: 'refused', close: 'closed', ...decided },
} as const satisfies Record<SubscriptionState, Record<SubscriptionVerb, SubscriptionState | 'refused'>>

/** Derives the state of a subscription from its fields. */
export function stateOf({ enabled = true, dates = {}, approval }: Subscription): SubscriptionState {
  if (dates.closed_at !== undefined || approval === 'refused') return 'closed'
  if (approval === 'waiting') return 'waiting'
  return enabled ? 'active' : 'paused'
}

/**
 * Whether a subscription says anything about its subject. One that waits, was refused or was withdrawn does not: anybody
 * can ask for a subscription with the subject of somebody else.
 */
export function isInForce(subscription: Subscription): boolean {
  const { approval = 'approved', subject, dates = {} } = subscription
  if (approval !== 'approved') return false
  return subject === undefined || stateOf(subscription) !== 'closed' || dates.started_at !== undefined
}

/** The date that is set when a subscription enters a state. */
const dateOf = { active: 'started_at', paused: 'paused_at', closed: 'closed_at' } as const

/** What a decision sets. */
const decisions = { approve: 'approved', refuse: 'refused' } as const

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
  if (to === 'refused') throw immovable(subscription, from, verb)
  if (to === from) return subscription
  const { dates = {}, reason: _before, approval, ...rest } = subscription
  const at = latest(dates, now)
  const decision = verb === 'approve' || verb === 'refuse' ? decisions[verb] : from === 'waiting' ? undefined : approval
  return {
    ...rest,
    enabled: to === 'active',
    dates: { ...dates, ...(verb === 'approve' && { processed_at: at }), [dateOf[to]]: at },
    ...(reason !== undefined && { reason }),
    ...(decision !== undefined && { approval: decision }),
  }
}

/** CONFLICT: the state of a subscription does not allow an action. */
function immovable({ id }: Subscription, from: SubscriptionState, verb: SubscriptionVerb): SignalboxError {
  const why =
    from === 'waiting'
      ? 'is waiting: approve or refuse it'
      : verb in decisions
        ? `does not wait for approval: it is ${from}`
        : `is closed and cannot ${verb}: create a new subscription`
  return new SignalboxError('CONFLICT', `Subscription ${id} ${why}`, {
    errors: [problem('error.subscription.transition', from, verb)],
    members: { from, verb },
  })
}

/** The current time, but not before any date already set. */
function latest({ ending_at: _announced, ...happened }: SubscriptionDates, now: number): number {
  return Math.max(now, ...Object.values(happened))
}
