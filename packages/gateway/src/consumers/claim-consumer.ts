import { stateOf } from '@signalbox/core/gateway'
import type { Consumer, Denied } from '../pipeline/exchange.ts'
import type { SlotContext } from '../plugins/plugin.ts'

/** Settings of plans whose consumers are identified by a claim or a certificate. */
export interface ClaimAdmission {
  /** The plan whose consumers are admitted. */
  readonly plan_ref?: string
  /** Whether only owners of a subscription to the plan are admitted. */
  readonly requireSubscription?: boolean
}

const refusals = {
  paused: 'errors.subscription.paused',
  closed: 'errors.subscription.closed',
  active: undefined,
} as const

/**
 * Turns the claim that identifies a caller into a consumer. The live subscription to the plan that belongs to an owner of this
 * name is that of the consumer, and may refuse it.
 */
export function claimConsumer(
  { plan_ref, requireSubscription = false }: ClaimAdmission,
  { consumers, route }: Pick<SlotContext, 'consumers' | 'route'>,
): (id: string) => Consumer | Denied {
  return (id) => {
    const found = plan_ref === undefined ? undefined : consumers.findSubscription(route.api_ref, plan_ref, id)
    const consumer = { id, plan: plan_ref, subscription: found?.id }
    if (!found) return requireSubscription ? { refuse: 'errors.consumer.forbidden', consumer } : consumer
    const refuse = refusals[stateOf(found)]
    return refuse === undefined ? consumer : { refuse, consumer }
  }
}
