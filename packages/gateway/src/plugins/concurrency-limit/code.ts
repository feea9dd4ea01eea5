import { charge, giveBack } from '../../limits/charges.ts'
import type { Limiter, LimitPolicy } from '../../limits/limiter.ts'
import { defineCode } from '../../plugin-api/define-code.ts'
import type { Refused } from '../../plugin-api/refused.ts'
import { compileKey, type KeyBy } from '../shared/client-key.ts'

interface Config extends KeyBy {
  readonly max: number
}

const exceeded: Refused = { refuse: 'errors.concurrency.exceeded', headers: ['Retry-After', '1'] }

/** Refuses requests while too many others are in progress. A request is in progress until its exchange has ended. */
export const concurrencyLimit = defineCode<Config>({
  stage: 'limit',
  compile({ max, ...by }) {
    const keyOf = compileKey(by)
    const limiter = createPlaces()
    const policy: LimitPolicy = { kind: 'window', name: 'concurrency', rate: max, windowMs: 0, burst: 0 }
    return {
      request(exchange) {
        charge(exchange, { limiter, policy, key: keyOf(exchange), at: 0, isTold: false })
        return exchange.charges?.at(-1)?.isHeld ? undefined : exceeded
      },
      done({ charges = [] }) {
        for (const one of charges) if (one.limiter === limiter) giveBack(one)
      },
    }
  },
})

/** Counts the requests in progress of each key. They are given back when they end. */
function createPlaces(): Limiter {
  const inProgress = new Map<string, number>()
  return {
    take(key, { rate }) {
      const count = inProgress.get(key) ?? 0
      const isAdmitted = count < rate
      if (isAdmitted) inProgress.set(key, count + 1)
      return { isAdmitted, remaining: rate - count, waitMs: 0, resetMs: 0 }
    },
    peek: (key, { rate }) => ({ remaining: Math.max(0, rate - (inProgress.get(key) ?? 0)), resetMs: 0 }),
    giveBack(key) {
      const count = inProgress.get(key) ?? 0
      if (count > 1) inProgress.set(key, count - 1)
      else inProgress.delete(key)
    },
  }
}
