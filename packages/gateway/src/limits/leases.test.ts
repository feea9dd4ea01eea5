import { expect, it } from 'vitest'
import type { Lease } from './lease.ts'
import { createLeaseKeys } from './lease-keys.ts'
import { runModel } from './leases.fixture.ts'
import { createLeases } from './leases.ts'
import { createShare } from './share.ts'

it('processes never admit more than the limit, and nothing is lost, whatever happens to their messages', async () => {
  const total = { admitted: 0, refused: 0, asks: 0 }
  for (let seed = 0; seed < 3000; seed++) {
    const ran = await runModel(seed).catch((cause) => {
      throw new Error(`The model fails with seed ${seed}: ${cause.message}`, { cause })
    })
    for (const name of ['admitted', 'refused', 'asks'] as const) total[name] += ran[name]
  }
  expect(Math.min(total.admitted, total.refused)).toBeGreaterThan(5000)
})

it('without their carrier, processes admit no more than one more limit each, and all of it is told later', async () => {
  let admitted = 0
  for (let seed = 0; seed < 3000; seed++) {
    const ran = await runModel(seed, 'local').catch((cause) => {
      throw new Error(`The model fails with seed ${seed}: ${cause.message}`, { cause })
    })
    admitted += ran.admitted
  }
  expect(admitted).toBeGreaterThan(5000)
})

const policy = { kind: 'window', name: 'window', rate: 5, windowMs: 60_000, burst: 0 } as const

/** Leases whose carrier is lost, with the asks that it did not answer. */
function lostLeases() {
  const [time, asked] = [{ now: 0 }, [] as string[]]
  const leases = createLeases({
    carrier: {
      ask({ key }) {
        asked.push(key)
        return Promise.reject(new Error('gone'))
      },
    },
    ...{ holder: 'one', elapsed: () => time.now, after: () => () => {}, onLoss: () => {} },
    withoutCarrier: createShare('local'),
  })
  return { leases, time, asked }
}

it('leases that nobody uses are forgotten also while the carrier is lost, and do not all ask for it', async () => {
  const { leases, time, asked } = lostLeases()
  const all = Array.from({ length: 100 }, (_, i) => leases.create(`key ${i}`, policy))
  await Promise.all(all.map((lease) => leases.take(lease)))
  asked.length = 0
  time.now = 30_000
  expect(all.filter((lease) => leases.tidy(lease))).toEqual([])
  expect(asked).toHaveLength(1)
  time.now = 120_000
  expect(all.filter((lease) => leases.tidy(lease))).toHaveLength(100)
})

it('beyond a number of keys, the lease that was not used for the longest time is given back', () => {
  const { leases } = lostLeases()
  const released: string[] = []
  const release = async ({ key }: Lease) => void released.push(key)
  let drops = 0
  const keys = createLeaseKeys({ leases: { tidy: leases.tidy, release }, onDrop: () => drops++, most: 2 })
  for (const key of ['a', 'b']) keys.set(key, { lease: leases.create(key, policy) })
  keys.get('a')
  keys.set('c', { lease: leases.create('c', policy) })
  expect([released, drops, keys.size]).toEqual([['b'], 1, 2])
})
