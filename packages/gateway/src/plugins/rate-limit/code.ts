import { charge } from '../../limits/charges.ts'
import type { LimitPolicy, Taken } from '../../limits/limiter.ts'
import { beyond, overLimit } from '../../limits/refusals.ts'
import { defineCode } from '../../plugin-api/define-code.ts'
import type { Exchange } from '../../plugin-api/exchange.ts'
import type { Verdict } from '../../plugin-api/hooks.ts'
import type { SlotContext } from '../../plugin-api/plugin.ts'
import { compileKey, type KeyBy } from '../shared/client-key.ts'

interface Config extends KeyBy {
  readonly rate: number
  /** In seconds. */
  readonly window: number
  readonly burst: number
  readonly strict: boolean
  readonly observe: boolean
}

/** Refuses requests beyond a rate. */
export const rateLimit = defineCode<Config>({
  stage: 'limit',
  compile({ rate, window, burst, strict, observe, ...by }, context) {
    const { limits, route, random } = context
    const kind = strict ? 'window' : 'rate'
    const policy: LimitPolicy = {
      ...{ kind, name: nameOf(context), rate },
      ...{ windowMs: window * 1000, burst: strict ? 0 : burst },
    }
    const limiter = limits.limiterOf(kind, `${route.id} ${policy.name}`)
    const keyOf = compileKey(by)

    function judge({ state }: Exchange, taken: Taken): Verdict {
      if (taken.isAdmitted) return undefined
      if (!observe) return beyond('errors.rate.limit.exceeded', policy, { taken, random })
      if (!taken.isUnavailable) state.set(overLimit, true)
      return undefined
    }

    return {
      waits: true,
      request(exchange) {
        const taken = charge(exchange, { limiter, policy, key: keyOf(exchange), at: limits.now(kind), isTold: true })
        return taken instanceof Promise ? taken.then((one) => judge(exchange, one)) : judge(exchange, taken)
      },
    }
  },
})

/** Several limits of a route are numbered. */
function nameOf({ slot, route }: SlotContext): string {
  const place = route.plugins.filter(({ plugin }) => plugin === slot.plugin).indexOf(slot)
  return place > 0 ? `rate-${place + 1}` : 'rate'
}
