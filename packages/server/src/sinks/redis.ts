import { openRedis, type RedisTls } from '../redis/open-redis.ts'
import { readRedisUrl } from '../redis/redis-url.ts'
import { urlOf } from './address.ts'
import type { Driver, Scheme } from './driver.ts'
import { lateSink } from './late-sink.ts'
import { login, tls } from './options.ts'

/** Streams of Redis and Valkey. */
export const redis: Scheme = {
  packages: ['redis'],
  options: { stream: 'text', maxLength: 'count', ...login, tls },
  load,
}

const form = 'redis://HOST[:PORT][/DATABASE], with TLS rediss://'

async function load(): Promise<Driver> {
  const [{ redisSink }] = await Promise.all([import('@signalbox/sinks/redis'), import('redis')])
  return async ({ id, to, options: { username, password, tls, ...options }, envelope }) => {
    const address = readRedisUrl(urlOf(to, { username, password }, form).href)
    if (!address || address.prefix !== undefined) throw new Error(`expected an address such as ${form}`)
    return lateSink('redis', async () => {
      const client = await openRedis(address, `The sink ${id}`, { ...(tls as RedisTls | undefined) })
      return { sink: redisSink({ client, ...options, ...envelope }), end: client.close }
    })
  }
}
