import type { ConfigTelemetry } from '../configs/telemetry.ts'
import type { LoggedEvent } from '../machine/log/event.ts'
import type { Follower } from '../machine/log/follower.ts'
import type { InstancePorts } from '../ports.ts'
import { kinds } from '../targeting/target.ts'
import {
  type CompiledIndex,
  type CompiledKind,
  createCompiledIndex,
  type EvaluationSettings,
} from './compiled-index.ts'
import type { FeatureTelemetry } from './telemetry.ts'

/** How far the features, segments and configs of a store have been loaded into memory. */
export interface Loading {
  readonly isLoaded: boolean
  /** The number of records in memory. */
  readonly loaded: number
  /** The number of stored records when the load began. Absent before the store has counted them. */
  readonly total?: number
}

/** Every feature, segment and config, compiled and in memory, kept up to date with the store's log. */
export interface LiveFeatures
  extends Pick<
    CompiledIndex,
    'environment' | 'find' | 'compile' | 'slices' | 'size' | 'findConfig' | 'configSlices' | 'changes' | 'ids'
  > {
  /** Resolves when all currently stored records of these kinds are loaded. */
  ready(): Promise<void>
  /** Whether the features are loaded. */
  readonly isLoaded: boolean
  /** How far the load has come. */
  progress(): Loading
  /** Loads the features synchronously if the store can. Returns whether they are loaded now. */
  loadAtOnce(): boolean
  /** Resolves once the event is applied, or when the follower has stopped. */
  applied(eventId: number): Promise<void>
}

interface LivePorts extends Pick<InstancePorts, 'store' | 'report'> {
  readonly follower: Follower
  /** Whether a write also loads the features. */
  readonly loadOnWrite: boolean
  /** All stored records of a collection, if the store can return them synchronously. */
  readonly storedNow: (collection: string) => Iterable<readonly [id: string, text: string]> | undefined
  /** Observes evaluations. @default none */
  readonly telemetry?: FeatureTelemetry & ConfigTelemetry
}

/** Keeps the features, segments and configs of a store compiled: loads them when first needed, then follows the log. */
export function liveFeatures(ports: LivePorts, settings: EvaluationSettings): LiveFeatures {
  const { store, follower, loadOnWrite, storedNow } = ports
  const index = createCompiledIndex(settings, ports.telemetry, ports.report)
  let loading: Promise<void> | undefined
  /** Events that wait: for the load, or for code that the first of them needs. */
  let early: LoggedEvent[] | undefined
  let waiting: Promise<void> | undefined
  let isLoaded = false
  let total: number | undefined

  /** Applies an event. Returns whether it could: if code must be loaded first, it and later ones wait. */
  function apply({ type, key, payload, text }: LoggedEvent): boolean {
    const effect = effects[type]
    if (effect === undefined) return true
    const { kind, change } = effect
    const record = text ?? payload
    if (change === 'remove') index.remove(kind, key)
    else if (index.lacksCode(kind, record)) {
      waiting = index.loadCode(kind, record).then(applyEarly)
      waiting.catch(reloadLater)
      return false
    } else index.set(kind, key, record)
    return true
  }

  /** Resolves when all waiting events are applied. */
  function applyEarly(): Promise<void> | undefined {
    waiting = undefined
    const later = early ?? []
    early = undefined
    const held = later.findIndex((event) => !apply(event))
    if (held >= 0) early = later.slice(held)
    return waiting
  }

  /** After a failure, everything is loaded again by the next call that waits for it. */
  function reloadLater(): void {
    loading = undefined
    waiting = undefined
    early = undefined
  }

  follower.on((event) => {
    if (early) early.push(event)
    else if (isLoaded && !apply(event)) early = [event]
  })

  /** Loads all stored records of a kind, and removes the others. */
  async function loadAll(kind: CompiledKind): Promise<void> {
    const unseen = new Set(index.ids(kind))
    for await (const { key, value, text } of store.scan(kinds[kind].collection, { asText: true })) {
      const record = text ?? value
      if (index.lacksCode(kind, record)) await index.loadCode(kind, record)
      index.set(kind, key, record)
      unseen.delete(key)
    }
    for (const id of unseen) index.remove(kind, id)
  }

  /** Events during the load are applied after it, in order, so the result is newer than what the load read. */
  async function load(): Promise<void> {
    if (!isLoaded) clear()
    early = []
    await follower.start()
    if (!isLoaded) void countAll()
    for (const kind of loaded) await loadAll(kind)
    isLoaded = true
    await applyEarly()
  }

  /** The load does not wait for the count, and does without it if the store cannot count. */
  async function countAll(): Promise<void> {
    total = undefined
    try {
      const counts = await Promise.all(loaded.map((kind) => store.count(kinds[kind].collection)))
      total = counts.reduce((sum, count) => sum + count, 0)
    } catch {}
  }

  function clear(): void {
    for (const kind of loaded) for (const id of [...index.ids(kind)]) index.remove(kind, id)
  }

  function ready(): Promise<void> {
    loading ??= load().catch((error) => {
      reloadLater()
      throw error
    })
    return loading
  }

  return {
    environment: index.environment,
    find: index.find,
    compile: index.compile,
    slices: index.slices,
    findConfig: index.findConfig,
    configSlices: index.configSlices,
    changes: index.changes,
    ids: index.ids,
    get size() {
      return index.size
    },
    ready,
    get isLoaded() {
      return isLoaded
    },
    progress() {
      const { records: loaded } = index
      if (isLoaded) return { isLoaded, loaded, total: loaded }
      return { isLoaded, loaded, ...(total !== undefined && { total: Math.max(total, loaded) }) }
    },
    loadAtOnce() {
      if (isLoaded || loading) return isLoaded
      const stored: { kind: CompiledKind; id: string; text: string }[] = []
      for (const kind of loaded) {
        const records = storedNow(kinds[kind].collection)
        if (!records) return false
        for (const [id, text] of records) stored.push({ kind, id, text })
      }
      if (stored.some(({ kind, text }) => index.lacksCode(kind, text))) return false
      for (const { kind, id, text } of stored) index.set(kind, id, text)
      isLoaded = true
      return true
    },
    async applied(eventId) {
      if (!loadOnWrite && !loading) return
      await ready()
      await follower.applied(eventId)
      await waiting
    },
  }
}

/** What is loaded, in this order. */
const loaded = ['segment', 'feature', 'config'] as const satisfies CompiledKind[]

interface Effect {
  readonly kind: CompiledKind
  readonly change: 'set' | 'remove'
}

/** What each event does to the index. Other events do nothing. */
const effects: Readonly<Record<string, Effect>> = {
  FEATURE_CREATED: { kind: 'feature', change: 'set' },
  FEATURE_UPDATED: { kind: 'feature', change: 'set' },
  FEATURE_DELETED: { kind: 'feature', change: 'remove' },
  SEGMENT_CREATED: { kind: 'segment', change: 'set' },
  SEGMENT_UPDATED: { kind: 'segment', change: 'set' },
  SEGMENT_DELETED: { kind: 'segment', change: 'remove' },
  CONFIG_CREATED: { kind: 'config', change: 'set' },
  CONFIG_UPDATED: { kind: 'config', change: 'set' },
  CONFIG_DELETED: { kind: 'config', change: 'remove' },
}
