import type { Change, ChangeEvent, EventDraft, Store } from '@signalbox/core/store'
import { describe, expect } from 'vitest'
import {
  commit,
  draft,
  drop,
  dropPrefix,
  eventsAfter,
  keysOf,
  put,
  type StoreTest,
  THINGS,
  valueUnder,
  write,
} from './store-test.ts'

const times = <T>(count: number, make: (n: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, n) => make(n)))

/** Concurrent writers: the guarantees for one writer hold for all of them together. */
export function describeConcurrency(test: StoreTest): void {
  describe('many writers', () => {
    test('that all create one record: exactly one does', async ({ store }) => {
      const results = await times(20, (n) => store.commit([put('a', n, null)], [draft('a', n)]))
      const winners = results.flatMap((result, n) => ('events' in result ? [n] : []))
      expect(winners).toHaveLength(1)
      expect(results.filter((result) => 'conflict' in result)).toEqual(Array(19).fill({ conflict: 0 }))
      expect(await valueUnder(store, 'a')).toBe(winners[0])
      expect((await eventsAfter(store)).map(({ payload }) => payload)).toEqual(winners)
    })

    test('that all expect the same version: exactly one writes', async ({ store }) => {
      const version = await write(store, 'a')
      const results = await times(20, (n) => store.commit([put('a', n, version)], []))
      const winners = results.flatMap((result, n) => ('events' in result ? [n] : []))
      expect(winners).toHaveLength(1)
      expect(await valueUnder(store, 'a')).toBe(winners[0])
    })

    test('that read, change and write back lose nothing', async ({ store }) => {
      await write(store, 'counter', 0)
      await times(30, () => change(store, 'counter', (count) => count + 1))
      expect(await valueUnder(store, 'counter')).toBe(30)
    })

    test('that write several records each never leave a partial write', async ({ store }) => {
      const accounts = Array.from({ length: 6 }, (_, n) => `account:${n}`)
      await commit(
        store,
        accounts.map((key) => put(key, 100)),
      )
      await times(40, (n) => transfer(store, accounts[n % 6] as string, accounts[(n + 1 + (n % 5)) % 6] as string, n))
      const balances = await times(6, (n) => valueUnder(store, accounts[n] as string))
      expect(balances.reduce((sum: number, balance) => sum + (balance as number), 0)).toBe(600)
      expect(await eventsAfter(store)).toHaveLength(80)
    })

    test('that create, replace, rename and delete leave an exact count', async ({ store }) => {
      await times(120, async (n) => {
        const [key, other] = [`${n % 7}`, `${(n * 3) % 7}`]
        await store.commit([put(key, n)], [])
        const rename: readonly Change[] = [drop(key), put(other, n, null)]
        await store.commit(n % 2 ? rename : [put(key, n, null), put('more', n)], [])
        await store.commit(n % 10 === 0 ? [dropPrefix('')] : [drop(other)], [])
        await store.commit([put(`${n}`, n), { ...put('other', n), collection: 'others' }], [])
      })
      expect(await store.count(THINGS)).toBe((await keysOf(store)).length)
      expect(await store.count('others')).toBe(1)
    })

    test('can be followed by a reader without gaps, duplicates or reordering', async ({ store, eventually }) => {
      await using reader = follow(store)
      await using slow = follow(store, 7)
      const committed = (
        await times(8, async (writer) => {
          const events: ChangeEvent[] = []
          for (let n = 0; n < 25; n++) {
            const key = `writer:${writer}:${n}`
            const drafts = Array.from({ length: 1 + ((n + writer) % 3) }, (_, i) => draft(key, i))
            events.push(...(await commit(store, [put(key), put(`last:${n}`, writer)], drafts)).events)
          }
          return events
        })
      ).flat()
      const inOrder = committed.toSorted((a, b) => a._id - b._id)
      for (const { seen } of [reader, slow]) {
        await eventually(() => expect(seen.length).toBeGreaterThanOrEqual(committed.length))
        expect(seen.map(({ _id }) => _id)).toEqual(inOrder.map(({ _id }) => _id))
        expect(seen).toEqual(inOrder)
      }
      expect(await store.head()).toBe(inOrder.at(-1)?._id)
    })

    test('leave a log that, replayed, ends in what is stored', async ({ store }) => {
      await times(60, async (n) => {
        const key = `key:${n % 4}`
        await commit(store, [put(key, n)], [draft(key, n)])
      })
      const replayed = new Map((await eventsAfter(store)).map(({ key, payload }) => [key, payload]))
      for (const [key, payload] of replayed) expect(await valueUnder(store, key)).toBe(payload)
      expect(replayed.size).toBe(4)
    })
  })
}

const change = (store: Store, key: string, next: (value: number) => number): Promise<void> =>
  untilItHolds(store, async () => {
    const { value, version } = (await store.get(THINGS, key)) as { value: number; version: string }
    return { changes: [put(key, next(value), version)] }
  })

const transfer = (store: Store, from: string, to: string, amount: number): Promise<void> =>
  untilItHolds(store, async () => {
    const [source, target] = await Promise.all([store.get(THINGS, from), store.get(THINGS, to)])
    if (!source || !target) throw new Error(`${from} or ${to} is not there`)
    return {
      changes: [
        put(from, (source.value as number) - amount, source.version),
        put(to, (target.value as number) + amount, target.version),
      ],
      events: [draft(from), draft(to)],
    }
  })

interface Attempt {
  readonly changes: readonly Change[]
  readonly events?: readonly EventDraft[]
}

/** Reads and commits, and repeats while another writer was faster. */
async function untilItHolds(store: Store, prepare: () => Promise<Attempt>): Promise<void> {
  for (let attempt = 0; attempt < 1000; attempt++) {
    const { changes, events = [] } = await prepare()
    if ('events' in (await store.commit(changes, events))) return
  }
  throw new Error('A commit was refused 1000 times, although it was prepared again each time')
}

/**
 * Reads a log as subscribers do: `watch` wakes it, and it reads on from the last id, at most `limit` events at a time.
 * Ends at an event whose id is not after the previous one.
 */
export function follow(store: Store, limit?: number) {
  const seen: ChangeEvent[] = []
  let news = true
  let stopped = false
  let wake = () => {}
  const unwatch = store.watch(() => {
    news = true
    wake()
  })
  const done = run()
  return {
    seen: seen as readonly ChangeEvent[],
    async [Symbol.asyncDispose]() {
      stopped = true
      unwatch()
      wake()
      await done
    },
  }

  async function run() {
    while (!stopped) {
      if (!news)
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      news = false
      for (let more = true; more && !stopped; ) {
        more = false
        for await (const event of store.read({ after: seen.at(-1)?._id ?? 0, ...(limit && { limit }) })) {
          more = event._id > (seen.at(-1)?._id ?? 0)
          seen.push(event)
          if (!more) return
        }
      }
    }
  }
}
