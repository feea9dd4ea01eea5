import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Index, IndexEntry } from '@signalbox/core/store'
import { compileWhere } from '@signalbox/core/store'
import type { Row } from './scan.ts'
import { toSelection } from './selection.ts'
import type { Term, TermRange } from './terms.ts'
import { termsOf, textOf } from './terms.ts'

/** A page of a range of terms: after `behind` or after `skip` terms, at most `limit`. */
export interface TermPart {
  readonly behind?: Term
  readonly skip: number
  readonly limit: number
}

/** The queries on which an index is built. */
export interface IndexRows {
  terms(range: TermRange, part: TermPart): Promise<readonly Term[]>
  count(range: TermRange): Promise<number>
  /** Reads the records with these keys; deleted ones are left out. */
  pick(collection: string, keys: readonly string[]): Promise<readonly Row[]>
}

/** Entries per chunk. */
const CHUNK = 1000

/** Creates the `Index` of an index that has been built. */
export function indexOf(rows: IndexRows, collection: string, id: number): Index {
  return {
    async *keys(part, { where, descending, skip = 0, limit = Number.POSITIVE_INFINITY } = {}) {
      const range = termsOf(id, part, descending)
      const matches = matcherOf(where)
      if (!range || !matches || limit <= 0) return
      const isWhole = matches === everyKey
      let toPass = isWhole ? 0 : skip
      let left = limit
      for await (const chunk of chunks(rows, range, {
        skip: isWhole ? skip : 0,
        most: isWhole ? limit : Number.POSITIVE_INFINITY,
      }))
        for (const { term, key } of chunk) {
          if (!matches(key) || toPass-- > 0) continue
          yield toEntry(term, key)
          if (--left <= 0) return
        }
    },
    async count(part, { where } = {}) {
      const range = termsOf(id, part)
      const matches = matcherOf(where)
      if (!range || !matches) return 0
      if (matches === everyKey) return rows.count(range)
      let matching = 0
      for await (const chunk of chunks(rows, range, { skip: 0, most: Number.POSITIVE_INFINITY }))
        for (const { key } of chunk) if (matches(key)) matching++
      return matching
    },
    async pick(keys) {
      const found = keys.length > 0 ? await rows.pick(collection, keys) : []
      return found.map(({ key, value, version }) => ({ key, value: JSON.parse(value), version: String(version) }))
    },
  }
}

const everyKey = (): boolean => true

/** Returns a filter for keys; `undefined` if no key can match. */
function matcherOf(where: readonly string[] | undefined): ((key: string) => boolean) | undefined {
  const selection = toSelection(where)
  if (!selection) return undefined
  return selection.prefix === '' && !selection.matches ? everyKey : compileWhere(where).matches
}

/** Reads terms in order, a chunk at a time, each starting after the last term of the previous chunk. */
async function* chunks(rows: IndexRows, range: TermRange, { skip, most }: { skip: number; most: number }) {
  let behind: Term | undefined
  for (let left = most; left > 0; ) {
    const limit = Math.min(left, CHUNK)
    const found = await rows.terms(range, { ...(behind ? { behind, skip: 0 } : { skip }), limit })
    yield found
    behind = found.at(-1)
    if (!behind || found.length < limit) return
    left -= found.length
    await nextTurn()
  }
}

function toEntry(term: string, key: string): IndexEntry {
  const text = textOf(term)
  return text === undefined ? { key } : { key, text }
}
