import type { CompiledCondition } from '../conditions/environment.ts'
import { loadPatterns } from '../conditions/load-patterns.ts'
import type { PatternEngine } from '../conditions/patterns.ts'
import type { LiveReferences, ReferenceKind } from '../conditions/references.ts'
import { createReferences } from '../conditions/references.ts'
import { usesPatterns } from '../conditions/uses.ts'
import { compileWhere } from '../keys/pattern.ts'
import { sortedMap } from '../keys/sorted-map.ts'
import type { ChangeEvent } from '../log/event.ts'
import type { Follower } from '../log/follower.ts'
import type { Ports } from '../ports.ts'
import type { Segment } from '../segments/segment.ts'
import { conditionsIn, kinds } from '../targeting/target.ts'
import { answerTurn } from '../turns.ts'
import type { CompiledFeature } from './evaluate.ts'
import { compileFeature, needsScript } from './evaluate.ts'
import type { Feature } from './feature.ts'
import { loadTargeting } from './load-targeting.ts'
import type { Environment, TargetingEngine } from './strategies/strategy.ts'

/** What features and segments in memory are compiled with: references lead to those in memory. */
export type LiveEnvironment = Environment & Pick<LiveReferences, 'segment' | 'feature' | 'evaluation'>

/** Every feature and segment, compiled and in memory, kept up to date with the store's log. */
export interface LiveFeatures {
  /** What features are compiled and explained with, their references included. */
  readonly environment: LiveEnvironment
  /** Resolves when all currently stored features are loaded. */
  ready(): Promise<void>
  /** Whether the features are loaded. */
  readonly isLoaded: boolean
  /** Loads the features synchronously if the store can. Returns whether they are loaded now. */
  loadAtOnce(): boolean
  find(id: string): CompiledFeature | undefined
  /**
   * The features whose id matches every pattern list, in key order, in slices. Other work gets the thread after each
   * `size` features that were looked at.
   */
  slices(where: readonly string[], size: number): AsyncIterable<readonly CompiledFeature[]>
  /** Resolves once the event is applied, or when the follower has stopped. */
  applied(eventId: number): Promise<void>
  /** The number of features. */
  readonly size: number
}

interface LivePorts extends Pick<Ports, 'store'> {
  readonly follower: Follower
  /** Whether a write also loads the features. */
  readonly loadOnWrite: boolean
  /** All stored records of a collection, if the store can return them synchronously. */
  readonly storedNow: (collection: string) => Iterable<unknown> | undefined
}

/** The settings of an instance that features are compiled with. */
type EvaluationSettings = Pick<Environment, 'clock' | 'zone' | 'bucketing'>

/**
 * Keeps the features and segments of a store compiled: loads them when first needed, then follows the log. A feature
 * that refers to a segment or another feature follows their changes without being compiled again.
 */
export function liveFeatures(ports: LivePorts, settings: EvaluationSettings): LiveFeatures {
  const { store, follower, loadOnWrite, storedNow } = ports
  const byId = emptyIndex()
  const inOrder = sortedMap<undefined>()
  const segments = new Map<string, CompiledCondition>()
  let loading: Promise<void> | undefined
  /** Events that wait: for the load, or for the engine of regular expressions. */
  let early: ChangeEvent[] | undefined
  let waiting: Promise<void> | undefined
  let isLoaded = false
  let targeting: TargetingEngine | undefined
  let patterns: PatternEngine | undefined

  const references = createReferences((kind, id) => {
    if (kind === 'segment') return segments.get(id)
    const found = byId[id]
    return found && toTarget(found)
  })
  const { segment, feature, evaluation } = references
  const environment: LiveEnvironment = {
    ...settings,
    ...{ segment, feature, evaluation },
    get targeting() {
      return targeting
    },
    get patterns() {
      return patterns
    },
  }

  function setFeature(feature: Feature): void {
    const { id } = feature
    if (byId[id] === undefined) inOrder.set(id, undefined)
    const compiled = compileFeature(feature, environment)
    byId[id] = compiled
    references.set('feature', id, toTarget(compiled))
  }

  function removeFeature(id: string): void {
    delete byId[id]
    inOrder.delete(id)
    references.set('feature', id, undefined)
  }

  function setSegment(segment: Segment): void {
    const compiled = (targeting as TargetingEngine).compileSegment(segment, { ...settings, ...references, patterns })
    segments.set(segment.id, compiled)
    references.set('segment', segment.id, compiled)
  }

  function removeSegment(id: string): void {
    segments.delete(id)
    references.set('segment', id, undefined)
  }

  function apply({ type, key, payload }: ChangeEvent): void {
    if (type === 'FEATURE_CREATED' || type === 'FEATURE_UPDATED') setFeature(payload as Feature)
    if (type === 'FEATURE_DELETED') removeFeature(key)
    if (type === 'SEGMENT_CREATED' || type === 'SEGMENT_UPDATED') setSegment(payload as Segment)
    if (type === 'SEGMENT_DELETED') removeSegment(key)
  }

  /** Whether a record cannot be compiled before `loadFor` has loaded the code for it. */
  const lacksCode = (domain: string, record: unknown): boolean =>
    (!targeting && needsTargeting(domain, record)) || (!patterns && needsPatterns(domain, record))

  async function loadFor(domain: string, record: unknown): Promise<void> {
    if (needsTargeting(domain, record)) targeting ??= await loadTargeting()
    if (needsPatterns(domain, record)) patterns ??= await loadPatterns()
  }

  /** Applies events in order, up to one that needs code that is not loaded yet; it and the others then wait. */
  function applyAll(events: readonly ChangeEvent[]): void {
    const next = events.findIndex(({ domain, payload }) => lacksCode(domain, payload))
    for (const event of next < 0 ? events : events.slice(0, next)) apply(event)
    const [first] = next < 0 ? [] : events.slice(next)
    if (!first) return
    early = events.slice(next)
    waiting = loadFor(first.domain, first.payload).then(applyEarly)
    waiting.catch(reloadLater)
  }

  function applyEarly(): void {
    waiting = undefined
    const later = early ?? []
    early = undefined
    applyAll(later)
  }

  /** After a failure, everything is loaded again by the next call that waits for it. */
  function reloadLater(): void {
    loading = undefined
    waiting = undefined
    early = undefined
  }

  follower.on((event) => {
    if (early) early.push(event)
    else if (isLoaded) applyAll([event])
  })

  /** Takes over all records of a collection, and removes those that are no longer stored. */
  async function loadAll<T>(
    { collection, domain }: (typeof kinds)[ReferenceKind],
    kind: { set(record: T): void; remove(id: string): void; known: string[] },
  ) {
    const unseen = new Set(kind.known)
    for await (const { key, value } of store.scan(collection)) {
      if (lacksCode(domain, value)) await loadFor(domain, value)
      kind.set(value as T)
      unseen.delete(key)
    }
    for (const id of unseen) kind.remove(id)
  }

  /** Events during the load are applied after it, in order, so the result is newer than what the load read. */
  async function load(): Promise<void> {
    if (!isLoaded) clear()
    early = []
    await follower.start()
    await loadAll<Segment>(kinds.segment, { set: setSegment, remove: removeSegment, known: [...segments.keys()] })
    await loadAll<Feature>(kinds.feature, { set: setFeature, remove: removeFeature, known: [...inOrder.keys()] })
    isLoaded = true
    applyEarly()
    await waiting
  }

  function clear(): void {
    for (const id of [...inOrder.keys()]) removeFeature(id)
    for (const id of segments.keys()) removeSegment(id)
  }

  function ready(): Promise<void> {
    loading ??= load().catch((error) => {
      reloadLater()
      throw error
    })
    return loading
  }

  return {
    environment,
    ready,
    get isLoaded() {
      return isLoaded
    },
    loadAtOnce() {
      const stored = isLoaded || loading ? undefined : ['segments', 'features'].map(storedNow)
      const [segments, features] = stored?.map((records) => records && [...records]) ?? []
      if (!segments || !features) return isLoaded
      if (segments.some((one) => lacksCode('Segment', one)) || features.some((one) => lacksCode('Feature', one)))
        return false
      for (const segment of segments) setSegment(segment as Segment)
      for (const feature of features) setFeature(feature as Feature)
      isLoaded = true
      return true
    },
    find: (id) => byId[id],
    async *slices(where, size) {
      const pattern = compileWhere(where)
      let after: string | undefined
      for (let seen = size; seen === size; ) {
        const slice: CompiledFeature[] = []
        seen = 0
        for (const key of inOrder.keys(after ?? pattern.prefix)) {
          if (!key.startsWith(pattern.prefix)) break
          if (key === after) continue
          if (pattern.matches(key)) slice.push(byId[key] as CompiledFeature)
          after = key
          if (++seen === size) break
        }
        yield slice
        if (seen === size) await answerTurn()
      }
    },
    async applied(eventId) {
      if (!loadOnWrite && !loading) return
      await ready()
      await follower.applied(eventId)
      await waiting
    },
    get size() {
      return inOrder.size
    },
  }
}

/**
 * Without a prototype, so that ids such as `constructor` are plain data. An object finds a known string in half the
 * time of a `Map`, which compares the characters of two equal strings.
 */
const emptyIndex = (): Record<string, CompiledFeature> => Object.create(null)

/** What a reference to this feature evaluates; `undefined` (unresolved) for a feature that only a script decides. */
const toTarget = (compiled: CompiledFeature): CompiledCondition | undefined =>
  needsScript(compiled) ? undefined : { isTrue: compiled.isActive }

const needsTargeting = (domain: string, record: unknown): boolean =>
  domain === 'Segment' || (domain === 'Feature' && (record as Feature).activationStrategy === 'RULES')

const needsPatterns = (domain: string, record: unknown): boolean =>
  needsTargeting(domain, record) && conditionsIn(record).some(({ condition }) => usesPatterns(condition))
