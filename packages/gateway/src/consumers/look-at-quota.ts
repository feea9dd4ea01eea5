import { type CompiledRoute, PLUGIN_PREFIX } from '@signalbox/core/gateway'
import type { Asked } from '../limits/charges.ts'
import type { Left } from '../limits/limiter.ts'

/** What a consumer has used of a limit. */
export interface LimitState {
  readonly name: string
  readonly limit: number
  /** Absent while nobody can tell. */
  readonly used?: number
  /** When all of it is available again at the latest, in epoch milliseconds. */
  readonly reset: number
}

/** In `exchange.state`: what the consumer has used, on routes that only tell about it. */
export const lookedAt = Symbol('quota states')

/** Whether a route tells consumers what they have used, and charges nothing. */
export const onlyLooks = ({ plugins }: CompiledRoute): boolean =>
  plugins.some(({ plugin, enabled }) => enabled && plugin === `${PLUGIN_PREFIX}ConsumerUsage`)

/** What was used of a limit. Charges nothing. `now` is in epoch milliseconds. */
export function lookAt(asked: Omit<Asked, 'isTold'>, now: number): LimitState | Promise<LimitState> {
  const { limiter, key, policy, at } = asked
  const { name, rate: limit } = policy
  const toState = ({ remaining, resetMs, isUnavailable = false }: Left): LimitState => {
    const used = Math.max(0, limit - remaining)
    return { name, limit, ...(!isUnavailable && { used }), reset: Math.ceil(now + resetMs) }
  }
  const left = limiter.peek(key, policy, at)
  return left instanceof Promise ? left.then(toState) : toState(left)
}
