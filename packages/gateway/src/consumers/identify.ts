import type { Consumer, Denied, Exchange } from '../pipeline/exchange.ts'
import type { Hooks, SlotContext, Verdict } from '../plugins/plugin.ts'
import { challenged } from './challenges.ts'
import type { QuotaSettings } from './quota.ts'
import { chargeQuota } from './quota.ts'
import { tellBackend } from './tell-backend.ts'

/** What a look for credentials of one kind found: none, invalid ones, or the consumer that they prove. */
export type Identified = undefined | Denied | Consumer

/** Settings of every plugin that identifies consumers. */
export interface Admission extends QuotaSettings {
  /** Whether requests without these credentials are refused at once, instead of passed to the next plugin. */
  readonly mandatory?: boolean
  /** The plan whose consumers are admitted. */
  readonly plan_ref?: string
}

/**
 * The hooks of a plugin that identifies consumers, and tells the backend about them. Any one plan admits: once a consumer is
 * known, nothing more is looked for, and the reason of the first invalid credentials is kept for the case that nobody is
 * identified. Later, in the stage `limit`, the consumers that this slot has identified are charged.
 */
export function identifying(
  admission: Admission,
  look: (exchange: Exchange) => Identified | Promise<Identified>,
  context: SlotContext,
): Pick<Hooks, 'request' | 'limit'> {
  const { mandatory = true } = admission
  const charge = chargeQuota(admission, context)

  function settle(exchange: Exchange, found: Identified): Verdict {
    if (found !== undefined && !('refuse' in found)) {
      exchange.consumer = found
      exchange.identifiedBy = context.slot
      tellBackend(exchange.out, found)
      return undefined
    }
    if (found) exchange.denied ??= found
    return mandatory ? challenged(exchange.route, exchange.denied ?? missing) : undefined
  }

  return {
    request(exchange) {
      if (exchange.consumer) return undefined
      const found = look(exchange)
      return found instanceof Promise ? found.then((one) => settle(exchange, one)) : settle(exchange, found)
    },
    limit: (exchange) => (exchange.identifiedBy === context.slot ? charge(exchange) : undefined),
  }
}

const missing: Denied = { refuse: 'errors.credentials.missing' }
