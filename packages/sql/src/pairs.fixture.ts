import type { ChangeEvent, Store } from '@signalbox/core/store'
import { expect } from 'vitest'
import { pair } from './pair.fixture.ts'

/** Event ids of acknowledged commits, by the name of their pair. */
export type Acknowledged = Map<string, number>

/** Commits a pair and records its id once it is acknowledged. */
export async function writePair(store: Store, name: string, acknowledged: Acknowledged): Promise<void> {
  const committed = await store.commit(...pair(name))
  if ('conflict' in committed) throw new Error(`${name} was there before`)
  acknowledged.set(name, committed.events[0]?._id as number)
}

/** Expects that no acknowledged pair is missing, none is half written, and ids increase. */
export async function expectWholePairs(store: Store, acknowledged: Acknowledged): Promise<void> {
  const [left, right] = [await keysOf(store, 'left'), await keysOf(store, 'right')]
  expect(right).toEqual(left)
  expect(await store.count('left')).toBe(left.length)
  const events: ChangeEvent[] = []
  for await (const event of store.read({ after: 0 })) events.push(event)
  expect(events.map(({ key }) => key).toSorted()).toEqual(left.toSorted())
  const ids = events.map(({ _id }) => _id)
  expect(ids).toEqual([...new Set(ids)].toSorted((a, b) => a - b))
  expect(await store.head()).toBe(ids.at(-1) ?? 0)
  const stored = new Map(events.map(({ key, _id }) => [key, _id]))
  expect([...acknowledged].filter(([name, id]) => stored.get(name) !== id)).toEqual([])
}

async function keysOf(store: Store, collection: string): Promise<string[]> {
  const keys: string[] = []
  for await (const { key } of store.scan(collection)) keys.push(key)
  return keys
}

/** Reads a log as subscribers do, woken by `watch`. A failed read continues at the next notification. */
export function followIds(store: Store) {
  const ids: number[] = []
  let isReading = false
  let isNews = false
  async function read(): Promise<void> {
    if (isReading) return
    isReading = true
    try {
      while (isNews) {
        isNews = false
        for await (const { _id } of store.read({ after: ids.at(-1) ?? 0 })) ids.push(_id)
      }
    } catch {
      isNews = true
    } finally {
      isReading = false
    }
  }
  const stop = store.watch(() => {
    isNews = true
    void read()
  })
  return { ids: ids as readonly number[], stop }
}

/** Runs eight writers on two handles of one database, four on each. */
export async function eightWriters(one: Store, other: Store, commits: number): Promise<Acknowledged> {
  const acknowledged: Acknowledged = new Map()
  const write = async (writer: number) => {
    for (let n = 0; n < commits; n++) await writePair(writer % 2 ? one : other, `${writer}:${n}`, acknowledged)
  }
  await Promise.all(Array.from({ length: 8 }, (_, writer) => write(writer)))
  return acknowledged
}
