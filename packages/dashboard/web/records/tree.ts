import { effect } from '@preact/signals'
import { decodeResponse } from '@signalbox/core/wire'
import { fetchApi } from '../calls/api.ts'
import { may, session } from '../calls/session.ts'
import { kinds, type ListedKind } from '../kinds/kinds.ts'
import { mount } from '../place/mount.ts'
import { changedBy } from '../tree/changes.ts'
import { createIndex, type Index } from '../tree/create-index.ts'
import { entryOf } from '../tree/entry.ts'
import { readLines } from '../tree/read-lines.ts'
import { operationsOf } from './operations.ts'
import { connected, freshness, onEvent, onGap } from './stream.ts'

export type { Index } from '../tree/create-index.ts'
export type { Entry } from '../tree/entry.ts'
export type { Row, RowList } from '../tree/row-list.ts'

const indexes = new Map<ListedKind, Index>()

/** The index of a kind. The first call loads it. */
export function index(kind: ListedKind): Index {
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
  // What failed while the service could not be reached is read again when it can.
  effect(() => {
    if (freshness.value.state === 'live' && created.state.peek() === 'failed') void created.load()
  })
  let loadedFor: string | undefined
  effect(() => {
    const current = session.value
    const user = current.state === 'in' ? `${current.me.kind} ${current.me.id}` : undefined
    if (user === undefined || (user === loadedFor && created.state.peek() !== 'failed')) return
    if (user !== loadedFor && loadedFor !== undefined) created.clear()
    loadedFor = user
    void created.load()
  })
  return created
}

/** Reads a page of matching records into an index that is partial. Returns how many match. */
export async function reach(kind: ListedKind, pattern: string): Promise<number> {
  const { results, metadata } = await operationsOf(kind).list({ pattern, pageSize: 1000 })
  index(kind).add(results.flatMap((record) => entryOf(record) ?? []))
  return metadata.count
}

/** Downloads the lines of all records that the caller may read, once events are followed: none is missed. */
async function* linesOf(kind: ListedKind, signal: AbortSignal): AsyncGenerator<unknown[]> {
  await connected
  if (session.peek().state === 'in' && !may('R', kinds[kind].domain)) return
  const reply = await fetchApi(
    new Request(`${mount.apiUrl}/api/${kinds[kind].resource}.ndjson?fields=${kinds[kind].fields}`, { signal }),
  )
  if (!reply.ok || !reply.body) await decodeResponse({ response: {} }, reply)
  else yield* readLines(reply.body)
}
