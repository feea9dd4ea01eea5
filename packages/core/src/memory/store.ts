import { EventEmitter } from 'eventemitter3'
import { checkOptions } from '../check-options.ts'
import { compareKeys } from '../keys/compare-keys.ts'
import { compileWhere, everything } from '../keys/pattern.ts'
import type { SortedMap } from '../keys/sorted-map.ts'
import { sortedMap } from '../keys/sorted-map.ts'
import type { ChangeEvent, EventDraft } from '../log/event.ts'
import type { Change, Clock, Entry, ScanOptions, Store, Versioned } from '../ports.ts'
import { nextTurn } from '../wait.ts'
import { createMemoryIndexes } from './indexes.ts'
import { createMarks } from './marks.ts'

/** The options of the memory store. */
export interface MemoryStoreOptions {
  /** The clock for the first ids and versions, which start at epoch milliseconds times 1000. @default Date.now */
  readonly clock?: Clock
  /** The most events kept for replays. @default 100000 */
  readonly eventsKept?: number
}

/** A record as JSON text, so that callers cannot change it, and values are the same as in any other store. */
interface Row {
  readonly text: string
  readonly version: string
}
type LoggedEvent = Pick<ChangeEvent, '_id' | 'type' | 'key' | 'domain' | 'timestamp'> & {
  readonly origin: Pick<ChangeEvent, 'authInfo' | 'reason' | 'traceparent'>
  readonly payload: string
  readonly oldValue: string | undefined
  readonly at: number
}

/** How many events of other keys are passed before other work gets a turn. */
const BETWEEN_TURNS = 1000

const memories = new WeakMap<Store, (collection: string) => Iterable<unknown>>()

/** The values of a memory store's collection, synchronously; `undefined` for every other store. */
export const valuesAtOnce = (store: Store, collection: string): Iterable<unknown> | undefined =>
  memories.get(store)?.(collection)
const optionNames = { clock: true, eventsKept: true } as const satisfies Record<keyof MemoryStoreOptions, true>

/**
 * Creates a store in this process, for tests, examples and programs whose data need not outlive the process.
 *
 * @example
 * const box = createSignalbox({ store: memoryStore({ eventsKept: 1000 }) })
 */
export function memoryStore(options: MemoryStoreOptions = {}): Store {
  checkOptions('memoryStore', options, optionNames)
  const { clock = Date.now, eventsKept = 100_000 } = options
  const collections = new Map<string, SortedMap<Row>>()
  const marks = createMarks<Row>()
  const indexes = createMemoryIndexes({
    behind: (collection, key, limit) => textsBehind(rowsOf(collection), key, limit),
    find: (collection, key) => toEntry(key, rowsOf(collection).get(key)),
  })
  const watchers = new EventEmitter<{ news: [] }>()
  let log: LoggedEvent[] = []
  let lastVersion = 0
  let lastEvent = 0

  const rowsOf = (collection: string) => {
    const rows = collections.get(collection) ?? sortedMap<Row>()
    collections.set(collection, rows)
    return rows
  }

  const holds = (change: Change): boolean => {
    if (change.op === 'deletePrefix' || change.expected === undefined) return true
    return (rowsOf(change.collection).get(change.key)?.version ?? null) === change.expected
  }

  function apply(change: Change, toText: (value: unknown) => string): string | undefined {
    const rows = rowsOf(change.collection)
    if (change.op === 'put') {
      lastVersion = lastVersion === 0 ? clock() * 1000 + 1 : lastVersion + 1 // not earlier: workers have no clock while they start
      const version = String(lastVersion)
      if (rows.set(change.key, { text: toText(change.value), version })) marks.forget(rows)
      indexes.put(change.collection, change.key, change.value)
      return version
    }
    const doomed =
      change.op === 'delete' ? [change.key] : change.op === 'deletePrefix' ? keysFrom(rows, change.prefix) : []
    rows.deleteKeys(doomed)
    for (const key of doomed) indexes.drop(change.collection, key)
    if (change.op !== 'check') marks.forget(rows)
    return undefined
  }

  function append(draft: EventDraft, toText: (value: unknown) => string): ChangeEvent {
    lastEvent = lastEvent === 0 ? clock() * 1000 + 1 : lastEvent + 1
    const { type, key, domain, payload, oldValue, timestamp, ...origin } = draft
    log.push({
      _id: lastEvent,
      type,
      key,
      domain,
      payload: toText(payload),
      oldValue: oldValue === undefined ? undefined : toText(oldValue),
      timestamp,
      origin,
      at: clock(),
    })
    return { _id: lastEvent, ...draft }
  }

  async function* scan(
    collection: string,
    { where, after, skip = 0, limit = Number.POSITIVE_INFINITY }: ScanOptions = {},
  ) {
    const rows = rowsOf(collection)
    const pattern = compileWhere(where)
    const { prefix, matches } = pattern
    let left = limit
    let toPass = skip
    let pair =
      after !== undefined && compareKeys(after, prefix) >= 0
        ? rows.nextHigherPair(after)
        : rows.getPairOrNextHigher(prefix)
    if (pattern === everything && after === undefined && skip > 0) {
      toPass = 0
      const first = marks.keyAt(rows, skip)
      pair = first === undefined ? undefined : rows.getPairOrNextHigher(first)
    }
    for (; pair && left > 0 && pair[0].startsWith(prefix); pair = rows.nextHigherPair(pair[0])) {
      const [key, { text, version }] = pair
      if (!matches(key) || toPass-- > 0) continue
      left--
      yield { key, value: JSON.parse(text), version } satisfies Entry
    }
  }

  const store: Store = {
    kind: 'memory',
    async get(collection, key): Promise<Versioned | undefined> {
      const row = rowsOf(collection).get(key)
      return row && { value: JSON.parse(row.text), version: row.version }
    },
    index: async (collection, member) => indexes.index(collection, member),
    scan,
    async count(collection, { where } = {}) {
      const rows = rowsOf(collection)
      const pattern = compileWhere(where)
      if (pattern === everything) return rows.size
      return keysFrom(rows, pattern.prefix).filter(pattern.matches).length
    },
    async commit(changes, drafts) {
      const conflict = changes.findIndex((change) => !holds(change))
      if (conflict >= 0) return { conflict }
      const toText = onceEach()
      for (const change of changes) if (change.op === 'put') toText(change.value)
      for (const { payload, oldValue } of drafts) for (const value of [payload, oldValue]) toText(value)
      const versions = changes.map((change) => apply(change, toText))
      const events = drafts.map((draft) => append(draft, toText))
      if (log.length > eventsKept * 1.1) log = log.slice(-eventsKept)
      if (changes.length + drafts.length > 0) watchers.emit('news')
      return { events, versions }
    },
    async *read({ after, limit = Number.POSITIVE_INFINITY }) {
      let last = after
      for (let left = limit; left > 0; left--) {
        const next = eventAfter(log, last)
        if (!next) return
        last = next._id
        yield toEvent(next)
      }
    },
    async *readBack({ before = Number.POSITIVE_INFINITY, key, limit = Number.POSITIVE_INFINITY } = {}) {
      let last = before
      let passed = 0
      for (let left = limit; left > 0; ) {
        const previous = eventBefore(log, last)
        if (!previous) return
        last = previous._id
        if (key !== undefined && previous.key !== key) {
          if (++passed % BETWEEN_TURNS === 0) await nextTurn(0)
          continue
        }
        left--
        yield toEvent(previous)
      }
    },
    async head() {
      return lastEvent
    },
    watch(listener) {
      watchers.on('news', listener)
      return () => void watchers.off('news', listener)
    },
    async trim(before) {
      if (Number.isNaN(before.getTime())) throw new RangeError('Events cannot be deleted before an invalid date')
      const kept = log.findIndex(({ at }) => at >= before.getTime())
      log = kept < 0 ? [] : log.slice(kept)
    },
  }
  memories.set(store, function* (collection) {
    for (const { text } of rowsOf(collection).values()) yield JSON.parse(text)
  })
  return store
}

/** The keys after a key, with their texts. */
function textsBehind(rows: SortedMap<Row>, key: string | undefined, limit: number): [string, string][] {
  const found: [string, string][] = []
  let pair = key === undefined ? rows.getPairOrNextHigher('') : rows.nextHigherPair(key)
  for (; pair && found.length < limit; pair = rows.nextHigherPair(pair[0])) found.push([pair[0], pair[1].text])
  return found
}

const toEntry = (key: string, row: Row | undefined): Entry | undefined =>
  row && { key, value: JSON.parse(row.text), version: row.version }

function keysFrom(rows: SortedMap<Row>, prefix: string): string[] {
  const found: string[] = []
  for (const key of rows.keys(prefix)) {
    if (!key.startsWith(prefix)) break
    found.push(key)
  }
  return found
}

/** Serializes values as JSON, each object once: a record and its event share the text. */
function onceEach(): (value: unknown) => string {
  const texts = new Map<unknown, string>()
  return (value) => {
    const known = texts.get(value)
    if (known !== undefined) return known
    const text = JSON.stringify(value)
    texts.set(value, text)
    return text
  }
}

const toEvent = ({ payload, oldValue, origin, at: _at, ...event }: LoggedEvent): ChangeEvent => ({
  ...event,
  payload: JSON.parse(payload),
  ...(oldValue !== undefined && { oldValue: JSON.parse(oldValue) }),
  ...origin,
})

/** The first event after an id. Ids of a store are consecutive, so no search is needed. */
function eventAfter(log: readonly LoggedEvent[], id: number): LoggedEvent | undefined {
  const first = log[0]
  return first && log[Math.max(0, id - first._id + 1)]
}

/** The last event before an id. */
function eventBefore(log: readonly LoggedEvent[], id: number): LoggedEvent | undefined {
  const first = log[0]
  return first && log[Math.min(log.length, id - first._id) - 1]
}
