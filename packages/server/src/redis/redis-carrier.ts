import type { LimitCarrier } from '@signalbox/gateway'
import { redisLimits } from '@signalbox/gateway/redis'
import { openRedis } from './open-redis.ts'
import type { RedisAddress } from './redis-url.ts'

/** Keeps the units of limits in a Redis. Throws an `Error` if the package `redis` is not installed. */
export async function openRedisCarrier(address: RedisAddress): Promise<LimitCarrier> {
  const { prefix } = address
  const connection = await openRedis(address, 'SIGNALBOX_GATEWAY_LIMITS')
  const { ask } = redisLimits(connection, { ...(prefix !== undefined && { prefix: `${prefix}:limits` }) })
  return { ask, close: connection.close }
}
