import { setImmediate as nextTurn } from 'node:timers/promises'
import { compileWhere, type Index, type IndexEntry, type IndexPart, type IndexWhere } from '@signalbox/core/store'
import type { Row } from './scan.ts'
import { toSelection } from './selection.ts'
import { type Term, type TermRange, termsOf, textOf } from './terms.ts'

/** A page of a range of terms: after `behind` or after `skip` terms, at most `limit`. */
export interface TermPart {
  readonly behind?: Term
  readonly skip: number
  readonly limit: number
}

/** The number of entries of a term, and whether the database keeps it. */
export interface Size {
  readonly entries: number
  readonly isKept: boolean
}

/** The queries on which an index is built. */
export interface IndexRows {
  terms(range: TermRange, part: TermPart): Promise<readonly Term[]>
  count(range: TermRange): Promise<number>
  /** Counts the entries of one term, unless their number is kept; then returns it. */
  size(index: number, term: string): Promise<Size>
  /** Keeps the number of entries of a term from now on, so that it need not be counted. */
  keepSize(index: number, term: string): Promise<unknown>
  /** Reads the records with these keys; deleted ones are left out. */
  pick(collection: string, keys: readonly string[]): Promise<readonly Row[]>
}

/** Numbers of at least so many entries are kept. Smaller ones are counted as fast as they are found. */
const LEAST_KEPT_COUNT = 1000

/** Entries per chunk. */
const CHUNK = 1000

/** An index that has been built. */
export interface BuiltIndex {
  readonly collection: string
  readonly id: number
  /** Returns the id of the built index of another member. */
  readonly idOf: (member: string) => number | undefined
  /** The terms whose numbers are being kept. */
  readonly keeping: Set<string>
  /** The beginning of its terms: the terms of one text in an index of two members. @default none */
  readonly lead?: string
}

/** Creates the `Index` of an index that has been built. */
export function indexOf(rows: IndexRows, { collection, id, idOf, keeping, lead = '' }: BuiltIndex): Index {
  function rangeOf(part: IndexPart, { where, also = [] }: IndexWhere, descending = false) {
    const selection = toSelection(where)
    const terms = termsOf(part, lead)
    const others = also.map(({ member, parts }) => {
      const index = idOf(member)
      if (index === undefined) throw new TypeError(`There is no index of ${member}`)
      return { index, terms: parts.flatMap((one) => onlyTerm(termsOf(one))) }
    })
    if (!selection || !terms || others.some((other) => other.terms.length === 0)) return undefined
    const { prefix, matches } = selection
    const range: TermRange = { index: id, terms, keyPrefix: prefix, also: others, descending }
    return { range, ...(matches && { matches: compileWhere(where).matches }) }
  }

  async function sizeOf(term: string): Promise<number> {
    const { entries, isKept } = await rows.size(id, term)
    const name = `${id} ${term}`
    if (!isKept && entries >= LEAST_KEPT_COUNT && !keeping.has(name)) {
      keeping.add(name)
      // Without the number it is counted again, and a database that cannot be written reports that elsewhere.
      void rows
        .keepSize(id, term)
        .catch(() => {})
        .then(() => keeping.delete(name))
    }
    return entries
  }

  return {
    async *keys(part, { descending, skip = 0, limit = Number.POSITIVE_INFINITY, ...which } = {}) {
      const found = rangeOf(part, which, descending)
      if (!found || limit <= 0) return
      const { range, matches } = found
      let toPass = matches ? skip : 0
      let left = limit
      for await (const chunk of chunks(rows, range, {
        skip: skip - toPass,
        most: matches ? Number.POSITIVE_INFINITY : limit,
      }))
        for (const { term, key } of chunk) {
          if (matches && (!matches(key) || toPass-- > 0)) continue
          yield toEntry(term.slice(lead.length), key)
          if (--left <= 0) return
        }
    },
    async count(part, which = {}) {
      const found = rangeOf(part, which)
      if (!found) return 0
      const { range, matches } = found
      const isCounted = !matches && range.also.length === 0
      if (isCounted && 'only' in range.terms && range.keyPrefix === '') return sizeOf(range.terms.only)
      if (isCounted) return rows.count(range)
      let matching = 0
      for await (const chunk of chunks(rows, range, { skip: 0, most: Number.POSITIVE_INFINITY }))
        for (const { key } of chunk) if (!matches || matches(key)) matching++
      return matching
    },
    async pick(keys) {
      const found = keys.length > 0 ? await rows.pick(collection, keys) : []
      return found.map(({ key, value, version }) => ({ key, value: JSON.parse(value), version: String(version) }))
    },
  }
}

const onlyTerm = (terms: TermRange['terms'] | undefined): string[] => (terms && 'only' in terms ? [terms.only] : [])

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
