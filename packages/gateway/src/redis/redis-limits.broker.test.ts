import { type Broker, hasProgram, startRedis, startRedisCluster } from '@signalbox/test-brokers'
import { createClient, createCluster } from 'redis'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import type { LeaseAsk } from '../limits/carrier.ts'
import { memoryCarrier } from '../limits/memory-carrier.ts'
import { sharedLimits } from '../limits/shared-limits.ts'
import type { RedisClient } from './client.ts'
import { leaseScript } from './lease-script.ts'
import { type RedisLimitsOptions, redisLimits } from './redis-limits.ts'

/** Numbers from 0 to one less than a bound, which a seed determines. */
function numbers(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return (state >>> 8) % below
  }
}

let seq = 0

/** An ask of a process for a unit of a window. */
const ask = (key: string, more: Partial<LeaseAsk> = {}): LeaseAsk => ({
  ...{ key, holder: 'one', seq: ++seq, lease: 1, validMs: 1000, held: 0, spent: 0, since: 0 },
  ...{ needed: 1, ahead: 0, floor: 0, policy: { kind: 'window', rate: 10, windowMs: 1000, burst: 0 } },
  ...more,
})

describe.runIf(hasProgram('redis-server', 'redisLimits'))('limits in Redis', () => {
  let redis: Broker
  beforeAll(async () => {
    redis = await startRedis()
  })
  afterAll(() => redis.stop())

  /** A client that rejects commands while it is not connected, as the documentation says. */
  async function connect() {
    const client = createClient({
      url: redis.url,
      disableOfflineQueue: true,
      socket: { reconnectStrategy: 20, socketTimeout: 2000 },
    })
    client.on('error', () => {})
    onTestFinished(() => client.destroy())
    return client.connect()
  }

  const open = async (options?: RedisLimitsOptions) => redisLimits(await connect(), options)

  it.each(['rate', 'window', 'day', 'month'] as const)('are those of memory, number for number: %s', async (kind) => {
    const client = await connect()
    const script = leaseScript('tonumber(ARGV[3])')
    const model = async (run: number) => {
      const below = numbers(run)
      let now = 1_700_000_000_000 + below(1000) / 7
      const memory = memoryCarrier(() => now)
      const policy = { kind, rate: 1 + below(9), windowMs: 600, burst: kind === 'rate' ? below(3) : 0 }
      const spent = [0, 0, 0]
      for (let seq = 1; seq < 25; seq++) {
        now += below(3) === 0 ? below(900) : below(30) / 3
        // Processes fall silent for longer than their units are valid, and the clock is set back.
        if (below(8) === 0) now += 1300
        if (below(8) === 0) now -= below(5000)
        const who = below(3)
        const since = spent[who] as number
        spent[who] = Math.max(0, since + below(4) - (below(5) === 0 ? 2 : 0))
        const asked: LeaseAsk = {
          ...{ key: 'a', holder: `holder ${who}`, seq: below(5) === 0 ? seq - 2 : seq, lease: 1 + below(2), policy },
          ...{ validMs: 600, held: below(3), spent: spent[who] as number, since, needed: below(4), ahead: below(4) },
          floor: below(3),
        }
        const { holders: _, ...expected } = await memory.ask(asked)
        const key = `{model:${kind}:${run}}`
        const args = [JSON.stringify(asked), '60000', String(now)]
        const answer = JSON.parse(String(await client.sendCommand(['EVAL', script, '1', key, ...args])))
        const rounded = (one: object) =>
          Object.fromEntries(Object.entries(one).map(([name, value]) => [name, Math.round(value * 1000) / 1000]))
        expect(rounded(answer), `run ${run}, ask ${seq}`).toEqual(rounded(expected))
      }
    }
    await Promise.all(Array.from({ length: 60 }, (_, run) => model(run)))
  })

  it('are one key each, which expires when its units mean nothing any more', async () => {
    const client = await connect()
    const limits = redisLimits(client, { prefix: 'one:key' })
    for (let i = 0; i < 3; i++) await limits.ask(ask('a'))
    const day = { kind: 'day', rate: 10, windowMs: 86_400_000, burst: 0 } as const
    await limits.ask(ask('b', { policy: day }))
    const keys = (await client.keys('{one:key*')).sort()
    expect(keys).toEqual([expect.stringMatching(/^\{one:key:[0-9a-f]{32}\}$/), expect.any(String), '{one:key}'])
    const lives = await Promise.all(keys.map((key) => client.pTTL(key)))
    expect(lives.filter((ms) => ms > 3000 && ms <= 4000)).toHaveLength(1)
    expect(lives.filter((ms) => ms > 2 * 86_400_000 && ms <= 3 * 86_400_000)).toHaveLength(1)
    await expect.poll(() => client.keys('{one:key:*')).toHaveLength(1)
  })

  it('survive a server that forgets its scripts', async () => {
    const client = await connect()
    const sent: string[] = []
    const noting: RedisClient = {
      sendCommand(args) {
        sent.push(args[0] as string)
        return client.sendCommand(args)
      },
    }
    const limits = redisLimits(noting, { timeout: 5000 })
    await limits.ask(ask('forgetful'))
    sent.length = 0
    await client.scriptFlush()
    expect(await limits.ask(ask('forgetful', { spent: 1 }))).toMatchObject({ granted: 1, left: 8 })
    expect(await limits.ask(ask('forgetful', { spent: 2 }))).toMatchObject({ granted: 1, left: 7 })
    expect(sent).toEqual(['EVALSHA', 'EVAL', 'EVALSHA'])
  })

  it('wait 50 milliseconds for a silent server, then ask it only now and then, until it answers', async () => {
    let now = 0
    const client = await connect()
    let sent = 0
    const counting: RedisClient = {
      sendCommand(args) {
        sent++
        return client.sendCommand(args)
      },
    }
    const limits = redisLimits(counting, { elapsed: () => now })
    await limits.ask(ask('warm')).catch(() => {})
    await redis.pause()
    onTestFinished(() => redis.resume())
    await expect(limits.ask(ask('silent'))).rejects.toThrow('Redis did not answer within 50 milliseconds')
    for (let i = 0; i < 4; i++) await expect(limits.ask(ask('silent'))).rejects.toThrow('did not answer')
    sent = 0
    for (let i = 0; i < 100; i++) await expect(limits.ask(ask('silent'))).rejects.toThrow('Calls are paused')
    expect(sent).toBe(0)
    now = 500
    const tries = Array.from({ length: 10 }, () => limits.ask(ask('silent')))
    const outcomes = (await Promise.allSettled(tries)).map((one) => one.status === 'rejected' && String(one.reason))
    expect(outcomes.filter((reason) => /did not answer/.test(String(reason)))).toHaveLength(1)
    redis.resume()
    const answered = async () => {
      now += 500
      return (await limits.ask(ask('silent', { needed: 0 }))).left >= 0
    }
    await expect.poll(() => answered().catch(() => false)).toBe(true)
  })

  it.each([
    ['local', { isAdmitted: true }],
    ['open', { isAdmitted: true }],
    ['closed', { isAdmitted: false, isUnavailable: true }],
  ] as const)('leave to %s what becomes of requests while it is gone', async (onCarrierLoss, expected) => {
    const reports: unknown[] = []
    const limits = sharedLimits(await open(), { onCarrierLoss }).open({
      ...{ zone: 'UTC', clock: Date.now, elapsed: () => performance.now() },
      random: (bytes) => crypto.getRandomValues(new Uint8Array(bytes)),
      report: (error) => void reports.push(error),
    })
    onTestFinished(() => limits.close())
    const policy = { kind: 'window', name: 'window', rate: 2, windowMs: 3_600_000, burst: 0 } as const
    const take = async (key: string) => limits.limiterOf('window', 'gone').take(key, policy, limits.now('window'))
    await redis.kill()
    try {
      expect(await take('a')).toMatchObject(expected)
      expect(reports).toHaveLength(1)
    } finally {
      await redis.restart()
    }
    // Units are shared again as soon as it is back.
    const isShared = async () => !(await take(`back ${onCarrierLoss}`)).isUnavailable
    await expect.poll(isShared).toBe(true)
  })

  it('outlive a server that is killed and started again', async () => {
    const limits = await open({ timeout: 5000 })
    const policy = { kind: 'day', rate: 10, windowMs: 86_400_000, burst: 0 } as const
    expect(await limits.ask(ask('kept', { policy, needed: 4, validMs: 60_000 }))).toMatchObject({ left: 6 })
    await redis.kill()
    await expect(limits.ask(ask('kept', { policy }))).rejects.toThrow()
    await redis.restart()
    const left = async () => (await limits.ask(ask('kept', { policy, held: 4, needed: 0 }))).left
    await expect.poll(() => left().catch(() => undefined)).toBe(6)
  })

  it('work in a cluster', async () => {
    const node = await startRedisCluster()
    onTestFinished(() => node.stop())
    const admin = await createClient({ url: node.url }).connect()
    await admin.sendCommand(['CLUSTER', 'ADDSLOTSRANGE', '0', '16383'])
    await expect.poll(() => admin.sendCommand(['CLUSTER', 'INFO'])).toContain('cluster_state:ok')
    await admin.close()
    const cluster = await createCluster({ rootNodes: [{ url: node.url }] }).connect()
    onTestFinished(() => cluster.destroy())
    const limits = redisLimits({ sendCommand: (args) => cluster.sendCommand(args[3], false, args) }, { timeout: 5000 })
    const asks = Array.from({ length: 50 }, (_, i) => limits.ask(ask(`key ${i}`)))
    expect((await Promise.all(asks)).map(({ granted }) => granted)).toEqual(asks.map(() => 1))
  })
})
