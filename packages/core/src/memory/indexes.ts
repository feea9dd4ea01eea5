import { isObject, own } from '../machine/json/json.ts'
import { compileWhere } from '../machine/keys/pattern.ts'
import { type SortedTexts, sortedTexts } from '../machine/keys/sorted-texts.ts'
import { nextTurn } from '../machine/time/wait.ts'
import type { Entry, Index, IndexCondition, IndexEntry, IndexPart, IndexValue, IndexWhere } from '../ports.ts'

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

/** The sorted entries of an index, and the term of each key. */
interface Entries {
  readonly termOf: (value: unknown) => string
  readonly ordered: SortedTexts
  readonly byKey: Map<string, string>
}

/** What an index needs beside its own entries. */
interface Records {
  readonly find: (key: string) => Entry | undefined
  /** The entries of another member of the same records. */
  readonly entriesOf: (member: string) => Entries | undefined
  /** The beginning of the terms of the index. @default none */
  readonly lead?: string
}

/** How many records are indexed before other work gets the thread. */
const STEP = 100

/** Separates the term of an entry from its key. No text in an index contains it. */
const BETWEEN = '\u0000'

/** Separates the terms of two members in an index of both. No text in such an index contains it. */
const AND = '\u0001'

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
    ordered.add(term + BETWEEN + key)
  }

  function forget({ ordered, byKey }: Entries, key: string): void {
    const term = byKey.get(key)
    if (term === undefined) return
    byKey.delete(key)
    ordered.delete(term + BETWEEN + key)
  }

  /** Indexes the next records. Returns the last key, or `undefined` when the index is complete. */
  function build(entries: Entries, collection: string, after?: string): string | undefined {
    const rows = behind(collection, after, STEP)
    for (const [key, text] of rows) set(entries, key, entries.termOf(JSON.parse(text)))
    return rows.length < STEP ? undefined : (rows.at(-1) as readonly [string, string])[0]
  }

  async function go(entries: Entries, collection: string, from: string): Promise<void> {
    for (let after: string | undefined = from; after !== undefined; ) {
      await nextTurn(0)
      after = build(entries, collection, after)
    }
    building.delete(entries)
  }

  /** The index with a name, with the terms of records. Its build begins with the first call; it may not be complete. */
  function entriesOf(collection: string, name: string, termOf: Entries['termOf']): Entries {
    const members = collections.get(collection) ?? new Map<string, Entries>()
    collections.set(collection, members)
    const known = members.get(name)
    if (known) return known
    const entries = { termOf, ordered: sortedTexts(), byKey: new Map<string, string>() }
    members.set(name, entries)
    const after = build(entries, collection)
    if (after !== undefined) building.set(entries, go(entries, collection, after))
    return entries
  }

  /** What is needed beside the entries of an index of a collection. */
  const recordsOf = (collection: string): Records => ({
    find: (key) => find(collection, key),
    entriesOf: (member) => collections.get(collection)?.get(member),
  })

  return {
    /** Updates the indexes. Call it for each record that is written. */
    put(collection: string, key: string, value: unknown): void {
      for (const entries of collections.get(collection)?.values() ?? []) set(entries, key, entries.termOf(value))
    },
    /** Updates the indexes. Call it for each record that is deleted. */
    drop(collection: string, key: string): void {
      for (const entries of collections.get(collection)?.values() ?? []) forget(entries, key)
    },
    /** The index of a member; `undefined` while it is being built. */
    index(collection: string, member: string): Index | undefined {
      const entries = entriesOf(collection, member, (value) => termOf(value, member))
      return building.has(entries) ? undefined : indexOf(entries, recordsOf(collection))
    },
    /** The index of a member among the records with a value of another one; `undefined` while it is being built. */
    indexWithin(collection: string, member: string, within: IndexValue): Index | undefined {
      const members = [within.member, member] as const
      const entries = entriesOf(collection, members.join(AND), (value) => termOfBoth(value, members))
      if (building.has(entries) || !isHeld(within.text) || within.text.includes(AND)) return undefined
      return indexOf(entries, { ...recordsOf(collection), lead: `=${within.text}${AND}` })
    },
  }
}

/** The sort key of a record's member: `=` and the text, `?` for other values, `~` if it is missing. */
function termOf(value: unknown, member: string): string {
  const held = isObject(value) ? own(value, member) : undefined
  if (held === undefined) return '~'
  return typeof held === 'string' && isHeld(held) ? `=${held}` : '?'
}

/** The sort key of two members. */
const termOfBoth = (value: unknown, members: readonly string[]): string =>
  members
    .map((member) => termOf(value, member))
    .map((term) => (term.includes(AND) ? '?' : term))
    .join(AND)

/** Whether an index can hold a text. */
const isHeld = (text: string): boolean => text.isWellFormed() && !text.includes(BETWEEN)

/** The beginning of the entries in a part; `undefined` if there can be none. */
function beginningOf(part: IndexPart): string | undefined {
  if ('text' in part) return isHeld(part.text) ? `=${part.text}${BETWEEN}` : undefined
  if ('prefix' in part) return isHeld(part.prefix) ? `=${part.prefix}` : undefined
  return (part.kind === 'absent' ? '~' : '?') + BETWEEN
}

/** The entries that begin with a text; of these, the entries whose keys are accepted. */
interface Range {
  readonly beginning: string
  /** @default every key */
  readonly matches?: (key: string) => boolean
}

function indexOf({ ordered }: Entries, { find, entriesOf, lead = '' }: Records): Index {
  function rangeOf(part: IndexPart, { where, also = [] }: IndexWhere): Range | undefined {
    const term = beginningOf(part)
    if (term === undefined) return undefined
    const beginning = lead + term
    const { prefix, whole, matches } = compileWhere(where)
    // Entries of one text are sorted by key, so entries whose keys have a prefix are a range, too.
    const isRange = whole && (prefix === '' || !('prefix' in part))
    const tests = [...(isRange ? [] : [matches]), ...also.map(toCondition)]
    const [only] = tests
    return {
      beginning: isRange ? beginning + prefix : beginning,
      ...(only && { matches: tests.length === 1 ? only : (key) => tests.every((meets) => meets(key)) }),
    }
  }

  function toCondition({ member, parts }: IndexCondition): (key: string) => boolean {
    const byKey = entriesOf(member)?.byKey
    if (!byKey) throw new TypeError(`There is no index of ${member}`)
    const terms = parts.flatMap((part) => beginningOf(part)?.slice(0, -1) ?? [])
    return (key) => terms.includes(byKey.get(key) as string)
  }

  function* upwards(beginning: string, skip: number) {
    for (const entry of ordered.from(ordered.before(beginning) + skip)) {
      if (!entry.startsWith(beginning)) return
      yield entry
    }
  }

  /** Iterates from the last text to the first, with the keys of each text ascending. */
  function* downwards(beginning: string, skip: number) {
    const end = ordered.before(beginning + BEHIND)
    // Texts have as many entries in both directions, so the entry at this position has the text to start with.
    let last = entryAt(end - 1 - skip)
    let toSkip = last === undefined ? 0 : skip - (end - ordered.before(groupOf(last, beginning) + BEHIND))
    while (last?.startsWith(beginning)) {
      const group: string = groupOf(last, beginning)
      yield* upwards(group, toSkip)
      toSkip = 0
      last = yield* singlesBefore(group, beginning)
    }
  }

  /** Iterates back over texts of one entry each. Returns the last entry of the first text that has several. */
  function* singlesBefore(group: string, beginning: string): Generator<string, string | undefined> {
    let single: string | undefined
    for (const entry of ordered.back(ordered.before(group) - 1)) {
      if (single !== undefined) {
        if (entry.startsWith(groupOf(single, beginning))) return single
        yield single
      }
      if (!entry.startsWith(beginning)) return undefined
      single = entry
    }
    if (single !== undefined) yield single
    return undefined
  }

  /** The beginning of the entries with the text of this entry. */
  function groupOf(entry: string, beginning: string): string {
    const text = entry.slice(0, entry.indexOf(BETWEEN) + 1)
    return text.length > beginning.length ? text : beginning
  }

  const entryAt = (position: number): string | undefined =>
    position < 0 ? undefined : (ordered.from(position).next().value ?? undefined)

  return {
    async *keys(part, { descending, skip = 0, limit = Number.POSITIVE_INFINITY, ...which } = {}) {
      const range = rangeOf(part, which)
      if (!range || limit <= 0) return
      const { beginning, matches } = range
      let toPass = matches ? skip : 0
      let left = limit
      for (const entry of (descending ? downwards : upwards)(beginning, skip - toPass)) {
        const key = entry.slice(entry.indexOf(BETWEEN) + 1)
        if (matches && (!matches(key) || toPass-- > 0)) continue
        yield toEntry(entry.slice(lead.length), key)
        if (--left <= 0) return
      }
    },
    async count(part, which = {}) {
      const range = rangeOf(part, which)
      if (!range) return 0
      const { beginning, matches } = range
      if (!matches) return ordered.before(beginning + BEHIND) - ordered.before(beginning)
      let count = 0
      for (const entry of upwards(beginning, 0)) if (matches(entry.slice(entry.indexOf(BETWEEN) + 1))) count++
      return count
    },
    async pick(keys) {
      return keys.flatMap((key) => find(key) ?? [])
    },
  }
}

const toEntry = (entry: string, key: string): IndexEntry =>
  entry.startsWith('=') ? { key, text: entry.slice(1, entry.indexOf(BETWEEN)) } : { key }
