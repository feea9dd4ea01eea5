import type { Change, Entry, Reads } from '../ports.ts'

/** How many records a write looks at to delete the expired ones. */
const LOOKED_AT = 20

interface Place {
  readonly collection: string
  /** The key of the record that is being written. */
  readonly place: string
  /** Epoch milliseconds. */
  readonly now: number
}

/**
 * Deletes expired records (by `expires`) among the next `LOOKED_AT` records after a key. Keys are digests, so any new key is
 * a random place: at most one of `LOOKED_AT` records stays expired for long, however many there are, and a write reads no others.
 */
export async function expiredAfter(store: Reads, { collection, place, now }: Place): Promise<Change[]> {
  const found: Entry[] = []
  for await (const entry of store.scan(collection, { after: place, limit: LOOKED_AT })) found.push(entry)
  const left = LOOKED_AT - found.length
  if (left > 0) for await (const entry of store.scan(collection, { limit: left })) found.push(entry)
  const keys = found.filter(({ value }) => (value as { expires: number }).expires <= now).map(({ key }) => key)
  return [...new Set(keys)].map((key) => ({ op: 'delete', collection, key }))
}
