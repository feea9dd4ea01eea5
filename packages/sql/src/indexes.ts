import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Index, IndexValue, Report } from '@signalbox/core'
import { type IndexRows, indexOf } from './index-scan.ts'
import { sizeFor } from './scan.ts'
import { leadOf } from './terms.ts'

/** Identifies an index: a member of the records in a collection, or two members separated by a comma. */
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
  /** Finds the index of a member among the records with a value of another one. */
  findWithin(collection: string, member: string, within: IndexValue): Promise<Index | undefined>
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
  const built = new Map<string, number>()
  const keeping = new Set<string>()
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
      built.set(nameOf(name), id)
      wanted.delete(nameOf(name))
    }
  }

  /** The id of an index. If there is none, has it built. */
  async function idOf(name: IndexName): Promise<number | undefined> {
    const named = nameOf(name)
    if (!built.has(named) && !wanted.has(named)) {
      wanted.set(named, name)
      begun.set(named, nextRound())
    }
    await begun.get(named)
    return built.get(named)
  }

  function open(collection: string, id: number | undefined, lead = ''): Index | undefined {
    if (id === undefined) return undefined
    return indexOf(tables, {
      collection,
      id,
      keeping,
      lead,
      idOf: (member) => built.get(nameOf({ collection, member })),
    })
  }

  return {
    async find(collection, member) {
      return MEMBER.test(member) ? open(collection, await idOf({ collection, member })) : undefined
    },
    async findWithin(collection, member, within) {
      const lead = leadOf(within.text)
      if (lead === undefined || !MEMBER.test(member) || !MEMBER.test(within.member)) return undefined
      return open(collection, await idOf({ collection, member: `${within.member},${member}` }), lead)
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
