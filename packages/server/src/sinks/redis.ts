import { redisSink } from '@signalbox/sinks/redis'
import { openRedis as connect, type RedisTls } from '../redis/open-redis.ts'
import { readRedisUrl } from '../redis/redis-url.ts'
import { urlOf } from './address.ts'
import type { Driver } from './driver.ts'
import { lateSink } from './late-sink.ts'

const form = 'redis://HOST[:PORT][/DATABASE], with TLS rediss://'

/** Streams of Redis and Valkey. Loads the package `redis`. */
export async function openRedis(): Promise<Driver> {
  await import('redis')
  return async ({ id, to, options: { username, password, tls, ...options }, envelope }) => {
    const address = readRedisUrl(urlOf(to, { username, password }, form).href)
    if (!address || address.prefix !== undefined) throw new Error(`expected an address such as ${form}`)
    return lateSink('redis', async () => {
      const client = await connect(address, `The sink ${id}`, { ...(tls as RedisTls | undefined) })
      return { sink: redisSink({ client, ...options, ...envelope }), end: client.close }
    })
  }
}
