import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Row } from '../scan.ts'
import type { Read } from './rows.ts'

interface Waiting {
  readonly collection: string
  readonly key: string
  resolve(row: Row | undefined): void
  reject(error: unknown): void
}

/** The most records per query, so that large values do not pile up in one response. */
const MOST_RECORDS = 100

/**
 * Returns a function that reads single records. Reads of the same turn of the event loop share a query: a round trip
 * costs much more than a record.
 */
export function joinGets(read: Read, schema: string): (collection: string, key: string) => Promise<Row | undefined> {
  let waiting: Waiting[] = []
  const sql = `
    select wanted.place, record.key, record.version, record.value
    from unnest($1::text[], $2::text[]) with ordinality as wanted (collection, key, place)
    join "${schema}".records as record on record.collection = wanted.collection and record.key = wanted.key`

  async function readAll(): Promise<void> {
    await nextTurn()
    const all = waiting
    waiting = []
    for (let at = 0; at < all.length; at += MOST_RECORDS) void readSome(all.slice(at, at + MOST_RECORDS))
  }

  async function readSome(some: readonly Waiting[]): Promise<void> {
    try {
      const found: Row[] = []
      const values = [some.map(({ collection }) => collection), some.map(({ key }) => key)]
      for (const row of await read<Row & { place: string }>(sql, values)) found[Number(row.place) - 1] = row
      for (const [i, { resolve }] of some.entries()) resolve(found[i])
    } catch (error) {
      for (const { reject } of some) reject(error)
    }
  }

  return (collection, key) =>
    new Promise((resolve, reject) => {
      waiting.push({ collection, key, resolve, reject })
      if (waiting.length === 1) void readAll()
    })
}
