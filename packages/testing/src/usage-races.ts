import { createSignalbox, type Store } from '@signalbox/core'
import { describe, expect, test } from 'vitest'
import { collect } from './collect.ts'
import { fixedClock } from './fixed-clock.ts'
import { seededRandom } from './seeded-random.ts'

const BATCHES = 12
const noon = Date.UTC(2026, 0, 1, 12)

/** Registers tests that usage counts once, however many processes report it at the same time, and however often. */
export function describeUsageRaces(name: string, createStore: () => Store | Promise<Store>): void {
  describe(`usage reported at once ${name}`, { concurrent: false }, () => {
    test('counts once, with lost answers and repeats', { timeout: 120_000 }, async () => {
      const store = await createStore()
      // At the time of the usage: later, it would be past the retention, and deleted while it is reported.
      const { clock } = fixedClock(noon)
      const boxes = [1, 2, 3].map((seed) =>
        createSignalbox({ store: forgetful(store), clock, random: seededRandom(seed) }),
      )
      const instances = ['a', 'b', 'c', 'd', 'e', 'f']
      const report = async (instance: string, place: number) => {
        for (let seq = 1; seq <= BATCHES; seq++)
          for (let sent = 0, isStored = false; sent < 3 || !isStored; sent++) {
            const box = boxes[(place + sent) % boxes.length]
            const entries = ['r', 's'].map((route) => ({
              ...{ api: 'shop', route: `shop:${route}`, statusClass: 2, minute: noon },
              ...{ requests: 1, bytesIn: 2, bytesOut: 3, backendMs: 4, limited: 0 },
            }))
            const quotas = [{ key: 'ann', period: '2026-01-01', used: 1 }]
            isStored = await box!.gatewaySource.report!({ instance, seq, entries, quotas, due: [] }).then(
              () => true,
              () => isStored,
            )
          }
      }
      await Promise.all(instances.map(report))
      const requests = instances.length * BATCHES
      const { results } = await boxes[0]!.gateway.usage()
      expect(results.map((row) => [row.route, row.requests, row.backendMs])).toEqual([
        ['shop:r', requests, requests * 4],
        ['shop:s', requests, requests * 4],
      ])
      expect((await collect(store.scan('gateway-quotas'))).map(({ value }) => value)).toEqual([requests])
      await Promise.all(boxes.map((box) => box.close()))
    })
  })
}

/** A store whose every third commit is not answered, although it is done. */
function forgetful(store: Store): Store {
  let commits = 0
  return {
    get: (...place) => store.get(...place),
    count: (...which) => store.count(...which),
    scan: (...which) => store.scan(...which),
    read: (options) => store.read(options),
    head: () => store.head(),
    watch: (listener) => store.watch(listener),
    trim: (before) => store.trim(before),
    async commit(changes, events) {
      const committed = await store.commit(changes, events)
      if (++commits % 3 === 0) throw new Error('The answer is lost')
      return committed
    },
  }
}
