import { isObject, own } from '../json.ts'
import { compileWhere } from '../keys/pattern.ts'
import type { SortedMap } from '../keys/sorted-map.ts'
import { sortedMap } from '../keys/sorted-map.ts'
import type { Entry, Index, IndexEntry, IndexPart } from '../ports.ts'
import { nextTurn } from '../wait.ts'

/** The records from which indexes are built. */
export interface IndexedRecords {
  /** The JSON texts after a key, in key order. */
  readonly behind: (
    collection: string,
    key: string | undefined,
    limit: number,
  ) => readonly (readonly [string, string])[]
  readonly find: (collection: string, key: string) => Entry | undefined
}

/** The sorted entries of an index, and the entry of each key. */
interface Entries {
  readonly ordered: SortedMap<string>
  readonly byKey: Map<string, string>
}

/** How many records are indexed before other work gets the thread. */
const STEP = 100

/** Separates the value of an entry from its key. No text in an index contains it. */
const BETWEEN = '\u0000'

/** Sorts after every text with the same beginning, because well-formed text has no half of a surrogate pair. */
const BEHIND = '\udfff'

/** Creates the indexes of a memory store. */
export function createMemoryIndexes({ behind, find }: IndexedRecords) {
  const collections = new Map<string, Map<string, Entries>>()
  const building = new Map<Entries, Promise<void>>()

  function set({ ordered, byKey }: Entries, key: string, term: string): void {
    const before = byKey.get(key)
    if (before === term) return
    if (before !== undefined) ordered.delete(before + BETWEEN + key)
    byKey.set(key, term)
    ordered.set(term + BETWEEN + key, key)
  }

  function forget({ ordered, byKey }: Entries, key: string): void {
    const term = byKey.get(key)
    if (term === undefined) return
    byKey.delete(key)
    ordered.delete(term + BETWEEN + key)
  }

  /** Indexes the next records. Returns the last key, or `undefined` when the index is complete. */
  function build(
    entries: Entries,
    { collection, member, after }: { collection: string; member: string; after?: string },
  ) {
    const rows = behind(collection, after, STEP)
    for (const [key, text] of rows) set(entries, key, termOf(JSON.parse(text), member))
    return rows.length < STEP ? undefined : (rows.at(-1) as readonly [string, string])[0]
  }

  async function go(entries: Entries, collection: string, member: string, from: string): Promise<void> {
    for (let after: string | undefined = from; after !== undefined; ) {
      await nextTurn(0)
      after = build(entries, { collection, member, after })
    }
    building.delete(entries)
  }

  return {
    /** Updates the indexes. Call it for each record that is written. */
    put(collection: string, key: string, value: unknown): void {
      for (const [member, entries] of collections.get(collection) ?? []) set(entries, key, termOf(value, member))
    },
    /** Updates the indexes. Call it for each record that is deleted. */
    drop(collection: string, key: string): void {
      for (const entries of collections.get(collection)?.values() ?? []) forget(entries, key)
    },
    /** The index of a member; `undefined` while it is being built. */
    index(collection: string, member: string): Index | undefined {
      const members = collections.get(collection) ?? new Map<string, Entries>()
      collections.set(collection, members)
      const known = members.get(member)
      const entries = known ?? { ordered: sortedMap<string>(), byKey: new Map<string, string>() }
      if (!known) {
        members.set(member, entries)
        const after = build(entries, { collection, member })
        if (after !== undefined) building.set(entries, go(entries, collection, member, after))
      }
      return building.has(entries) ? undefined : indexOf(entries, (key) => find(collection, key))
    },
  }
}

/** The sort key of a record's member: `=` and the text, `?` for other values, `~` if it is missing. */
function termOf(value: unknown, member: string): string {
  const held = isObject(value) ? own(value, member) : undefined
  if (held === undefined) return '~'
  return typeof held === 'string' && isHeld(held) ? `=${held}` : '?'
}

/** Whether an index can hold a text. */
const isHeld = (text: string): boolean => text.isWellFormed() && !text.includes(BETWEEN)

/** The prefix of the entries in a part; `undefined` if there can be none. */
function beginningOf(part: IndexPart): string | undefined {
  if ('text' in part) return isHeld(part.text) ? `=${part.text}${BETWEEN}` : undefined
  if ('prefix' in part) return isHeld(part.prefix) ? `=${part.prefix}` : undefined
  return (part.kind === 'absent' ? '~' : '?') + BETWEEN
}

function indexOf({ ordered }: Entries, find: (key: string) => Entry | undefined): Index {
  function* upwards(beginning: string) {
    for (
      let pair = ordered.getPairOrNextHigher(beginning);
      pair?.[0].startsWith(beginning);
      pair = ordered.nextHigherPair(pair[0])
    )
      yield pair
  }

  /** Iterates from the last text to the first, with the keys of each text ascending. */
  function* downwards(beginning: string) {
    for (let pair = ordered.nextLowerPair(beginning + BEHIND); pair?.[0].startsWith(beginning); ) {
      const first = pair[0].slice(0, pair[0].indexOf(BETWEEN) + 1)
      yield* upwards(first)
      pair = ordered.nextLowerPair(first)
    }
  }

  function* matching(part: IndexPart, where: readonly string[] | undefined, descending = false) {
    const { matches } = compileWhere(where)
    const beginning = beginningOf(part)
    if (beginning === undefined) return
    for (const pair of (descending ? downwards : upwards)(beginning)) if (matches(pair[1])) yield pair
  }

  return {
    async *keys(part, { where, descending, skip = 0, limit = Number.POSITIVE_INFINITY } = {}) {
      let place = 0
      if (limit > 0)
        for (const [entry, key] of matching(part, where, descending)) {
          if (place++ < skip) continue
          yield toEntry(entry, key)
          if (place >= skip + limit) return
        }
    },
    async count(part, { where } = {}) {
      const { matches } = compileWhere(where)
      const beginning = beginningOf(part)
      let count = 0
      if (beginning !== undefined)
        for (const [entry, key] of ordered.entries(beginning)) {
          if (!entry.startsWith(beginning)) break
          if (matches(key)) count++
        }
      return count
    },
    async pick(keys) {
      return keys.flatMap((key) => find(key) ?? [])
    },
  }
}

const toEntry = (entry: string, key: string): IndexEntry =>
  entry.startsWith('=') ? { key, text: entry.slice(1, entry.indexOf(BETWEEN)) } : { key }
