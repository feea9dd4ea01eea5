import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Index, Report } from '@signalbox/core'
import type { IndexRows } from './index-scan.ts'
import { indexOf } from './index-scan.ts'
import { sizeFor } from './scan.ts'

/** Identifies an index: a member of the records in a collection. */
export interface IndexName {
  readonly collection: string
  readonly member: string
}

/** Ids of indexes in the order of the names; `undefined` for an index that is not complete. */
export type IndexIds = readonly (number | undefined)[]

/** What indexes need from a database. */
export interface IndexTables extends IndexRows {
  /** Returns the ids of complete indexes. Writes nothing. */
  look(names: readonly IndexName[]): Promise<IndexIds>
  /**
   * Creates missing indexes and adds up to `size` more existing records to incomplete ones, in one transaction. Records
   * written after that are indexed by the database itself.
   */
  build(
    names: readonly IndexName[],
    size: number,
  ): Promise<{ readonly ids: IndexIds; readonly records: number; readonly characters: number }>
}

/** The indexes of a database. An index is built on first use, in steps. */
export interface Indexes {
  find(collection: string, member: string): Promise<Index | undefined>
  /** Resolves when no step is running. */
  close(): Promise<void>
}

/** Records in the first step. */
const FIRST = 100

/**
 * Finds indexes, and builds missing ones in steps. A failed step is reported once; lists do without the index
 * meanwhile.
 */
export function createIndexes(tables: IndexTables, report: Report): Indexes {
  const built = new Map<string, Index>()
  const idsOfBuilt = new Map<string, number>()
  const wanted = new Map<string, IndexName>()
  /** The first round of each index. Most indexes are complete after it, so `find` waits for it. */
  const begun = new Map<string, Promise<void>>()
  let size = FIRST
  let isClosed = false
  let hasFailed = false
  let last: Promise<unknown> = Promise.resolve()
  let upcoming: Promise<void> | undefined

  /** Returns the next round, shared by all callers until it starts. Rounds run one after the other. */
  function nextRound(): Promise<void> {
    upcoming ??= last.then(async () => {
      await nextTurn()
      upcoming = undefined
      if (!isClosed) await round()
    })
    last = upcoming.catch(() => {})
    return upcoming
  }

  async function round(): Promise<void> {
    settle(await tables.look(names()))
    if (wanted.size === 0 || isClosed) return
    try {
      const { ids, records, characters } = await tables.build(names(), size)
      settle(ids)
      if (records > 0) size = sizeFor(characters, records)
      hasFailed = false
    } catch (error) {
      wanted.clear() // lists work without the index, and the next `find` retries
      if (!hasFailed && !isClosed) report(error) // closing ends a step, which is no failure
      hasFailed = true
    }
    if (wanted.size > 0) nextRound().catch(() => {}) // the next `find` retries and reports
  }

  /** The newest first, so that a small index does not wait for a large one. */
  const names = () => [...wanted.values()].reverse()

  function settle(ids: IndexIds): void {
    for (const [place, name] of names().entries()) {
      const id = ids[place]
      if (id === undefined) continue
      const { collection } = name
      const idOf = (member: string) => idsOfBuilt.get(nameOf({ collection, member }))
      built.set(nameOf(name), indexOf(tables, { collection, id, idOf }))
      idsOfBuilt.set(nameOf(name), id)
      wanted.delete(nameOf(name))
    }
  }

  return {
    async find(collection, member) {
      const name = nameOf({ collection, member })
      if (!built.has(name) && !wanted.has(name) && MEMBER.test(member)) {
        wanted.set(name, { collection, member })
        begun.set(name, nextRound())
      }
      await begun.get(name)
      return built.get(name)
    },
    async close() {
      isClosed = true
      await last
    },
  }
}

/** Member names that can stand in a JSON path unescaped. */
const MEMBER = /^\w{1,100}$/

const nameOf = ({ collection, member }: IndexName): string => `${member} ${collection}`
