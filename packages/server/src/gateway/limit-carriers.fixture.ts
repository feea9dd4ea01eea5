import { type LeaseAsk, type LimitCarrier, type LimitPolicy, sharedLimits } from '@signalbox/gateway'
import { describe, expect, it as test } from 'vitest'

/** A place that keeps the units of limits. */
export interface CarrierHarness {
  /** Opens a carrier, as each process would. All carriers share their units. */
  open(): LimitCarrier | Promise<LimitCarrier>
  /** Ends what the harness has started; the suite closes the carriers. */
  close?(): unknown
}

const DAY_MS = 86_400_000

let seq = 0
let keys = 0

/** An ask of a process for units of a key: of a day, unless `more` says otherwise. */
function ask(key: string, { policy, ...more }: Partial<Omit<LeaseAsk, 'policy'>> & { policy?: object } = {}): LeaseAsk {
  return {
    ...{ key, holder: 'one', seq: ++seq, lease: 1, validMs: DAY_MS / 2, held: 0, spent: 0, since: 0 },
    ...{ needed: 1, ahead: 0, floor: 0 },
    policy: { kind: 'day', rate: 10, windowMs: DAY_MS, burst: 0, ...policy },
    ...more,
  }
}

/**
 * Registers Vitest tests of the port `LimitCarrier`. `create` runs once per test, and returns a place that may have units of
 * other tests: each test uses keys of its own.
 */
export function describeCarrier(name: string, create: () => CarrierHarness | Promise<CarrierHarness>): void {
  const it = test
    .extend('harness', async ({ onTestFinished }) => {
      const harness = await create()
      const opened: LimitCarrier[] = []
      onTestFinished(async () => {
        for (const carrier of opened) await carrier.close?.()
        await harness.close?.()
      })
      return {
        async open() {
          const carrier = await harness.open()
          opened.push(carrier)
          return carrier
        },
      }
    })
    .extend('key', () => `key ${++keys}`)

  describe(`the carrier of limits ${name}`, () => {
    it('shares the units of a key, and knows how many processes ask', async ({ harness, key }) => {
      const [one, other] = [await harness.open(), await harness.open()]
      const first = await one.ask(ask(key, { needed: 7 }))
      expect(first).toMatchObject({ granted: 7, left: 3 })
      const second = await other.ask(ask(key, { holder: `other ${key}`, needed: 7 }))
      expect(second).toMatchObject({ granted: 3, left: 0 })
      expect(second.holders).toBe(first.holders + 1)
    })

    it('answers a repeated ask as before, and changes nothing for a late one', async ({ harness, key }) => {
      const one = await harness.open()
      const [early, first] = [ask(key, { needed: 5 }), ask(key, { needed: 3 })]
      for (let i = 0; i < 3; i++) expect(await one.ask(first)).toMatchObject({ granted: 3, left: 7 })
      expect(await one.ask(early)).toMatchObject({ granted: 0, left: 7 })
    })

    it('counts what was spent, and takes back units that are not held any more', async ({ harness, key }) => {
      const [one, other] = [await harness.open(), await harness.open()]
      await one.ask(ask(key, { needed: 10 }))
      expect(await other.ask(ask(key, { holder: 'other' }))).toMatchObject({ granted: 0, left: 0 })
      expect(await one.ask(ask(key, { spent: 4, needed: 0 }))).toMatchObject({ granted: 0, left: 6 })
      expect(await other.ask(ask(key, { holder: 'other', needed: 9 }))).toMatchObject({ granted: 6, left: 0 })
    })

    it('counts only from the last ask what a process spent whose units it forgot', async ({ harness, key }) => {
      const one = await harness.open()
      expect(await one.ask(ask(key, { spent: 105, since: 100, needed: 0 }))).toMatchObject({ left: 5 })
      expect(await one.ask(ask(key, { lease: 2, spent: 2, since: 0, needed: 0 }))).toMatchObject({ left: 3 })
    })

    it('grants units ahead, but at most a quarter of what is left', async ({ harness, key }) => {
      const one = await harness.open()
      const policy = { rate: 100 }
      expect(await one.ask(ask(key, { policy, ahead: 10 }))).toMatchObject({ granted: 11 })
      expect(await one.ask(ask(key, { policy, ahead: 80, held: 11 }))).toMatchObject({ granted: 23 })
    })

    it('knows what was used of a day before', async ({ harness, key }) => {
      const one = await harness.open()
      expect(await one.ask(ask(key, { needed: 9, floor: 8 }))).toMatchObject({ granted: 2, left: 0 })
    })

    it('frees a window when it is over, and says when', async ({ harness, key }) => {
      const one = await harness.open()
      const policy = { kind: 'window', rate: 3, windowMs: 600 }
      const spent = await one.ask(ask(key, { policy, validMs: 600, spent: 3, needed: 1 }))
      expect(spent).toMatchObject({ granted: 0, left: 0 })
      expect(spent.waitMs).toBeGreaterThan(0)
      expect(spent.waitMs).toBeLessThanOrEqual(610)
      const again = async () => (await one.ask(ask(key, { policy, validMs: 600, spent: 3, needed: 3 }))).granted
      await expect.poll(again).toBe(3)
    })

    it('refills a rate with time', async ({ harness, key }) => {
      const one = await harness.open()
      const policy = { kind: 'rate', rate: 2, windowMs: 400, burst: 1 }
      expect(await one.ask(ask(key, { policy, validMs: 400, needed: 5 }))).toMatchObject({ granted: 3, left: 0 })
      const empty = await one.ask(ask(key, { policy, validMs: 400, spent: 3 }))
      expect(empty.granted).toBe(0)
      expect(empty.resetMs).toBeGreaterThan(200)
      expect(Math.floor(empty.resetMs)).toBeLessThanOrEqual(600)
      const left = async () => (await one.ask(ask(key, { policy, validMs: 400, spent: 3, needed: 0 }))).left
      await expect.poll(left).toBe(3)
    })

    it('gives units of a process that is silent to others, and counts them as spent', async ({ harness, key }) => {
      const [one, other] = [await harness.open(), await harness.open()]
      const policy = { kind: 'window', rate: 4, windowMs: 300 }
      await one.ask(ask(key, { policy, validMs: 300, needed: 4 }))
      const more = { policy, holder: 'other', validMs: 300 }
      expect(await other.ask(ask(key, { ...more, needed: 0 }))).toMatchObject({ left: 0 })
      await expect.poll(async () => (await other.ask(ask(key, { ...more, needed: 0 }))).left).toBe(4)
      const day = { validMs: 100, needed: 4 }
      await one.ask(ask(`${key} day`, day))
      const looks = async () => (await other.ask(ask(`${key} day`, { holder: 'other', needed: 0 }))).left
      await new Promise((resolve) => setTimeout(resolve, 250))
      expect(await looks()).toBe(6)
    })

    it('has units of its own for each key, whatever its text, also if many are asked at once', async ({
      harness,
      key,
    }) => {
      const one = await harness.open()
      const names = [...Array.from({ length: 150 }, (_, i) => String(i)), "'", '"', '{a}', 'x'.repeat(1100), '$1 %s \\']
      const asks = names.map((one, needed) => ask(`${key} ${one}`, { needed }))
      const answers = await Promise.all(asks.map((each) => one.ask(each)))
      expect(answers.map(({ granted }) => granted)).toEqual(names.map((_, needed) => Math.min(needed, 10)))
    })

    it.for(['day', 'window'] as const)(
      'lets three gateways share 500 limits of a %s',
      async (kind, { harness, key }) => {
        const carriers = [await harness.open(), await harness.open(), await harness.open()]
        const gateways = carriers.map((carrier) =>
          sharedLimits({ ask: carrier.ask }, { onCarrierLoss: 'closed' }).open({
            ...{ zone: 'UTC', clock: Date.now, elapsed: () => performance.now(), report: () => {} },
            random: (bytes) => crypto.getRandomValues(new Uint8Array(bytes)),
          }),
        )
        const policy: LimitPolicy = { kind, name: kind, rate: 10, windowMs: 3_600_000, burst: 0 }
        const sums = Array.from({ length: 500 }, () => 0)
        const take = async (limits: (typeof gateways)[number], place: number) => {
          const limiter = limits.limiterOf(kind, key)
          // What takes longer than 50 milliseconds leaves requests undecided.
          for (let n = 0; n < 1000; n++) {
            const { isAdmitted, isUnavailable } = await limiter.take(`key ${place}`, policy, limits.now(kind))
            if (isAdmitted) sums[place]! += 1
            if (!isUnavailable) return
            await new Promise((resolve) => setTimeout(resolve, 20))
          }
        }
        for (let i = 0; i < 6; i++)
          await Promise.all(sums.flatMap((_, place) => gateways.map((limits) => take(limits, place))))
        expect(Math.max(...sums)).toBe(10)
        // A unit that one gateway holds may be missing in another.
        expect(Math.min(...sums)).toBeGreaterThanOrEqual(10 - gateways.length)
        await Promise.all(gateways.map((limits) => limits.close()))
      },
    )
  })
}
