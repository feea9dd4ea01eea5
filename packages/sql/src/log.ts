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
  /** Only events with this key. */
  readonly key?: string
  readonly limit?: number
}

/** A chunk of events: after an id, at most `limit`. */
export interface LogPart {
  readonly after: number
  readonly limit?: number
  /** Whether events may have texts in place of values. */
  readonly asText?: boolean
}

const FIRST = 100

type Chunk = (from: number, limit: number) => Promise<readonly EventRow[]>

/** Reads events in id order, a chunk at a time. `chunk` returns the first events after an id. */
export const readLog = (chunk: Chunk, { after, limit }: LogPart) => inChunks(chunk, { from: after, limit })

/**
 * Reads events from the newest to the oldest, a chunk at a time. `chunk` returns the last events before an id, and
 * possibly some of other keys.
 */
export const readLogBack = (chunk: Chunk, { before = Number.MAX_SAFE_INTEGER, key, limit }: PastPart) =>
  inChunks(chunk, { from: before, limit, key })

interface Reading {
  readonly from: number
  readonly limit: number | undefined
  readonly key?: string | undefined
}

async function* inChunks(
  chunk: Chunk,
  { from, limit = Number.POSITIVE_INFINITY, key }: Reading,
): AsyncGenerator<ChangeEvent, void, undefined> {
  let last = from
  let size = FIRST
  for (let left = limit; left > 0; ) {
    const wanted = Math.min(left, size)
    const rows = await chunk(last, wanted)
    for (const { id, event: text } of rows) {
      last = Number(id)
      const event: ChangeEvent = { _id: last, ...JSON.parse(text) }
      if (key !== undefined && event.key !== key) continue
      left--
      yield event
    }
    if (rows.length < wanted) return
    size = nextSize(rows.map(({ event }) => event))
    await nextTurn()
  }
}
