import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Index, IndexEntry } from '@signalbox/core/store'
import { compileWhere } from '@signalbox/core/store'
import type { Row } from './scan.ts'
import { toSelection } from './selection.ts'
import type { Term, TermRange } from './terms.ts'
import { termsOf, textOf } from './terms.ts'

/** Which terms of a range: behind one, behind so many, and how many. */
export interface TermPart {
  readonly behind?: Term
  readonly skip: number
  readonly limit: number
}

/** What an index asks of a database. */
export interface IndexRows {
  terms(range: TermRange, part: TermPart): Promise<readonly Term[]>
  count(range: TermRange): Promise<number>
  /** The records with these keys; none for those that are gone. */
  pick(collection: string, keys: readonly string[]): Promise<readonly Row[]>
}

/** Entries of a chunk. */
const CHUNK = 1000

/** An index that is built. */
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

/** Decides which keys match; `undefined` where none can. */
function matcherOf(where: readonly string[] | undefined): ((key: string) => boolean) | undefined {
  const selection = toSelection(where)
  if (!selection) return undefined
  return selection.prefix === '' && !selection.matches ? everyKey : compileWhere(where).matches
}

/** Terms in their order, each chunk from behind the last term of the one before, as scans of records go. */
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
