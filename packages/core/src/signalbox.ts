import { bind } from './bind.ts'
import { configHandlers } from './configs/handlers.ts'
import type { SignalboxApi } from './contract.ts'
import { contract } from './contract.ts'
import type { Domain } from './events/event.ts'
import { eventHandlers } from './events/handlers.ts'
import type { Context, Environment, Explanation } from './features/evaluate.ts'
import { explain } from './features/evaluate.ts'
import { featureHandlers } from './features/handlers.ts'
import { liveFeatures } from './features/live.ts'
import { memoryStore } from './memory/store.ts'
import type { Ports } from './ports.ts'
import type { Collection, Instance } from './records/collection.ts'
import { timeZone } from './time.ts'

/** What an instance is built on, and how it behaves. Everything has a default. */
export interface SignalboxOptions extends Partial<Ports> {
  /** IANA name of the zone of dates that name none. @default 'UTC' */
  readonly timeZone?: string
  /** How percentages choose clients; `classic` keeps the buckets of the earlier system. @default 'murmur3' */
  readonly bucketing?: Environment['bucketing']
  /** The most bytes of JSON that a record may have. @default 1048576 */
  readonly bodyLimit?: number
}

/** A Signalbox in this process: the whole API, and the synchronous door to features. */
export interface Signalbox extends SignalboxApi {
  /** Resolves when all features are loaded; what needs them waits by itself. */
  ready(): Promise<void>
  /**
   * Whether a feature is active in a context. Synchronous, without allocation, never throws: `false` for an unknown
   * feature, for one that a script decides (`features.checkWith` awaits it), and before `ready`.
   */
  isActive(id: string, context?: Context): boolean
  /** Why a feature is as it is; `undefined` for an unknown one. */
  explain(id: string, context?: Context): Explanation | undefined
  /** Ends streams and imports, and closes the store. */
  close(): Promise<void>
}

/** A Signalbox over these ports; without any, one that lives in memory. Throws a `RangeError` for an unknown time zone. */
export function createSignalbox(options: SignalboxOptions = {}): Signalbox {
  const { bodyLimit = 1024 * 1024, bucketing = 'murmur3', scripts } = options
  const { store, clock, report } = { ...defaults(options), ...options }
  const zone = timeZone(options.timeZone ?? 'UTC')
  const closing = new AbortController()
  const instance: Instance = { store, clock, zone, bodyLimit, closing: closing.signal }
  const environment: Environment = { clock, zone, bucketing }
  const live = liveFeatures({ store, report }, environment)

  const features = featureHandlers({ instance, live, environment, scripts })
  const configs = configHandlers(instance)
  const api = bind(contract, {
    features: features.handlers,
    configs: configs.handlers,
    events: eventHandlers(instance),
    search: async ({ pattern, limit }) => ({
      results: await search([features.records, configs.records], pattern, limit),
    }),
    async health() {
      await store.head()
      return { status: 'up' }
    },
  })

  let isReported = false
  const notLoaded = () => {
    if (isReported) return
    isReported = true
    report(new Error('isActive was asked before the features were loaded and answers false: await ready() first'))
    live.ready().catch(report)
  }

  return {
    ...api,
    ready: live.ready,
    isActive(id, context) {
      const found = live.find(id)
      if (found !== undefined) return found.isActive(context)
      if (!live.isLoaded) notLoaded()
      return false
    },
    explain(id, context) {
      const found = live.find(id)
      return found && explain(found, environment, context)
    },
    async close() {
      closing.abort()
      live.close()
      await store.close?.()
    },
  }
}

const defaults = ({ clock = Date.now }: SignalboxOptions): Pick<Ports, 'store' | 'clock' | 'report'> => ({
  store: memoryStore({ clock }),
  clock,
  report: console.error,
})

async function search(kinds: readonly Pick<Collection, 'resource' | 'scan'>[], pattern = '*', limit = 50) {
  const results: { domain: Domain; id: string }[] = []
  for (const { resource, scan } of kinds)
    for await (const { id } of scan(pattern)) {
      if (results.length === limit) return results
      results.push({ domain: resource.domain, id })
    }
  return results
}
