import type { CauseId } from '@signalbox/core/gateway'
import type { Denied, Exchange } from '../plugin-api/exchange.ts'
import type { Hooks, Verdict } from '../plugin-api/hooks.ts'
import type { SlotContext } from '../plugin-api/plugin.ts'
import { actingConsumer } from './acting-consumer.ts'
import { challenged } from './challenges.ts'
import type { Identified } from './identified.ts'
import { ofPlan } from './of-plan.ts'
import { chargeQuota, type QuotaSettings } from './quota.ts'
import { forgetConsumer, tellBackend } from './tell-backend.ts'

/** Settings of every plugin that identifies consumers. */
export interface Admission extends QuotaSettings {
  /**
   * Whether requests without these credentials are refused at once, even if a consumer is identified already, instead
   * of passed to the next plugin. @default true
   */
  readonly mandatory?: boolean
  /** The plan whose consumers are admitted. */
  readonly plan_ref?: string
  /** What a token must be good for. */
  readonly scopes?: readonly string[]
}

/**
 * The hooks of a plugin that identifies consumers, and tells the backend about them. Any one plan admits: once a consumer is
 * known, slots that are not mandatory look for nothing more, and the reason of the first invalid credentials is kept for
 * the case that nobody is identified. The consumer of a plan replaces one that a slot without a plan has identified. Later,
 * in the stage `limit`, the consumers that this slot has identified are charged.
 *
 * @example
 * compile: (config, slot) =>
 *   identifying(config, ({ headers }) => {
 *     const user = headers.get('x-user')
 *     return user === undefined ? undefined : { id: user }
 *   }, slot)
 */
export function identifying<Id extends string>(
  admission: Admission,
  look: (exchange: Exchange) => Identified<Id> | Promise<Identified<Id>>,
  context: SlotContext,
): Pick<Hooks<Id | CauseId>, 'request' | 'limit'> {
  const { mandatory = true, plan_ref } = admission
  const isOfPlan = ofPlan(context.route)
  const charge = chargeQuota(admission, context)
  const act = actingConsumer(admission, context)

  function settle(exchange: Exchange, found: Identified): Verdict {
    const { consumer, out } = exchange
    if (found !== undefined && !('refuse' in found)) {
      if (!isSettled(exchange)) {
        if (consumer) forgetConsumer(out)
        exchange.consumer = found
        exchange.identifiedBy = context.slot
      }
      tellBackend(out, exchange.consumer ?? found)
      return undefined
    }
    if (found) exchange.denied ??= found
    if (!mandatory) return undefined
    return challenged(exchange.route, (consumer ? found : exchange.denied) ?? missing)
  }

  /** Whether the consumer that is known stays, whichever consumer this slot identifies. */
  const isSettled = (exchange: Exchange): boolean =>
    exchange.consumer !== undefined && (plan_ref === undefined || isOfPlan(exchange))

  return {
    request(exchange) {
      if (!mandatory && isSettled(exchange)) return undefined
      if (exchange.as !== undefined) return settle(exchange, act(exchange, exchange.as))
      const found = look(exchange) as Identified | Promise<Identified> // causes of others pass like causes of the table
      return found instanceof Promise ? found.then((one) => settle(exchange, one)) : settle(exchange, found)
    },
    limit: (exchange) => (exchange.identifiedBy === context.slot ? charge(exchange) : undefined),
  }
}

const missing: Denied = { refuse: 'errors.credentials.missing' }
