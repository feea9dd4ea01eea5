import { digest } from '@signalbox/core/gateway'
import type { LeaseAnswer, LeaseAsk, LimitCarrier } from '../limits/carrier.ts'
import { keptFor } from '../limits/kept-for.ts'
import { within } from '../waiting/within.ts'
import { createBreaker } from './breaker.ts'
import type { RedisClient } from './client.ts'
import { HOLDERS_SCRIPT, leaseScript } from './lease-script.ts'
import { scriptOn } from './script.ts'

/** Options of limits in Redis. */
export interface RedisLimitsOptions {
  /** What keys begin with. Processes with the same prefix share their limits. @default 'signalbox:limits' */
  readonly prefix?: string
  /** How long an ask waits for Redis, in milliseconds. @default 50 */
  readonly timeout?: number
  /** Milliseconds that only ever grow. @default performance.now */
  readonly elapsed?: () => number
}

/**
 * Keeps the units of limits in Redis 6.2 or newer, or Valkey, so that all processes that use it share their limits. Each
 * limit is one key, `{PREFIX:DIGEST}`, which expires when its units mean nothing any more; a script changes it by the clock of
 * the server. Rejects asks that are not answered in time. After five failures in a row, asks are rejected at once, except for
 * one each half second. A Redis that loses its data begins all limits anew.
 *
 * @example
 * ```ts
 * const redis = await createClient({ url: 'redis://127.0.0.1', disableOfflineQueue: true }).connect()
 * const gateway = createGateway({ source, limits: sharedLimits(redisLimits(redis)) })
 * ```
 */
export function redisLimits(
  client: RedisClient,
  { prefix = 'signalbox:limits', timeout = 50, elapsed = () => performance.now() }: RedisLimitsOptions = {},
): LimitCarrier {
  const breaker = createBreaker(elapsed)
  const lease = scriptOn(client, leaseScript())
  const holders = scriptOn(client, HOLDERS_SCRIPT)
  const holdersKey = `{${prefix}}`
  /** When each process was noted last, and how many there were then. */
  const noted = new Map<string, { readonly at: number; readonly count: Promise<number> }>()

  /** How many processes share limits. */
  function countHolders(holder: string): Promise<number> {
    const now = elapsed()
    const known = noted.get(holder)
    if (known && now < known.at + NOTED_MS) return known.count
    for (const [name, { at }] of noted) if (now >= at + NOTED_MS) noted.delete(name)
    const count = holders(holdersKey, holder).then(Number)
    noted.set(holder, { at: now, count })
    count.catch(() => noted.delete(holder))
    return count
  }

  async function answer(ask: LeaseAsk): Promise<LeaseAnswer> {
    const key = `{${prefix}:${digest(ask.key).slice(0, 32)}}`
    const [answered, count] = await Promise.all([
      lease(key, JSON.stringify(ask), String(Math.ceil(keptFor(ask.policy)))),
      countHolders(ask.holder),
    ])
    return { ...JSON.parse(String(answered)), holders: count }
  }

  const late = () => `Redis did not answer within ${timeout} milliseconds`
  return { ask: (ask) => breaker.call(() => within(answer(ask), timeout, late)) }
}

/** A process is noted again after this time, in milliseconds. */
const NOTED_MS = 1000
