import type { Change, ChangeEvent, Committed, EventDraft, ScanOptions, Store } from '@signalbox/core/store'
import { test, vi } from 'vitest'
import { collect } from '../collect.ts'

/** Waits until assertions pass. Rejects with their failure when the suite's patience runs out. */
export type Eventually = (assertions: () => void) => Promise<void>

/** A `test` whose functions receive a new store, which is closed after the test. */
export const storeTest = (create: () => Store | Promise<Store>, patience: number) =>
  test
    .extend('store', async ({ onTestFinished }): Promise<Store> => {
      const store = await create()
      onTestFinished(() => store.close?.())
      return store
    })
    .extend('eventually', ({ task: _ }): Eventually => {
      return (assertions) => vi.waitFor(assertions, { timeout: patience, interval: 10 })
    })

/** The `test` of the suite. */
export type StoreTest = ReturnType<typeof storeTest>

/** The default collection of these tests. */
export const THINGS = 'things'

/** A change that puts a value; by default an object with the key as its id. */
export const put = (key: string, value: unknown = { id: key }, expected?: string | null): Change => ({
  op: 'put',
  collection: THINGS,
  key,
  value,
  ...(expected !== undefined && { expected }),
})

/** A change that deletes a key. */
export const drop = (key: string, expected?: string): Change => ({
  op: 'delete',
  collection: THINGS,
  key,
  ...(expected !== undefined && { expected }),
})

/** A change that writes nothing but fails the commit if its expectation is not met. */
export const check = (key: string, expected: string | null): Change => ({
  op: 'check',
  collection: THINGS,
  key,
  expected,
})

/** A change that deletes every key with a prefix. */
export const dropPrefix = (prefix: string, collection = THINGS): Change => ({ op: 'deletePrefix', collection, prefix })

/** An event about a key. */
export const draft = (key: string, payload: unknown = { id: key }): EventDraft => ({
  type: 'FEATURE_CREATED',
  key,
  domain: 'Feature',
  payload,
  timestamp: '2026-01-01T00:00:00.000',
})

type Success = Extract<Committed, { events: unknown }>

/** Commits changes that must succeed. */
export async function commit(
  store: Store,
  changes: readonly Change[],
  events: readonly EventDraft[] = [],
): Promise<Success> {
  const committed = await store.commit(changes, events)
  if ('conflict' in committed) throw new Error(`Change ${committed.conflict} was refused: ${JSON.stringify(changes)}`)
  return committed
}

/** Puts one value and returns its version. */
export async function write(store: Store, key: string, value?: unknown): Promise<string> {
  const { versions } = await commit(store, [put(key, value)])
  return versions[0] as string
}

/** Puts many keys. */
export const fill = (store: Store, keys: readonly string[]): Promise<unknown> =>
  commit(
    store,
    keys.map((key) => put(key)),
  )

/** The keys that a scan returns, in its order. */
export async function keysOf(store: Store, options?: ScanOptions, collection = THINGS): Promise<string[]> {
  return (await collect(store.scan(collection, options))).map(({ key }) => key)
}

/** The value under a key, or `undefined`. */
export const valueUnder = async (store: Store, key: string): Promise<unknown> => (await store.get(THINGS, key))?.value

/** The events after an id. */
export const eventsAfter = (store: Store, after = 0): Promise<ChangeEvent[]> => collect(store.read({ after }))

/** Compares keys by their UTF-8 bytes, the order in which stores sort. */
export function byUtf8(a: string, b: string): number {
  const [left, right] = [a, b].map((text) => new TextEncoder().encode(text)) as [Uint8Array, Uint8Array]
  const at = left.findIndex((byte, index) => byte !== right[index])
  return at < 0 ? left.length - right.length : (left[at] as number) - (right[at] ?? -1)
}
