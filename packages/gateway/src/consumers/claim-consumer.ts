import { type StoredSubscription, stateOf } from '@signalbox/core/gateway'
import { boundedKeys } from '../limits/bounded-keys.ts'
import type { Consumer, Denied } from '../plugin-api/exchange.ts'
import type { SlotContext } from '../plugin-api/plugin.ts'

/** Settings of plans whose consumers are identified by a claim or a certificate. */
export interface ClaimAdmission {
  /** The plan whose consumers are admitted. */
  readonly plan_ref?: string
  /** Whether only owners of a subscription to the plan are admitted. */
  readonly requireSubscription?: boolean
}

/** Why a subscription does not admit its consumer, by its state. One that waits is none of a subject yet. */
export const subscriptionRefusals = {
  waiting: undefined,
  paused: 'errors.subscription.paused',
  closed: 'errors.subscription.closed',
  active: undefined,
} as const

/** Consumers that are remembered, until others come. */
const MOST_CONSUMERS = 10_000
const isOver = () => false

/**
 * Turns the claim that identifies a caller into a consumer. The live subscription to the plan that belongs to an owner of this
 * name is that of the consumer, and may refuse it.
 */
export function claimConsumer(
  { plan_ref, requireSubscription = false }: ClaimAdmission,
  { consumers, route }: Pick<SlotContext, 'consumers' | 'route'>,
): (id: string) => Consumer | Denied {
  const known = boundedKeys<{ readonly of: StoredSubscription | undefined; readonly consumer: Consumer }>(
    isOver,
    MOST_CONSUMERS,
  )

  /** The same object until the subscription changes, so that the headers for the backend are made once. */
  function consumerOf(id: string, of: StoredSubscription | undefined): Consumer {
    const before = known.get(id)
    if (before && before.of === of) return before.consumer
    const consumer = { id, plan: plan_ref, subscription: of?.id }
    known.set(id, { of, consumer }, 0)
    return consumer
  }

  return (id) => {
    const found = plan_ref === undefined ? undefined : consumers.findSubscription(route.api_ref, plan_ref, id)
    const consumer = consumerOf(id, found)
    if (!found) return requireSubscription ? { refuse: 'errors.consumer.forbidden', consumer } : consumer
    const refuse = subscriptionRefusals[stateOf(found)]
    return refuse === undefined ? consumer : { refuse, consumer }
  }
}
