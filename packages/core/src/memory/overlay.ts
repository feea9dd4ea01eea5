import { compareKeys } from '../machine/keys/compare-keys.ts'
import { compileWhere } from '../machine/keys/pattern.ts'
import { type SortedMap, sortedMap } from '../machine/keys/sorted-map.ts'
import type { EventDraft } from '../machine/log/event.ts'
import type { Change, Entry, ReadForm, ScanOptions, Store, Versioned } from '../ports.ts'

/** What was written to an overlay, as one commit of the store below it. */
export interface Effect {
  /** Each with the version that the store below had when the overlay first wrote or checked the record. */
  readonly changes: readonly Change[]
  readonly events: readonly EventDraft[]
}

/** A store over another one. It keeps what is written to itself. */
export interface Overlay {
  readonly store: Store
  /** The events that were written so far. */
  readonly events: readonly EventDraft[]
  /** Ends the overlay, which takes no more commits, and returns what was written. */
  end(): Effect
}

/** A record that was written here; without a text, one that was deleted here. */
interface Row {
  readonly value?: unknown
  readonly text?: string
  readonly version: string
}

/** What was written to one collection. */
interface Layer {
  readonly rows: SortedMap<Row>
  /** Everything below these prefixes that is not in `rows` was deleted. */
  readonly prefixes: Set<string>
  /** The version that the store below must still have, by key; `null` for a record that it must not have. */
  readonly seen: Map<string, string | null>
}

/**
 * Creates a store that reads through to another one and keeps writes in memory. Records get provisional versions, and events
 * the id 0. It has no indexes, announces no events and deletes none of the log. A record that was only read is not checked
 * when the effect is committed.
 */
export function createOverlay(below: Store): Overlay {
  const layers = new Map<string, Layer>()
  const events: EventDraft[] = []
  let versions = 0
  let isEnded = false

  function layerOf(collection: string): Layer {
    const layer = layers.get(collection) ?? { rows: sortedMap<Row>(), prefixes: new Set(), seen: new Map() }
    layers.set(collection, layer)
    return layer
  }

  /** The version of a record as this store shows it; `null` if there is none. */
  async function versionOf(collection: string, key: string): Promise<string | null> {
    const layer = layers.get(collection)
    const row = layer?.rows.get(key)
    if (row) return row.text === undefined ? null : row.version
    if (layer && isCleared(layer, key)) return null
    return (await below.get(collection, key, { asText: true }))?.version ?? null
  }

  /** Remembers which version of a record of the store below a commit relied on. The first one counts. */
  function note(change: Change): void {
    if (change.op === 'deletePrefix' || change.expected === undefined) return
    const layer = layerOf(change.collection)
    const { key } = change
    if (!layer.rows.has(key) && !isCleared(layer, key) && !layer.seen.has(key)) layer.seen.set(key, change.expected)
  }

  function apply(change: Change): string | undefined {
    if (change.op === 'check') return undefined
    const { rows, prefixes } = layerOf(change.collection)
    const version = `rehearsed-${++versions}`
    if (change.op === 'put') {
      rows.set(change.key, { value: change.value, text: JSON.stringify(change.value), version })
      return version
    }
    if (change.op === 'delete') rows.set(change.key, { version })
    else {
      rows.deleteKeys([...rows.keys(change.prefix)].filter((key) => key.startsWith(change.prefix)))
      prefixes.add(change.prefix)
    }
    return undefined
  }

  async function* scan(collection: string, options: ScanOptions = {}): AsyncGenerator<Entry> {
    const layer = layers.get(collection)
    if (!layer || (layer.rows.size === 0 && layer.prefixes.size === 0)) return yield* below.scan(collection, options)
    const { skip = 0, limit = Number.POSITIVE_INFINITY, ...selected } = options
    let toPass = skip
    let left = limit
    if (left <= 0) return
    for await (const entry of merged(layer, below.scan(collection, selected), selected)) {
      if (toPass-- > 0) continue
      yield entry
      if (--left === 0) return
    }
  }

  const store: Store = {
    ...(below.kind !== undefined && { kind: below.kind }),
    async get(collection, key, form) {
      const layer = layers.get(collection)
      const row = layer?.rows.get(key)
      if (row) return row.text === undefined ? undefined : shownAs(row, form)
      return layer && isCleared(layer, key) ? undefined : below.get(collection, key, form)
    },
    scan,
    async count(collection, where) {
      if (!layers.has(collection)) return below.count(collection, where)
      let count = 0
      for await (const _ of scan(collection, { ...where, asText: true })) count++
      return count
    },
    async commit(changes, drafts) {
      const known = await Promise.all(
        changes.map((change) =>
          change.op === 'deletePrefix' || change.expected === undefined
            ? undefined
            : versionOf(change.collection, change.key),
        ),
      )
      if (isEnded) throw new Error('The rehearsal has ended: nothing can be written to it')
      const conflict = changes.findIndex(
        (change, i) => change.op !== 'deletePrefix' && change.expected !== undefined && change.expected !== known[i],
      )
      if (conflict >= 0) return { conflict }
      for (const change of changes) note(change)
      const written = changes.map(apply)
      events.push(...drafts)
      return { versions: written, events: drafts.map((draft) => ({ ...draft, _id: 0 })) }
    },
    read: (options) => below.read(options),
    ...(below.countEvents && { countEvents: (options) => below.countEvents!(options) }),
    ...(below.readBack && { readBack: (options) => below.readBack!(options) }),
    ...(below.trimmedTo && { trimmedTo: () => below.trimmedTo!() }),
    head: () => below.head(),
    watch: () => () => {},
    async trim() {
      throw new Error('A rehearsal does not trim the log')
    },
  }

  return {
    store,
    events,
    end() {
      isEnded = true
      return { changes: [...layers].flatMap(([collection, layer]) => changesOf(collection, layer)), events }
    },
  }
}

/** Whether a record of the store below was deleted by its prefix. */
function isCleared({ prefixes }: Layer, key: string): boolean {
  for (const prefix of prefixes) if (key.startsWith(prefix)) return true
  return false
}

const shownAs = ({ text, version }: Row, { asText = false }: ReadForm = {}): Versioned =>
  asText ? { value: undefined, text: text as string, version } : { value: JSON.parse(text as string), version }

/** The entries of the store below and of a layer over it, in key order. */
async function* merged(
  layer: Layer,
  entries: AsyncIterable<Entry>,
  { where, after, asText = false }: ScanOptions,
): AsyncGenerator<Entry> {
  const { rows } = layer
  const { prefix, matches } = compileWhere(where)
  let last = after

  /** The rows after the last key and before another, in order. */
  function* rowsBefore(end: string | undefined): Generator<Entry> {
    for (;;) {
      const isPast = last !== undefined && compareKeys(last, prefix) >= 0
      const [key, row] = (isPast ? rows.nextHigherPair(last) : rows.getPairOrNextHigher(prefix)) ?? []
      if (key === undefined || row === undefined || !key.startsWith(prefix)) return
      if (end !== undefined && compareKeys(key, end) >= 0) return
      last = key
      if (row.text !== undefined && matches(key)) yield { key, ...shownAs(row, { asText }) }
    }
  }

  for await (const entry of entries) {
    yield* rowsBefore(entry.key)
    last = entry.key
    const row = rows.get(entry.key)
    if (row?.text !== undefined) yield { key: entry.key, ...shownAs(row, { asText }) }
    else if (!row && !isCleared(layer, entry.key)) yield entry
  }
  yield* rowsBefore(undefined)
}

/** What was written to a collection, as changes of the store below: checks, deleted prefixes, then single records. */
function changesOf(collection: string, layer: Layer): Change[] {
  const { rows, prefixes, seen } = layer
  const checks: Change[] = []
  const written: Change[] = []
  for (const [key, expected] of seen)
    if (!rows.has(key) || isCleared(layer, key) || (expected === null && rows.get(key)?.text === undefined))
      checks.push({ op: 'check', collection, key, expected })
  for (const [key, { text, value }] of rows.entries()) {
    const expected = isCleared(layer, key) ? undefined : seen.get(key)
    if (text !== undefined)
      written.push({ op: 'put', collection, key, value, ...(expected !== undefined && { expected }) })
    else if (expected !== null && !isCleared(layer, key))
      written.push({ op: 'delete', collection, key, ...(expected !== undefined && { expected }) })
  }
  const cleared = [...prefixes].map((prefix): Change => ({ op: 'deletePrefix', collection, prefix }))
  return [...checks, ...cleared, ...written]
}
