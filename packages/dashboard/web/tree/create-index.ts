import { batch, type ReadonlySignal, signal } from '@preact/signals'
import type { Changed } from './changes.ts'
import { createEntries, type Entries } from './entries.ts'
import { type Entry, entryOf } from './entry.ts'
import { findPlaces } from './find-places.ts'
import { parseQuery } from './query.ts'
import { type RowList, rowsOf } from './row-list.ts'

/** All records of a kind, in the order of keys, kept fresh by events. */
export interface Index {
  /** How many records there are; grows while they load. */
  readonly size: ReadonlySignal<number>
  /**
   * `partial`: only some records are here, because there are too many or the download broke off.
   * `failed`: none could be read, and `error` says why.
   */
  readonly state: ReadonlySignal<'idle' | 'loading' | 'complete' | 'partial' | 'failed'>
  readonly error: ReadonlySignal<unknown>
  /** Rises with every change: read it to be redrawn. */
  readonly version: ReadonlySignal<number>
  find(id: string): Entry | undefined
  /** Entries that contain all words and pass all filters (`strategy:percentage`, `is:off`, `tag:beta`). */
  search(words: string, limit?: number): readonly Entry[]
  /** The ids that a search finds. */
  idsOf(words: string): readonly string[]
  /**
   * The rows to show. Without words, the groups in `toggled` are open. With words, only hits and the groups above them
   * are shown, and the groups in `toggled` are closed. Valid until `version` rises.
   */
  rows(toggled: ReadonlySet<string>, words: string): RowList
  /** Adds entries that the page knows of before their events arrive, and those of a partial index. */
  add(entries: readonly Entry[]): void
  /** Reads everything again. The entries stay until the new ones are complete. */
  load(): Promise<void>
  /** Forgets everything, before another user's records are read. */
  clear(): void
}

/** What an index needs. */
export interface IndexOptions {
  /** Reads the lines of all records in the order of keys, in lots. */
  read(signal: AbortSignal): AsyncIterable<readonly unknown[]>
  /** Calls back with changes, in order. Called once. */
  follow(listener: (changed: Changed) => void): void
  /** The most entries that are kept. @default 250000 */
  readonly limit?: number
  /** How long changes are gathered before they are shown, in milliseconds. @default 100 */
  readonly everyMs?: number
}

/** Creates an index and follows changes. `load` reads it. */
export function createIndex({ read, follow, limit = 250_000, everyMs = 100 }: IndexOptions): Index {
  const size = signal(0)
  const state = signal<'idle' | 'loading' | 'complete' | 'partial' | 'failed'>('idle')
  const error = signal<unknown>(undefined)
  const version = signal(0)
  let entries: Entries = createEntries()
  /** Ids that changed while lines are read: lines of them may be older. */
  let changed: Map<string, Entry | undefined> | undefined
  let loading: AbortController | undefined

  let waiting: Changed[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  let shownAt = Number.NEGATIVE_INFINITY

  function show() {
    clearTimeout(timer)
    timer = undefined
    shownAt = performance.now()
    for (const { removed, put } of waiting) {
      for (const id of removed) entries.remove(id)
      if (put) entries.put(put)
    }
    waiting = []
    batch(() => {
      size.value = entries.size
      version.value += 1
    })
  }

  /** The first change is shown at once; those that follow are gathered. */
  function soon() {
    timer ??= setTimeout(show, Math.max(0, shownAt + everyMs - performance.now()))
  }

  follow((change) => {
    for (const id of change.removed) changed?.set(id, undefined)
    if (change.put) changed?.set(change.put.id, change.put)
    waiting.push(change)
    soon()
  })

  async function load() {
    loading?.abort()
    const current = new AbortController()
    loading = current
    changed = new Map()
    const isFirst = entries.size === 0
    const fresh = isFirst ? entries : createEntries()
    let lineCount = 0
    state.value = 'loading'
    error.value = undefined
    try {
      for await (const lines of read(current.signal)) {
        if (loading !== current) return
        for (const line of lines) {
          const entry = entryOf(line)
          if (!entry || changed.has(entry.id)) continue
          if (isFirst) waiting.push({ removed: [], put: entry })
          else fresh.put(entry)
        }
        lineCount += lines.length
        if (lineCount > limit) break
        if (isFirst && performance.now() - shownAt > everyMs) show()
      }
      if (loading !== current) return
      finish(lineCount > limit ? 'partial' : 'complete', fresh)
    } catch (cause) {
      if (loading !== current) return
      error.value = cause
      finish(entries.size + waiting.length > 0 ? 'partial' : 'failed', entries)
    }
  }

  function finish(end: 'complete' | 'partial' | 'failed', fresh: Entries) {
    if (fresh !== entries) {
      for (const [id, entry] of changed!) {
        if (entry) fresh.put(entry)
        else fresh.remove(id)
      }
      waiting = []
      entries = fresh
    }
    changed = undefined
    loading = undefined
    batch(() => {
      state.value = end
      show()
    })
  }

  const placesOf = (words: string) => findPlaces(entries, parseQuery(words))

  return {
    size,
    state,
    error,
    version,
    find(id) {
      const place = entries.placeOf(id)
      return place === undefined ? undefined : entries.at(place)
    },
    search(words, most = 50) {
      const places = placesOf(words)
      const count = Math.min(most, places?.length ?? entries.size)
      return Array.from({ length: count }, (_, at) => entries.at(places ? places[at]! : at))
    },
    idsOf(words) {
      const places = placesOf(words)
      return Array.from({ length: places?.length ?? entries.size }, (_, at) => entries.idAt(places ? places[at]! : at))
    },
    rows(toggled, words) {
      const places = placesOf(words)
      return rowsOf(entries, { places, isOpen: (key) => toggled.has(key) !== (places !== undefined) })
    },
    add(added) {
      for (const entry of added) {
        changed?.set(entry.id, entry)
        waiting.push({ removed: [], put: entry })
      }
      show()
    },
    load,
    clear() {
      loading?.abort()
      loading = undefined
      changed = undefined
      waiting = []
      entries = createEntries()
      state.value = 'idle'
      show()
    },
  }
}
