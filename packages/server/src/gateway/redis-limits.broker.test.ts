import { redisLimits } from '@signalbox/gateway/redis'
import { type Broker, hasProgram, startRedis } from '@signalbox/test-brokers'
import { createClient } from 'redis'
import { afterAll, beforeAll, describe } from 'vitest'
import { describeCarrier } from './limit-carriers.fixture.ts'

describe.runIf(hasProgram('redis-server', 'limits in Redis'))('Redis', () => {
  let redis: Broker
  beforeAll(async () => {
    redis = await startRedis()
  })
  afterAll(() => redis.stop())

  describeCarrier('in Redis', () => ({
    async open() {
      const client = await createClient({ url: redis.url }).connect()
      // This suite is about units; what takes too long is tested with the package.
      const { ask } = redisLimits(client, { timeout: 5000 })
      return { ask, close: () => client.close() }
    },
  }))
})
