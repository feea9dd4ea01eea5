import { setImmediate as nextTurn } from 'node:timers/promises'
import type { ChangeEvent } from '@signalbox/core/store'
import { nextSize } from './scan.ts'

/** A stored event: its id, as a number or as decimal digits, and its other fields as JSON. */
export interface EventRow {
  readonly id: number | string
  readonly event: string
}

/** A chunk of past events: before an id, at most `limit`. */
export interface PastPart {
  readonly before?: number
  readonly limit?: number
}

/** A chunk of events: after an id, at most `limit`. */
export interface LogPart {
  readonly after: number
  readonly limit?: number
}

const FIRST = 100

type Chunk = (from: number, limit: number) => Promise<readonly EventRow[]>

/** Reads events in id order, a chunk at a time. `chunk` returns the first events after an id. */
export const readLog = (chunk: Chunk, { after, limit }: LogPart) => inChunks(chunk, after, limit)

/** Reads events from the newest to the oldest, a chunk at a time. `chunk` returns the last events before an id. */
export const readLogBack = (chunk: Chunk, { before = Number.MAX_SAFE_INTEGER, limit }: PastPart = {}) =>
  inChunks(chunk, before, limit)

async function* inChunks(
  chunk: Chunk,
  from: number,
  limit = Number.POSITIVE_INFINITY,
): AsyncGenerator<ChangeEvent, void, undefined> {
  let last = from
  let size = FIRST
  for (let left = limit; left > 0; ) {
    const wanted = Math.min(left, size)
    const rows = await chunk(last, wanted)
    for (const { id, event } of rows) {
      last = Number(id)
      yield { _id: last, ...JSON.parse(event) }
    }
    if (rows.length < wanted) return
    left -= rows.length
    size = nextSize(rows.map(({ event }) => event))
    await nextTurn()
  }
}
