import { type StoredSubscription, stateOf } from '@signalbox/core/gateway'
import type { Consumer, Exchange } from '../plugin-api/exchange.ts'
import type { SlotContext } from '../plugin-api/plugin.ts'
import { subscriptionRefusals } from './claim-consumer.ts'
import type { Identified } from './identified.ts'
import { createJudge, invalid, type JudgeKey } from './judge-key.ts'
import { isKeySlot } from './key-facts.ts'

const refusals = { ...subscriptionRefusals, waiting: 'errors.subscription.paused' } as const

interface Acting {
  /** The plan whose consumers the slot admits. */
  readonly plan_ref?: string
  /** What a token must be good for. */
  readonly scopes?: readonly string[]
}

/** Finds the consumer of a request that this process sends as a subscription. */
export type Act = (exchange: Exchange, subscription: string) => Identified

/**
 * Lets a slot identify the consumer of a subscription without credentials. Where keys are admitted, it is judged as by the newest key
 * of the subscription that is not refused: its restrictions and its quota hold. Elsewhere it is the consumer that a token or a
 * certificate would prove; scopes, which only a token has, are missing. A slot of another plan finds nobody.
 */
export function actingConsumer({ plan_ref, scopes = [] }: Acting, context: SlotContext): Act {
  const { slot, route, consumers } = context
  let judge: JudgeKey | undefined

  /** By the newest key that is not refused; by the newest key, if all are. */
  function byKey(exchange: Exchange, keys: readonly string[]): Identified {
    judge ??= createJudge(context)
    let refused: Identified
    for (const clientId of keys.toReversed()) {
      const found = judge(exchange, { clientId, secret: undefined, isProven: true })
      if (found && !('refuse' in found)) return found
      refused ??= found
    }
    return refused
  }

  function byPlan(of: StoredSubscription): Identified {
    if (of.api_ref !== route.api_ref || plan_ref === undefined || of.plan_ref !== plan_ref) return undefined
    const consumer: Consumer = { id: of.subject ?? of.owner_ref ?? of.id, plan: plan_ref, subscription: of.id }
    const refuse = refusals[stateOf(of)]
    if (refuse !== undefined) return { refuse, consumer }
    return scopes.length > 0 ? { refuse: 'errors.scope.insufficient', consumer } : consumer
  }

  return (exchange, id) => {
    const of = consumers.findSubscriptionById(id)
    if (!of) return invalid
    return isKeySlot(slot) && of.token_refs.length > 0 ? byKey(exchange, of.token_refs) : byPlan(of)
  }
}
