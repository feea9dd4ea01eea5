import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Entry, ScanOptions, Where } from '@signalbox/core'
import { behind, type KeyRange, rangeOf } from './range.ts'
import { toSelection } from './selection.ts'

/** A stored record. */
export interface Row {
  readonly key: string
  readonly version: string | number
  /** JSON. */
  readonly value: string
}

/** The queries on which scans are built. Results are in key order; queries for keys alone are answered by the index. */
export interface Rows {
  keys(range: KeyRange, limit: number): Promise<readonly string[]>
  /** Returns the key at a position of the range, from 0. */
  keyAt(range: KeyRange, position: number): Promise<string | undefined>
  records(range: KeyRange, limit: number): Promise<readonly Row[]>
  /** Reads the records with these keys; deleted ones are left out. */
  pick(collection: string, keys: readonly string[]): Promise<readonly Row[]>
  count(range: KeyRange): Promise<number>
}

/** Records in the first chunk; keys in every chunk. */
const FIRST = 100
const KEYS = 1000

/**
 * Reads records in key order, a chunk at a time, each starting after the last key of the previous one. Concurrent
 * writes neither repeat nor hide a key, no cursor stays open for a slow reader, and other work gets its turn between
 * chunks.
 */
export async function* scan(
  rows: Rows,
  collection: string,
  { where, after, skip = 0, limit = Number.POSITIVE_INFINITY, asText = false }: ScanOptions = {},
): AsyncGenerator<Entry, void, undefined> {
  const selection = toSelection(where)
  if (!selection || limit <= 0) return
  const { prefix, exact, matches } = selection
  const range = rangeOf(collection, prefix, after)
  const part = { range, skip, limit }
  const chunks = !matches ? whole(rows, part) : filtered(exact ? first(rows) : rows, part, matches)
  const entry = asText ? toTextEntry : toEntry
  for await (const chunk of chunks) for (const row of chunk) yield entry(row)
}

const toEntry = ({ key, version, value }: Row): Entry => ({ key, value: JSON.parse(value), version: String(version) })

const toTextEntry = ({ key, version, value: text }: Row): Entry => ({
  key,
  value: undefined,
  text,
  version: String(version),
})

/** Counts the keys that match. */
export async function count(rows: Rows, collection: string, { where }: Where = {}): Promise<number> {
  const selection = toSelection(where)
  if (!selection) return 0
  const { prefix, exact, matches } = selection
  const range = rangeOf(collection, prefix)
  if (!matches) return rows.count(range)
  let matching = 0
  for await (const keys of keyChunks(exact ? first(rows) : rows, range))
    for (const key of keys) if (matches(key)) matching++
  return matching
}

interface Part {
  readonly range: KeyRange
  readonly skip: number
  readonly limit: number
}

/**
 * Reads a whole range. Who wants more than the first chunk mostly wants everything, so from then on the next chunk is read
 * while one is used: a database in another process works meanwhile.
 */
async function* whole(rows: Rows, { range, skip, limit }: Part): AsyncGenerator<readonly Row[]> {
  const from = skip > 0 ? await rows.keyAt(range, skip) : undefined
  if (skip > 0 && from === undefined) return
  let rest = from === undefined ? range : { ...range, from, inclusive: true }
  let left = limit
  let wanted = Math.min(left, FIRST)
  let ahead: Promise<readonly Row[]> | undefined
  for (let isFirst = true; ; isFirst = false) {
    const chunk = await (ahead ?? rows.records(rest, wanted))
    const last = chunk.at(-1)
    left -= chunk.length
    if (!last || chunk.length < wanted || left === 0) return yield chunk
    rest = behind(rest, last.key)
    wanted = Math.min(left, nextSize(chunk.map(({ value }) => value)))
    if (!isFirst) {
      ahead = rows.records(rest, wanted)
      ahead.catch(() => {}) // thrown when it is needed
    }
    yield chunk
    await nextTurn()
  }
}

/** Reads the records of a range whose keys match: walks all keys, but reads values only for matching ones. */
async function* filtered(
  rows: Rows,
  { range, skip, limit }: Part,
  matches: (key: string) => boolean,
): AsyncGenerator<readonly Row[]> {
  let passed = 0
  let left = limit
  for await (const keys of keyChunks(rows, range)) {
    const matching = keys.filter((key) => matches(key) && passed++ >= skip)
    while (matching.length > 0 && left > 0) {
      const chunk = await rows.pick(range.collection, matching.splice(0, Math.min(left, FIRST)))
      left -= chunk.length
      yield chunk
    }
    if (left <= 0) return
  }
}

async function* keyChunks(rows: Rows, range: KeyRange): AsyncGenerator<readonly string[]> {
  for (let rest = range; ; ) {
    const keys = await rows.keys(rest, KEYS)
    yield keys
    if (keys.length < KEYS) return
    rest = behind(rest, keys.at(-1) as string)
    await nextTurn()
  }
}

/** Restricts queries to the first key of a range, the only one that an exact pattern can match. */
const first = (rows: Rows): Rows => ({ ...rows, keys: (range) => rows.keys(range, 1) })

const CHUNK_CHARACTERS = 2 ** 20

/**
 * Returns how many texts to read next so that a chunk stays near a million characters: memory is bounded, and small
 * texts are read in large chunks.
 */
export const nextSize = (texts: readonly string[]): number =>
  sizeFor(
    texts.reduce((sum, { length }) => sum + length, 0),
    texts.length,
  )

/** As `nextSize`, from the number of texts and their total length. */
export function sizeFor(characters: number, texts: number): number {
  const average = Math.max(1, characters / Math.max(1, texts))
  return Math.min(1000, Math.max(1, Math.floor(CHUNK_CHARACTERS / average)))
}
