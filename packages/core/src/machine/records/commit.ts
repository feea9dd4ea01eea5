import type { CallContext } from '../../operation.ts'
import type { Change, Committed, Note, Store } from '../../ports.ts'
import { type Authority, authority } from '../callers/authority.ts'
import { own } from '../json/json.ts'
import type { EventDraft } from '../log/event.ts'
import type { Resource } from './resource.ts'

/** What a collection holds if it holds no records: parts of the records of a kind, or bookkeeping. */
export type Standing = 'bookkeeping' | { readonly of: string; readonly idOf: (key: string) => string }

/** A change of a commit. Whatever replaces or deletes a record brings that record. */
export type Write = Change & { readonly was?: unknown }

/** A write to a record, or to a part of it, as judges see it. */
export interface JudgedWrite {
  readonly domain: string
  readonly id: string
  readonly collection: string
  /** The record afterwards; `undefined` if it is deleted. */
  readonly next: unknown
  /** The record before; `undefined` if it is new. */
  readonly was: unknown
}

/** A commit, as judges see it. */
export interface Judged {
  /** What it writes to records and their parts. Bookkeeping is left out. */
  readonly writes: readonly JudgedWrite[]
  readonly call: CallContext
  readonly authority: Authority | undefined
}

/** A condition on which a judge has relied. If it no longer holds, the commit is judged again. */
export type Check = Extract<Change, { readonly op: 'check' }>

/**
 * Judges commits before they are written. Throws a `SignalboxError` to refuse one. Returns what must still be true when it is
 * written.
 */
export type Judge = (judged: Judged) => readonly Check[] | Promise<readonly Check[]>

/** Writes records, their parts, and bookkeeping along with them, if all judges agree; or nothing. */
export type Commit = (call: CallContext, writes: readonly Write[], events: readonly EventDraft[]) => Promise<Committed>

/** A kind of records. */
export type Kind = Partial<Pick<Resource, 'plural'>> & Pick<Resource, 'domain'>

interface CommitPorts {
  readonly store: Pick<Store, 'commit'>
  readonly kinds: readonly Kind[]
  /** All other collections. */
  readonly others: Readonly<Record<string, Standing>>
  readonly judges: readonly Judge[]
}

/** Creates the two functions that write to the store. They throw an `Error` for a collection that is not declared. */
export function createCommits({ store, kinds, others, judges }: CommitPorts): {
  readonly commit: Commit
  readonly note: Note
  /** Whether a collection holds records, not parts of records or bookkeeping. */
  readonly holdsRecords: (collection: string) => boolean
  /** Throws what `commit` would throw for these writes, and writes nothing. */
  readonly judge: (call: CallContext, writes: readonly Write[]) => Promise<void>
} {
  const domains = new Map(kinds.flatMap(({ plural, domain }) => (plural === undefined ? [] : [[plural, domain]])))

  /** The record that a change writes, in whole or in part; `undefined` for bookkeeping. */
  function recordOf(change: Exclude<Change, Check>): Pick<JudgedWrite, 'domain' | 'id'> | undefined {
    const { collection } = change
    const key = change.op === 'deletePrefix' ? change.prefix : change.key
    const domain = domains.get(collection)
    if (domain !== undefined) return { domain, id: key }
    const standing = own(others, collection) as Standing | undefined
    if (standing === undefined)
      throw new Error(`The collection ${collection} is not declared: add it to the table of collections`)
    return standing === 'bookkeeping' ? undefined : { domain: standing.of, id: standing.idOf(key) }
  }

  /** What a write does to a record; `undefined` for a check and for bookkeeping. */
  function toJudged(write: Write): JudgedWrite | undefined {
    if (write.op === 'check') return undefined
    const { collection, was } = write
    const record = recordOf(write)
    if (!record) return undefined
    if (was === undefined && domains.has(collection) && !isNew(write))
      throw new Error(`A write to ${collection} lacks the record that it replaces`)
    return {
      ...record,
      collection,
      next: write.op === 'put' ? write.value : undefined,
      was,
    }
  }

  function toJudgedCall(call: CallContext, all: readonly Write[]): Judged {
    const writes: JudgedWrite[] = []
    for (const write of all) {
      const judged = toJudged(write)
      if (judged) writes.push(judged)
    }
    return { writes, call, authority: call[authority] }
  }

  /** Asks all judges, at once if none of them has to wait. Throws what one of them throws. */
  function ask(judged: Judged, first = 0): readonly Check[] | Promise<readonly Check[]> {
    let checks: readonly Check[] = none
    for (let n = first; n < judges.length; n++) {
      const relied = (judges[n] as Judge)(judged)
      if (relied instanceof Promise) return askOn(judged, checks, { relied, next: n + 1 })
      if (relied.length > 0) checks = [...checks, ...relied]
    }
    return checks
  }

  async function askOn(
    judged: Judged,
    before: readonly Check[],
    { relied, next }: { readonly relied: Promise<readonly Check[]>; readonly next: number },
  ): Promise<readonly Check[]> {
    return [...before, ...(await relied), ...(await ask(judged, next))]
  }

  async function commit(call: CallContext, writes: readonly Write[], events: readonly EventDraft[]) {
    const judged = toJudgedCall(call, writes)
    const changes = writes.map(toChange)
    for (;;) {
      const asked = ask(judged)
      const checks = asked instanceof Promise ? await asked : asked
      if (checks.length === 0) return store.commit(changes, events)
      const committed = await store.commit([...changes, ...checks], events)
      if ('versions' in committed) return { ...committed, versions: committed.versions.slice(0, changes.length) }
      if (committed.conflict < changes.length) return committed
    }
  }

  async function note(changes: readonly Change[], events: readonly EventDraft[] = []) {
    for (const change of changes)
      if (change.op !== 'check' && recordOf(change))
        throw new Error(`The collection ${change.collection} belongs to records: commit its changes`)
    return store.commit(changes, events)
  }

  return {
    commit,
    note,
    holdsRecords: (collection) => domains.has(collection),
    async judge(call, writes) {
      await ask(toJudgedCall(call, writes))
    },
  }
}

/** Whether a write creates a record. */
const isNew = (write: Write): boolean => write.op === 'put' && write.expected === null

/** The change alone, as stores take it. Written out, because copies of all members but one are slow. */
function toChange(write: Write): Change {
  if (!('was' in write)) return write
  const { op, collection } = write
  if (op === 'put') return { op, collection, key: write.key, value: write.value, ...expectedOf(write) }
  if (op === 'delete') return { op, collection, key: write.key, ...expectedOf(write) }
  return write
}

const expectedOf = <E>({ expected }: { readonly expected?: E }) => (expected === undefined ? nothing : { expected })
const nothing = {}
const none: readonly Check[] = []

/** Writes bookkeeping to a store that no instance has opened. */
export const noteIn =
  (store: Pick<Store, 'commit'>): Note =>
  (changes, events = []) =>
    store.commit(changes, events)
