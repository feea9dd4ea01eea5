export type { RedisClient } from './client.ts'
export type { RedisSinkOptions } from './redis-sink.ts'
export { redisSink } from './redis-sink.ts'
