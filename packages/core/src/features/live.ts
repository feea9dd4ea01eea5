import { compileWhere } from '../keys/pattern.ts'
import { sortedMap } from '../keys/sorted-map.ts'
import type { ChangeEvent } from '../log/event.ts'
import type { Follower } from '../log/follower.ts'
import type { Ports } from '../ports.ts'
import { answerTurn } from '../turns.ts'
import type { CompiledFeature } from './evaluate.ts'
import { compileFeature } from './evaluate.ts'
import type { Feature } from './feature.ts'
import type { Environment } from './strategies/strategy.ts'

/** Every feature, compiled and in memory, kept up to date with the store's log. */
export interface LiveFeatures {
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
  /** All stored features, if the store can return them synchronously. */
  readonly storedNow: () => Iterable<unknown> | undefined
}

/** Keeps the features of a store compiled: loads them when first needed, then follows the log. */
export function liveFeatures(ports: LivePorts, environment: Environment): LiveFeatures {
  const { store, follower, loadOnWrite, storedNow } = ports
  let byId = emptyIndex()
  const inOrder = sortedMap<undefined>()
  let loading: Promise<void> | undefined
  let early: ChangeEvent[] | undefined
  let isLoaded = false

  function set(feature: Feature): void {
    if (byId[feature.id] === undefined) inOrder.set(feature.id, undefined)
    byId[feature.id] = compileFeature(feature, environment)
  }

  function apply({ type, key, payload }: ChangeEvent): void {
    if (type === 'FEATURE_CREATED' || type === 'FEATURE_UPDATED') set(payload as Feature)
    if (type === 'FEATURE_DELETED') remove(key)
  }

  function remove(id: string): void {
    delete byId[id]
    inOrder.delete(id)
  }

  function clear(): void {
    byId = emptyIndex()
    inOrder.clear()
  }

  follower.on((event) => {
    if (early) early.push(event)
    else if (isLoaded) apply(event)
  })

  /** Events during the load are applied after it, in order, so the result is newer than what the load read. */
  async function load(): Promise<void> {
    const unseen = new Set(isLoaded ? inOrder.keys() : [])
    if (!isLoaded) clear()
    early = []
    await follower.start()
    for await (const { key, value } of store.scan('features')) {
      set(value as Feature)
      unseen.delete(key)
    }
    for (const id of unseen) remove(id)
    for (const event of early) apply(event)
    early = undefined
    isLoaded = true
  }

  function ready(): Promise<void> {
    loading ??= load().catch((error) => {
      loading = undefined
      early = undefined
      throw error
    })
    return loading
  }

  return {
    ready,
    get isLoaded() {
      return isLoaded
    },
    loadAtOnce() {
      const stored = isLoaded || loading ? undefined : storedNow()
      if (!stored) return isLoaded
      for (const feature of stored) set(feature as Feature)
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
