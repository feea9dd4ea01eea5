import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import type { LeaseAsk, LimitCarrier } from './carrier.ts'
import type { LimitPolicy, Taken } from './limiter.ts'
import { memoryCarrier } from './memory-carrier.ts'
import { type SharedLimitsOptions, sharedLimits } from './shared-limits.ts'

beforeEach(() => void vi.useFakeTimers({ now: Date.parse('2026-11-22T12:00:00Z') }))
afterEach(() => void vi.useRealTimers())

const policy = (kind: LimitPolicy['kind'], rate: number, windowMs = 1000): LimitPolicy => ({
  ...{ kind, name: kind, rate, windowMs, burst: 0 },
})

/** A carrier in memory that counts asks, and can go away. */
function watched() {
  const memory = memoryCarrier(() => performance.now())
  const asks: LeaseAsk[] = []
  const carrier: LimitCarrier & { mode: 'there' | 'failing' | 'silent' } = {
    mode: 'there',
    ask(ask) {
      asks.push(ask)
      if (carrier.mode === 'failing') return Promise.reject(new Error('gone'))
      return carrier.mode === 'silent' ? new Promise(() => {}) : memory.ask(ask)
    },
  }
  return { carrier, asks }
}

let processes = 0

/** The limits of one process. */
function open(carrier: LimitCarrier, options: SharedLimitsOptions = {}) {
  const reports: unknown[] = []
  const name = ++processes
  const limits = sharedLimits(carrier, options).open({
    ...{ zone: 'UTC', clock: Date.now, elapsed: () => performance.now() },
    random: (bytes) => new Uint8Array(bytes).fill(name),
    report: (error) => void reports.push(error),
  })
  onTestFinished(() => limits.close())
  const take = (of: LimitPolicy): Taken | Promise<Taken> =>
    limits.limiterOf(of.kind, 'test').take('a', of, limits.now(of.kind))
  return { limits, take, reports }
}

async function admitted(take: () => Taken | Promise<Taken>, requests: number): Promise<number> {
  let count = 0
  for (let i = 0; i < requests; i++) {
    if ((await take()).isAdmitted) count++
    await Promise.resolve()
  }
  return count
}

describe('shared limits', () => {
  it('spend units without waiting: one message pays for many requests', async () => {
    const { carrier, asks } = watched()
    const { take } = open(carrier)
    const rate = policy('rate', 10_000)
    await take(rate)
    let waited = 0
    for (let i = 0; i < 5000; i++) {
      const taken = take(rate)
      if (taken instanceof Promise) waited++
      expect((await taken).isAdmitted).toBe(true)
    }
    expect([waited, asks.length < 30]).toEqual([0, true])
  })

  it.each(['rate', 'window', 'day', 'month'] as const)(
    'of a %s admit exactly the limit, in all processes',
    async (kind) => {
      const { carrier } = watched()
      const [one, other] = [open(carrier), open(carrier)]
      const limit = policy(kind, 25, 60_000)
      // A unit is in stock in the process that asked first.
      const sums = [await admitted(() => one.take(limit), 20), await admitted(() => other.take(limit), 20)]
      expect([...sums, await admitted(() => one.take(limit), 20)]).toEqual([20, 4, 1])
      expect(await one.take(limit)).toMatchObject({ isAdmitted: false, remaining: 0 })
    },
  )

  it('admit requests that come at once with one message', async () => {
    const { carrier, asks } = watched()
    const { take } = open(carrier)
    const day = policy('day', 60)
    const all = await Promise.all(Array.from({ length: 100 }, () => take(day)))
    expect(all.filter(({ isAdmitted }) => isAdmitted)).toHaveLength(60)
    expect(asks.length).toBeLessThan(5)
  })

  it('give back what was admitted, and units that are not used', async () => {
    const { carrier } = watched()
    const [one, other] = [open(carrier), open(carrier)]
    const day = policy('day', 10)
    for (let i = 0; i < 5; i++) await one.take(day)
    one.limits.limiterOf('day', 'test').giveBack('a', day, Date.now())
    await vi.advanceTimersByTimeAsync(12_000)
    expect(await admitted(() => other.take(day), 20)).toBe(6)
    expect(one.limits.calendarUse.drain()).toEqual([{ key: 'a', period: '2026-11-22', used: 4 }])
  })

  it('take back at once what another limit refuses, so that it can be spent again', async () => {
    const { carrier } = watched()
    const { take, limits } = open(carrier)
    const window = policy('window', 2, 60_000)
    await take(window)
    for (let i = 0; i < 5; i++) {
      await vi.advanceTimersByTimeAsync(200)
      expect(take(window)).toMatchObject({ isAdmitted: true })
      limits.limiterOf('window', 'test').giveBack('a', window, limits.now('window'))
    }
    expect(await admitted(() => take(window), 5)).toBe(1)
  })

  it('that are looked at are not charged, and tell what other processes use', async () => {
    const { carrier, asks } = watched()
    const [one, other] = [open(carrier), open(carrier)]
    const window = policy('window', 5, 60_000)
    await admitted(() => one.take(window), 3)
    const look = async () => other.limits.limiterOf('window', 'test').peek('a', window, other.limits.now('window'))
    const left = await look()
    for (let i = 0; i < 10; i++) expect(await look()).toEqual(left)
    expect(left.remaining).toBeLessThanOrEqual(2)
    expect(asks.filter(({ holder, spent }) => holder !== asks[0]?.holder && spent > 0)).toEqual([])
    await one.limits.close()
    await vi.advanceTimersByTimeAsync(1500)
    expect(await look()).toMatchObject({ remaining: 2 })
    carrier.mode = 'failing'
    const { limits } = open(carrier)
    expect(await limits.limiterOf('window', 'test').peek('b', window, 0)).toMatchObject({ isUnavailable: true })
  })

  it('give everything back when they are closed', async () => {
    const { carrier } = watched()
    const [one, other] = [open(carrier), open(carrier)]
    const window = policy('window', 1000, 60_000)
    await one.take(window)
    await one.limits.close()
    expect(await admitted(() => other.take(window), 2000)).toBe(999)
  })

  it('close their carrier when they have given everything back', async () => {
    const { carrier } = watched()
    const order: string[] = []
    const slow: LimitCarrier = {
      async ask(ask) {
        await new Promise((resolve) => setTimeout(resolve, 100))
        order.push(`held ${ask.held}`)
        return carrier.ask(ask)
      },
      close: async () => void order.push('closed'),
    }
    const { take, limits } = open(slow)
    void take(policy('window', 1000, 60_000))
    await vi.advanceTimersByTimeAsync(200)
    order.length = 0
    void limits.close()
    await vi.advanceTimersByTimeAsync(200)
    expect(order).toEqual(['held 0', 'closed'])
  })

  it('know what was used before the processes began', async () => {
    const { take, limits } = open(watched().carrier)
    limits.calendarUse.load('a', '2026-11', 7)
    expect(await admitted(() => take(policy('month', 10)), 20)).toBe(3)
  })

  it('have a key for each client that any carrier takes', async () => {
    const { carrier, asks } = watched()
    const { limits } = open(carrier)
    const long = '漢'.repeat(1000)
    const clients = ['@gold/ann', '=a b', '\0', '\ud800', '\udc00', '@gold/é', long, `${long}!`, 'x'.repeat(5000), '#']
    for (const kind of ['rate', 'day'] as const)
      for (const client of clients)
        expect(
          (await limits.limiterOf(kind, 'shop:all rate').take(client, policy(kind, 1), Date.now())).isAdmitted,
        ).toBe(true)
    const keys = asks.map(({ key }) => key)
    expect(keys.slice(0, 2)).toEqual(['rate shop:all rate @gold/ann', 'rate shop:all rate =a b'])
    expect(new Set(keys).size).toBe(2 * clients.length)
    for (const key of keys) expect(key).toMatch(/^[ -~]{1,1100}$/)
  })

  it('of 0 admit nothing, and ask nobody', async () => {
    const { carrier, asks } = watched()
    expect([await open(carrier).take(policy('day', 0)), asks]).toMatchObject([{ isAdmitted: false, remaining: 0 }, []])
  })
})

describe('without their carrier', () => {
  it('each process admits its share of the limit', async () => {
    const { carrier } = watched()
    const all = [open(carrier), open(carrier)]
    const window = policy('window', 10)
    for (let i = 0; i < 2; i++) for (const { take } of all) await take(window)
    await vi.advanceTimersByTimeAsync(5000)
    carrier.mode = 'failing'
    for (const { take, reports } of all) {
      expect(await admitted(() => take(window), 20)).toBe(5)
      expect(reports).toHaveLength(1)
    }
  })

  it('its loss is reported once, however often it is asked again', async () => {
    const { carrier, asks } = watched()
    const { take, reports } = open(carrier)
    carrier.mode = 'failing'
    for (let i = 0; i < 10; i++) {
      await take(policy('window', 1000))
      await vi.advanceTimersByTimeAsync(300)
    }
    expect([asks.length > 5, reports.length]).toEqual([true, 1])
  })

  it('a day has what was left of it', async () => {
    const { carrier } = watched()
    const { take } = open(carrier)
    const day = policy('day', 10)
    expect(await admitted(() => take(day), 4)).toBe(4)
    carrier.mode = 'failing'
    expect(await admitted(() => take(day), 20)).toBe(6)
  })

  it.each(['rate', 'window', 'day'] as const)(
    'a request that is given back is no part of the share: %s',
    async (kind) => {
      const { carrier } = watched()
      carrier.mode = 'failing'
      const { take, limits } = open(carrier)
      const limit = policy(kind, 2, 60_000)
      for (let i = 0; i < 5; i++) {
        expect((await take(limit)).isAdmitted).toBe(true)
        limits.limiterOf(kind, 'test').giveBack('a', limit, limits.now(kind))
      }
      expect(await admitted(() => take(limit), 5)).toBe(2)
    },
  )

  it.each([
    ['open', { isAdmitted: true }],
    ['closed', { isAdmitted: false, isUnavailable: true }],
  ] as const)('with %s all requests are treated alike', async (onCarrierLoss, taken) => {
    const { carrier } = watched()
    carrier.mode = 'failing'
    const { take } = open(carrier, { onCarrierLoss })
    expect([await take(policy('rate', 1)), await take(policy('rate', 1))]).toMatchObject([taken, taken])
  })

  it('a request waits for 50 milliseconds, and those after it do not', async () => {
    const { carrier } = watched()
    carrier.mode = 'silent'
    const { take } = open(carrier, { onCarrierLoss: 'closed' })
    const first = take(policy('rate', 5))
    let isOver = false
    void Promise.resolve(first).then(() => {
      isOver = true
    })
    await vi.advanceTimersByTimeAsync(49)
    expect(isOver).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    expect([isOver, take(policy('rate', 5))]).toMatchObject([true, { isUnavailable: true }])
  })

  it('limits are shared again as soon as it is back', async () => {
    const { carrier } = watched()
    carrier.mode = 'failing'
    const { take } = open(carrier, { onCarrierLoss: 'closed' })
    await take(policy('rate', 5))
    carrier.mode = 'there'
    await vi.advanceTimersByTimeAsync(300)
    await take(policy('rate', 5))
    await vi.advanceTimersByTimeAsync(1)
    expect((await take(policy('rate', 5))).isAdmitted).toBe(true)
  })
})
