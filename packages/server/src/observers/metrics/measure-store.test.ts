import { createSignalbox, memoryStore, type Store } from '@signalbox/core'
import { describeStore } from '@signalbox/testing'
import { Registry } from 'prom-client'
import { describe, expect, it } from 'vitest'
import { familiesOf, textOf } from './families.ts'
import { measureStore } from './measure-store.ts'
import { readMetrics } from './scrape.fixture.ts'
import { timeIterable } from './time-calls.ts'

function measured<S extends Store>(store: S) {
  const registry = new Registry()
  const wrapped = measureStore(familiesOf(registry))(store)
  const metrics = async () => readMetrics(await textOf(registry, 'prometheus'))
  const calls = async (method: string) => (await metrics()).count('signalbox_store_seconds', { method })
  const failures = async (method: string) => (await metrics()).value('signalbox_store_failures_total', { method })
  return { store: wrapped, calls, failures }
}

const draft = (key: string) =>
  ({ type: 'CONFIG_CREATED', key, domain: 'Config', payload: key, timestamp: '2026-01-01T00:00:00.000' }) as const

const put = (key: string) => ({ op: 'put', collection: 'things', key, value: key }) as const

describeStore('that is measured', () => measured(memoryStore()).store)

describe('a store that is measured', () => {
  it('has exactly the members of the store, those of its class included', () => {
    const memory = memoryStore()
    expect(Object.keys(measured(memory).store).sort()).toEqual(Object.keys(memory).sort())
    const { index: _index, readBack: _readBack, ...smaller } = memory
    expect(Object.keys(measured(smaller).store).sort()).toEqual(Object.keys(smaller).sort())
    const { store } = measured(Object.assign(new Plain(), { limits: 'its own' }))
    expect({ ...store }).toMatchObject({ kind: 'plain', limits: 'its own', trim: expect.any(Function) })
  })

  it('begins to count failures of each method at 0, so that the first one is seen as an increase', async () => {
    const { failures } = measured(memoryStore())
    for (const method of ['get', 'commit', 'scan', 'read', 'index.pick']) expect(await failures(method)).toBe(0)
  })

  it('calls methods on the store itself', async () => {
    const { store, calls } = measured(new Plain())
    const { head, trim }: Store = { ...(store as Store) }
    await trim(new Date(0))
    expect([await head(), await calls('head'), await calls('trim')]).toEqual([1, 1, 1])
  })

  it('counts each call by its method, and a read of many records once, when it ends', async () => {
    const { store, calls } = measured(memoryStore())
    await store.commit([put('a'), put('b')], [draft('a'), draft('b')])
    for await (const _ of store.scan('things')) expect(await calls('scan')).toBe(0)
    for await (const _ of store.read({ after: 0 })) break
    expect(await store.index?.('things', 'x').then((index) => index?.count({ prefix: '' }))).toBe(0)
    const methods = ['commit', 'scan', 'read', 'index', 'index.count', 'get']
    expect(await Promise.all(methods.map(calls))).toEqual([1, 1, 1, 1, 1, 0])
  })

  it('does not time what the reader does between two records', async () => {
    const records = ['a', 'b', 'c']
    const begin = performance.now()
    let timed = Number.NaN
    const iterable = timeIterable(toAsync(records), (seconds) => {
      timed = seconds * 1000
    })
    for await (const _ of iterable) for (const end = performance.now() + 20; performance.now() < end; );
    expect(timed).toBeLessThan((performance.now() - begin) / 2)
  })

  it('counts calls that fail, and passes on their errors', async () => {
    const failure = new Error('the store is gone')
    const failing: Store = {
      ...memoryStore(),
      get: async () => {
        throw failure
      },
      head: () => {
        throw failure
      },
      // biome-ignore lint/correctness/useYield: it fails before the first record
      async *scan() {
        throw failure
      },
    }
    const { store, calls, failures } = measured(failing)
    await expect(store.get('things', 'a')).rejects.toBe(failure)
    await expect(store.head()).rejects.toBe(failure)
    await expect(store.scan('things')[Symbol.asyncIterator]().next()).rejects.toBe(failure)
    for (const method of ['get', 'head', 'scan']) expect([await calls(method), await failures(method)]).toEqual([1, 1])
  })

  it('serves a Signalbox as the store itself does', async () => {
    const { store, calls } = measured(memoryStore())
    const box = createSignalbox({ store })
    await box.features.create({ body: { id: 'a', enabled: true, activationStrategy: 'NO_STRATEGY' } })
    await box.ready()
    expect(box.isActive('a')).toBe(true)
    expect(await calls('commit')).toBe(1)
    await box.close()
  })
})

async function* toAsync<T>(values: readonly T[]) {
  yield* values
}

/** A store whose methods belong to its class and need `this`. */
class Plain implements Store {
  readonly kind = 'plain'
  #trims = 0
  readonly #inner = memoryStore()
  get = this.#inner.get
  scan = this.#inner.scan
  count = this.#inner.count
  commit = this.#inner.commit
  read = this.#inner.read
  watch = this.#inner.watch
  async head(): Promise<number> {
    return this.#trims
  }
  async trim(): Promise<void> {
    this.#trims++
  }
}
