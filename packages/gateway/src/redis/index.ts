/** Limits of the gateway in Redis. */
export type { RedisClient } from './client.ts'
export type { RedisLimitsOptions } from './redis-limits.ts'
export { redisLimits } from './redis-limits.ts'
