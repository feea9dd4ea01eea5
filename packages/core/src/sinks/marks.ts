import type { Store } from '../ports.ts'

const MARKS = 'sink-marks'

/**
 * How far a sink has searched the log. Of a sink whose destination tells its position, it is used only while that is
 * `position`: then the log has nothing for the sink up to `seen`.
 */
export interface Mark {
  /** The id of the last event that the destination has acknowledged. */
  readonly position: number
  readonly seen: number
  /** The hash of the filter with which the log was searched. */
  readonly filter: string
}

/** A mark, and the version that must be unchanged when it is written. */
export interface StoredMark {
  readonly mark: Mark
  readonly version: string
}

/** Reads the mark of a sink; `undefined` before its first start. */
export async function findMark(store: Store, id: string): Promise<StoredMark | undefined> {
  const found = await store.get(MARKS, id)
  return found && { mark: found.value as Mark, version: found.version }
}

/** Writes a mark. Returns `undefined` if another process wrote it meanwhile. */
export async function moveMark(
  store: Store,
  id: string,
  { from, to }: { readonly from: StoredMark | undefined; readonly to: Mark },
): Promise<StoredMark | undefined> {
  const expected = from?.version ?? null
  const committed = await store.commit([{ op: 'put', collection: MARKS, key: id, value: to, expected }], [])
  return 'versions' in committed ? { mark: to, version: committed.versions[0]! } : undefined
}
