import { ungrouped } from '../machine/answers/iterable.ts'
import { promised } from '../machine/answers/sync-variant.ts'
import { checkOptions } from '../machine/errors/check-options.ts'
import { compareKeys } from '../machine/keys/compare-keys.ts'
import { compileWhere, everything } from '../machine/keys/pattern.ts'
import { type SortedMap, sortedMap } from '../machine/keys/sorted-map.ts'
import { type ChangeEvent, type EventDraft, type LoggedEvent, whole } from '../machine/log/event.ts'
import { nextTurn } from '../machine/time/wait.ts'
import type { Change, Clock, Entry, ReadForm, ScanOptions, Store, Versioned } from '../ports.ts'
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
  /** Its version, counted from the first: a small number takes no memory of its own, as texts do. */
  readonly place: number
}

/** An event as JSON text. Its id follows from its place in the log. */
interface Logged {
  readonly key: string
  readonly payload: string
  readonly oldValue: string | undefined
  readonly origin: Origin
}

/** What events of a commit mostly have in common. */
interface Origin {
  readonly shared: Omit<EventDraft, 'key' | 'oldValue'>
  readonly at: number
}

/** How many events are read together. */
const TOGETHER = 500

/** How many events of other keys are passed before other work gets a turn. */
const BETWEEN_TURNS = 1000

const memories = new WeakMap<Store, (collection: string) => Iterable<KeyAndText>>()

/** A key, and the JSON text of its value. */
export type KeyAndText = readonly [key: string, text: string]

/** The records of a memory store's collection as JSON texts, synchronously; `undefined` for every other store. */
export const textsAtOnce = (store: Store, collection: string): Iterable<KeyAndText> | undefined =>
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
    find(collection, key) {
      const row = rowsOf(collection).get(key)
      return row && toEntry(key, row)
    },
  })
  const watchers = new Set<() => void>()
  let log: Logged[] = []
  let firstVersion = 0
  let versions = 0
  /** The id of the newest event, which is the last of the log. */
  let lastEvent = 0
  /** The id before that of the first event. */
  let start = 0

  const rowsOf = (collection: string) => {
    const rows = collections.get(collection) ?? sortedMap<Row>()
    collections.set(collection, rows)
    return rows
  }

  const versionOf = ({ place }: Row) => String(firstVersion + place)
  const toEntry = (key: string, row: Row): Entry => ({ key, value: JSON.parse(row.text), version: versionOf(row) })

  const holds = (change: Change): boolean => {
    if (change.op === 'deletePrefix' || change.expected === undefined) return true
    const row = rowsOf(change.collection).get(change.key)
    return row && change.expected !== null ? versionOf(row) === change.expected : !row === (change.expected === null)
  }

  function apply(change: Change, text: string | undefined): string | undefined {
    const rows = rowsOf(change.collection)
    if (change.op === 'put') {
      if (versions === 0) firstVersion = clock() * 1000 + 1 // not earlier: workers have no clock while they start
      const row = { text: text as string, place: versions++ }
      if (rows.set(change.key, row)) marks.forget(rows)
      indexes.put(change.collection, change.key, change.value)
      return versionOf(row)
    }
    const doomed =
      change.op === 'delete' ? [change.key] : change.op === 'deletePrefix' ? keysFrom(rows, change.prefix) : []
    rows.deleteKeys(doomed)
    for (const key of doomed) indexes.drop(change.collection, key)
    if (change.op !== 'check') marks.forget(rows)
    return undefined
  }

  function append(draft: EventDraft, payload: string, oldValue: string | undefined): ChangeEvent {
    if (lastEvent === 0) lastEvent = start = clock() * 1000
    lastEvent++
    log.push({ key: draft.key, payload, oldValue, origin: originOf(draft, clock(), log[log.length - 1]?.origin) })
    return { ...draft, _id: lastEvent }
  }

  /** The place of the first event after an id. Ids of a store are consecutive, so no search is needed. */
  const placeAfter = (id: number) => Math.max(0, id - (lastEvent - log.length))

  const loggedAt = (place: number) => toLogged(log[place] as Logged, lastEvent - log.length + 1 + place)

  async function* groups({ after, limit = Number.POSITIVE_INFINITY, asText = false }: Parameters<Store['read']>[0]) {
    let last = after
    for (let left = limit; left > 0; ) {
      const place = placeAfter(last)
      const size = Math.min(left, TOGETHER, log.length - place)
      if (size <= 0) return
      const group = Array.from({ length: size }, (_, i) => loggedAt(place + i))
      left -= size
      last = group[size - 1]!._id
      yield asText ? group : group.map(whole)
    }
  }

  async function* scan(
    collection: string,
    { where, after, skip = 0, limit = Number.POSITIVE_INFINITY, asText = false }: ScanOptions = {},
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
      const [key, row] = pair
      if (!matches(key) || toPass-- > 0) continue
      left--
      yield asText ? { key, value: undefined, text: row.text, version: versionOf(row) } : toEntry(key, row)
    }
  }

  const store: Store = {
    kind: 'memory',
    get: promised((collection: string, key: string, { asText = false }: ReadForm = {}): Versioned | undefined => {
      const row = rowsOf(collection).get(key)
      if (!row) return undefined
      const version = versionOf(row)
      return asText ? { value: undefined, text: row.text, version } : { value: JSON.parse(row.text), version }
    }),
    index: async (collection, member) => indexes.index(collection, member),
    indexWithin: async (collection, member, within) => indexes.indexWithin(collection, member, within),
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
      const texts = textsOf(changes, drafts)
      const committed = {
        versions: changes.map((change, i) => apply(change, texts.changes[i])),
        events: drafts.map((draft, i) => append(draft, texts.payloads[i]!, texts.oldValues[i])),
      }
      if (log.length > eventsKept * 1.1) log = log.slice(-eventsKept)
      if (changes.length + drafts.length > 0) for (const notify of [...watchers]) notify()
      return committed
    },
    read: (options) => ungrouped(groups(options)),
    countEvents: async ({ after, limit }) => Math.min(limit, Math.max(0, log.length - placeAfter(after))),
    async *readBack({ before = Number.POSITIVE_INFINITY, key, limit = Number.POSITIVE_INFINITY } = {}) {
      let last = before
      let passed = 0
      for (let left = limit; left > 0; ) {
        const place = Math.min(log.length, placeAfter(last - 1)) - 1
        const previous = log[place]
        if (!previous) return
        last = lastEvent - log.length + 1 + place
        if (key !== undefined && previous.key !== key) {
          if (++passed % BETWEEN_TURNS === 0) await nextTurn(0)
          continue
        }
        left--
        yield whole(loggedAt(place))
      }
    },
    async head() {
      return lastEvent
    },
    watch(listener) {
      const notify = () => listener()
      watchers.add(notify)
      return () => void watchers.delete(notify)
    },
    async trim(before) {
      if (Number.isNaN(before.getTime())) throw new RangeError('Events cannot be deleted before an invalid date')
      const kept = log.findIndex(({ origin }) => origin.at >= before.getTime())
      log = kept < 0 ? [] : log.slice(kept)
    },
    async rewrite(events) {
      const texts = textsOf([], events)
      for (const [i, { _id, ...event }] of events.entries()) {
        const place = _id - (lastEvent - log.length + 1)
        const known = log[place]
        if (!known) continue
        const origin = originOf(event, known.origin.at, undefined)
        log[place] = { key: event.key, payload: texts.payloads[i]!, oldValue: texts.oldValues[i], origin }
      }
    },
    async trimmedTo() {
      const before = lastEvent - log.length // ids are consecutive
      return before > start ? before : 0
    },
  }
  memories.set(store, function* (collection) {
    for (const [key, { text }] of rowsOf(collection).entries()) yield [key, text]
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

function keysFrom(rows: SortedMap<Row>, prefix: string): string[] {
  const found: string[] = []
  for (const key of rows.keys(prefix)) {
    if (!key.startsWith(prefix)) break
    found.push(key)
  }
  return found
}

/**
 * The values of a commit as JSON texts. A record and the payload of its event are the same object and share their text;
 * events are in the order of the records.
 */
function textsOf(changes: readonly Change[], drafts: readonly EventDraft[]) {
  const written = changes.map((change) => (change.op === 'put' ? JSON.stringify(change.value) : undefined))
  let next = 0
  function textOf(value: unknown): string {
    while (next < changes.length && changes[next]!.op !== 'put') next++
    const change = changes[next]
    return change?.op === 'put' && change.value === value ? written[next++]! : JSON.stringify(value)
  }
  return {
    changes: written,
    payloads: drafts.map(({ payload }) => textOf(payload)),
    oldValues: drafts.map(({ oldValue }) => (oldValue === undefined ? undefined : JSON.stringify(oldValue))),
  }
}

/** The origin of an event; the one of the event before if it is the same. */
function originOf(draft: EventDraft, at: number, before: Origin | undefined): Origin {
  const isSame =
    before?.at === at &&
    before.shared.type === draft.type &&
    before.shared.domain === draft.domain &&
    before.shared.timestamp === draft.timestamp &&
    before.shared.authInfo === draft.authInfo &&
    before.shared.reason === draft.reason &&
    before.shared.traceparent === draft.traceparent
  if (isSame) return before
  const { key: _key, oldValue: _oldValue, ...shared } = draft
  return { shared: { ...shared, payload: undefined }, at }
}

const toLogged = ({ key, payload, oldValue, origin }: Logged, _id: number): LoggedEvent =>
  oldValue === undefined
    ? { ...origin.shared, _id, key, text: payload }
    : { ...origin.shared, _id, key, text: payload, oldText: oldValue }
