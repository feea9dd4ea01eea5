import type { ChangeEvent } from '../events/event.ts'
import { follow } from '../events/stream.ts'
import type { Ports } from '../ports.ts'
import { compileWhere } from '../records/pattern.ts'
import { sortedMap } from '../records/sorted-map.ts'
import type { CompiledFeature, Environment } from './evaluate.ts'
import { compileFeature } from './evaluate.ts'
import type { Feature } from './feature.ts'

/** Every feature, compiled and in memory, as fresh as the store's log. */
export interface LiveFeatures {
  /** Resolves when everything that is stored now is loaded. */
  ready(): Promise<void>
  /** Whether they have been loaded. */
  readonly isLoaded: boolean
  find(id: string): CompiledFeature | undefined
  /** In key order. */
  matching(pattern: string): IterableIterator<CompiledFeature>
  /** Resolves when the event with this id has been applied, or when it never will be: after `close`. */
  applied(eventId: number): Promise<void>
  /** How many there are. */
  readonly size: number
  close(): void
}

const RETRY = 1000

/** Keeps the features of a store compiled: loads them at the first need, then follows the log. */
export function liveFeatures(
  { store, report }: Pick<Ports, 'store' | 'report'>,
  environment: Environment,
): LiveFeatures {
  const byId = new Map<string, CompiledFeature>()
  const inOrder = sortedMap<undefined>()
  const closing = new AbortController()
  let loading: Promise<void> | undefined
  let isLoaded = false
  let last = 0
  let waiting: { id: number; resolve: () => void }[] = []

  function set(feature: Feature): void {
    const before = byId.size
    byId.set(feature.id, compileFeature(feature, environment))
    if (byId.size > before) inOrder.set(feature.id, undefined)
  }

  function apply({ type, key, payload }: ChangeEvent): void {
    if (type === 'FEATURE_CREATED' || type === 'FEATURE_UPDATED') set(payload as Feature)
    if (type === 'FEATURE_DELETED') {
      byId.delete(key)
      inOrder.delete(key)
    }
  }

  /** Lets those go on who wait for events up to this one. */
  function release(id: number): void {
    const done = waiting.filter((one) => one.id <= id)
    waiting = waiting.filter((one) => one.id > id)
    for (const { resolve } of done) resolve()
  }

  /** The log from before the load covers every change that the load may have missed. */
  async function load(): Promise<void> {
    byId.clear()
    inOrder.clear()
    const head = await store.head()
    for await (const { value } of store.scan('features')) set(value as Feature)
    last = head
    isLoaded = true
    void keepUp()
  }

  async function keepUp(): Promise<void> {
    while (!closing.signal.aborted)
      try {
        const events = follow(store, { after: last, signal: closing.signal, onCaughtUp: release })
        for await (const event of events) {
          if (event.domain === 'Feature') apply(event)
          last = event._id
        }
      } catch (error) {
        report(error)
        release(Number.POSITIVE_INFINITY)
        await new Promise((resolve) => setTimeout(resolve, RETRY))
      }
  }

  function ready(): Promise<void> {
    loading ??= load().catch((error) => {
      loading = undefined
      throw error
    })
    return loading
  }

  return {
    ready,
    get isLoaded() {
      return isLoaded
    },
    find: (id) => byId.get(id),
    *matching(text) {
      const pattern = compileWhere([text])
      for (const key of inOrder.keys(pattern.prefix)) {
        if (!key.startsWith(pattern.prefix)) return
        if (pattern.matches(key)) yield byId.get(key) as CompiledFeature
      }
    },
    async applied(eventId) {
      await ready()
      if (eventId > last && !closing.signal.aborted)
        await new Promise<void>((resolve) => waiting.push({ id: eventId, resolve }))
    },
    get size() {
      return byId.size
    },
    close() {
      closing.abort()
      release(Number.POSITIVE_INFINITY)
    },
  }
}
