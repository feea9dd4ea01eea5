import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Index, Report } from '@signalbox/core'
import type { IndexRows } from './index-scan.ts'
import { indexOf } from './index-scan.ts'
import { sizeFor } from './scan.ts'

/** Which index. */
export interface IndexName {
  readonly collection: string
  readonly member: string
}

/** The ids of indexes, in the order they were asked for; none for those that are not built. */
export type IndexIds = readonly (number | undefined)[]

/** What indexes ask of a database. */
export interface IndexTables extends IndexRows {
  /** Which are built. Writes nothing. */
  look(names: readonly IndexName[]): Promise<IndexIds>
  /**
   * Begins those that there are none of, and takes so many more records into those that are not built, in one transaction. The
   * database itself takes in whatever is written from then on.
   */
  build(
    names: readonly IndexName[],
    size: number,
  ): Promise<{ readonly ids: IndexIds; readonly records: number; readonly characters: number }>
}

/** The indexes of a database: what was asked for once is built to its end, a step at a time. */
export interface Indexes {
  find(collection: string, member: string): Promise<Index | undefined>
  /** Resolves when no step is on its way any more. */
  close(): Promise<void>
}

/** Records of a first step. */
const FIRST = 100

/** Finds indexes, and builds those that are missing. */
export function createIndexes(tables: IndexTables, report: Report): Indexes {
  const built = new Map<string, Index>()
  const wanted = new Map<string, IndexName>()
  /** The first round of each: most indexes are built in it, so whoever asks meanwhile waits for it. */
  const begun = new Map<string, Promise<void>>()
  let size = FIRST
  let isClosed = false
  let hasFailed = false
  let last: Promise<unknown> = Promise.resolve()
  let upcoming: Promise<void> | undefined

  /** The next round; who asks before it begins is part of it. Rounds follow each other. */
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
    if (wanted.size === 0) return
    try {
      const { ids, records, characters } = await tables.build(names(), size)
      settle(ids)
      if (records > 0) size = sizeFor(characters, records)
      hasFailed = false
    } catch (error) {
      wanted.clear() // lists do without, and the next one tries again
      if (!hasFailed) report(error)
      hasFailed = true
    }
    if (wanted.size > 0) nextRound().catch(() => {}) // whoever asks next tries again, and is told
  }

  /** The newest first: a small one need not wait for a large one. */
  const names = () => [...wanted.values()].reverse()

  function settle(ids: IndexIds): void {
    for (const [place, name] of names().entries()) {
      const id = ids[place]
      if (id === undefined) continue
      built.set(nameOf(name), indexOf(tables, name.collection, id))
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

/** Members whose names are part of a JSON path as they are. */
const MEMBER = /^\w{1,100}$/

const nameOf = ({ collection, member }: IndexName): string => `${member} ${collection}`
