import { createGcra } from '../limits/gcra.ts'
import type { Reading } from '../limits/rate-limit-fields.ts'
import { setRateLimitFields } from '../limits/rate-limit-fields.ts'
import { createSlidingWindow } from '../limits/sliding-window.ts'
import type { KeyBy } from './client-key.ts'
import { compileKey } from './client-key.ts'
import { defineCode } from './define-code.ts'
import type { PluginCode, SlotContext } from './plugin.ts'

interface Config extends KeyBy {
  readonly rate: number
  /** In seconds. */
  readonly window: number
  readonly burst: number
  readonly strict: boolean
  readonly observe: boolean
}

/** In `exchange.state`: what the limits of the route said about the request. */
const readings = Symbol('rate limits')
/** In `exchange.state`: a limit that only observes would have refused the request. */
export const overLimit = Symbol('over limit')

/** Refuses requests beyond a rate. Each process counts by itself. `elapsed` is in milliseconds that only ever grow. */
export const createRateLimit = (elapsed: () => number): PluginCode =>
  defineCode<Config>({
    stage: 'limit',
    compile({ rate, window, burst, strict, observe, ...by }, context) {
      const windowMs = window * 1000
      const limiter = strict ? createSlidingWindow({ rate, windowMs }) : createGcra({ rate, windowMs, burst })
      const policy = { name: nameOf(context), quota: strict ? rate : rate + burst, windowSeconds: window }
      const keyOf = compileKey(by)
      return {
        request(exchange) {
          const taken = limiter.take(keyOf(exchange), elapsed())
          const { state } = exchange
          const known = state.get(readings) as Reading[] | undefined
          if (known) known.push({ policy, taken })
          else state.set(readings, [{ policy, taken }])
          if (taken.isAdmitted) return undefined
          if (observe) {
            state.set(overLimit, true)
            return undefined
          }
          const seconds = Math.max(1, Math.ceil(taken.waitMs / 1000))
          return { refuse: 'errors.rate.limit.exceeded', headers: ['Retry-After', String(seconds)] }
        },
        onRefusal: true,
        response({ state }, { headers }) {
          const all = state.get(readings) as Reading[] | undefined
          // The first slot tells about all of them.
          if (all && state.delete(readings)) setRateLimitFields(headers, all)
          return undefined
        },
      }
    },
  })

/** Refuses requests beyond a rate. */
export const rateLimit = createRateLimit(() => performance.now())

/** Several limits of a route are numbered. */
function nameOf({ slot, route }: SlotContext): string {
  const place = route.plugins.filter(({ plugin }) => plugin === slot.plugin).indexOf(slot)
  return place > 0 ? `rate-${place + 1}` : 'rate'
}
