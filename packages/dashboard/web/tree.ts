import { effect, untracked } from '@preact/signals'
import { decodeResponse } from '@signalbox/core/wire'
import type { Kind } from './kinds.ts'
import { kinds } from './kinds.ts'
import { mount } from './mount.ts'
import type { Session } from './session.ts'
import { session } from './session.ts'
import { freshness, onEvent, onGap } from './stream.ts'
import { changedBy } from './tree/changes.ts'
import type { Index } from './tree/create-index.ts'
import { createIndex } from './tree/create-index.ts'
import { entryOf } from './tree/entry.ts'
import { readLines } from './tree/read-lines.ts'

export type { Index } from './tree/create-index.ts'
export type { Entry } from './tree/entry.ts'
export type { Row, RowList } from './tree/row-list.ts'

const indexes = new Map<Kind, Index>()

/** The index of a kind. The first call loads it. */
export function index(kind: Kind): Index {
  const known = indexes.get(kind)
  if (known) return known
  const created = createIndex({
    read: (signal) => linesOf(kind, signal),
    follow: (listener) => {
      onEvent((event) => {
        const changed = changedBy(event, kinds[kind].domain)
        if (changed) listener(changed)
      })
    },
  })
  indexes.set(kind, created)
  onGap(() => void created.load())
  let loadedFor: string | undefined
  effect(() => {
    const user = userOf(session.value)
    if (user === undefined || user === loadedFor) return
    const isAnother = loadedFor !== undefined && loadedFor !== SOMEONE
    const isKnown = loadedFor === SOMEONE && untracked(() => created.state.value) !== 'failed'
    loadedFor = user
    if (isKnown) return
    if (isAnother) created.clear()
    void whenFollowed(created)
  })
  return created
}

/** The user while the page does not know the name yet. */
const SOMEONE = ''

const userOf = (current: Session): string | undefined =>
  current.state === 'in' ? `${current.me.kind} ${current.me.id}` : current.state === 'unknown' ? SOMEONE : undefined

/** Loads an index, and again when the event stream opens later: changes in between would be missed. */
async function whenFollowed(created: Index): Promise<void> {
  const isFollowing = () => freshness.value.state === 'live' || freshness.value.state === 'catching-up'
  if (!untracked(isFollowing)) {
    const stop = effect(() => {
      if (!isFollowing()) return
      queueMicrotask(() => stop())
      void created.load()
    })
  }
  await created.load()
}

/** Reads a page of matching records into an index that is partial. Returns how many match. */
export async function reach(kind: Kind, pattern: string): Promise<number> {
  const { results, metadata } = await kinds[kind].operations.list({ pattern, pageSize: 1000 })
  index(kind).add(results.flatMap((record) => entryOf(record) ?? []))
  return metadata.count
}

/** Downloads the lines of all records that the caller may read. */
async function* linesOf(kind: Kind, signal: AbortSignal): AsyncGenerator<unknown[]> {
  const reply = await fetch(`${mount.apiUrl}/api/${kind}.ndjson`, { signal, credentials: 'same-origin' })
  if (!reply.ok || !reply.body) await decodeResponse({ response: {} }, reply)
  else yield* readLines(reply.body)
}
