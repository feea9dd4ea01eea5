import type { Change, Note, Reads } from '../../../ports.ts'

/** A value in the store, and the version that must be unchanged when it is written. */
export interface Stored<T> {
  readonly value: T
  readonly version: string
}

/** Where a value is stored. */
export interface Place {
  readonly collection: string
  readonly key: string
}

/** How a value moves, and what else is written in the same commit. */
export interface Move<T> {
  /** `undefined`: it must not be stored yet. */
  readonly from: Stored<T> | undefined
  readonly to: T
  /** @default nothing */
  readonly also?: readonly Change[]
}

/** Reads a value; `undefined` if it is not stored. */
export async function findStored<T>(store: Reads, { collection, key }: Place): Promise<Stored<T> | undefined> {
  const found = await store.get(collection, key)
  return found && { value: found.value as T, version: found.version }
}

/** Writes a value without an event. Returns `undefined` if another process wrote or deleted it meanwhile. */
export async function moveStored<T>(
  note: Note,
  { collection, key }: Place,
  { from, to, also = [] }: Move<T>,
): Promise<Stored<T> | undefined> {
  const expected = from?.version ?? null
  const committed = await note([{ op: 'put', collection, key, value: to, expected }, ...also])
  return 'versions' in committed ? { value: to, version: committed.versions[0]! } : undefined
}
