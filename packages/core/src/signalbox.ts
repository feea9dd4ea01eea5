import type { Identify } from './access/authenticate.ts'
import type { Caller, Identity } from './access/caller.ts'
import { toCaller } from './access/caller.ts'
import { accessHandlers } from './access/handlers.ts'
import { pbkdf2Passwords } from './access/passwords.ts'
import { bind } from './bind.ts'
import { checkOptions } from './check-options.ts'
import { checkStore } from './check-store.ts'
import { createClosing } from './closing.ts'
import { configHandlers } from './configs/handlers.ts'
import type { SignalboxApi } from './contract.ts'
import { contract } from './contract.ts'
import { errorTemplateHandlers } from './error-pages/handlers.ts'
import type { On } from './events/bus.ts'
import { createBus } from './events/bus.ts'
import { createFollower } from './events/follower.ts'
import { eventHandlers } from './events/handlers.ts'
import type { Assignment } from './experiments/assign.ts'
import { experimentHandlers } from './experiments/handlers.ts'
import { createAuthors } from './features/authors.ts'
import type { Context, Environment, Explanation } from './features/evaluate.ts'
import { explain } from './features/evaluate.ts'
import { featureHandlers } from './features/handlers.ts'
import { liveFeatures } from './features/live.ts'
import type { Compiled } from './gateway/compile/compiled-route.ts'
import { compileHandlers } from './gateway/compile/handlers.ts'
import { gatewayHandlers } from './gateway/handlers.ts'
import { documentLimits } from './gateway/import-openapi/contract.ts'
import { readOpenApi } from './gateway/import-openapi/read-openapi.ts'
import type { DocumentLimits, ReadOpenApi } from './gateway/import-openapi/reading.ts'
import type { GatewayInstance } from './gateway/instance.ts'
import { gatewaySecrets } from './gateway/secrets.ts'
import { healthHandlers } from './health/handlers.ts'
import { defaultLimits } from './limits.ts'
import { memoryStore, valuesAtOnce } from './memory/store.ts'
import { ofrepHandlers } from './ofrep/handlers.ts'
import type { Call } from './operation.ts'
import type { PluginCatalog } from './plugins/create-catalog.ts'
import { builtInCatalog, createCatalog } from './plugins/create-catalog.ts'
import type { PluginDefinition } from './plugins/plugin.ts'
import type { Ports, Random } from './ports.ts'
import type { Instance } from './records/hooks.ts'
import { scriptHandlers } from './scripts/handlers.ts'
import { liveScripts } from './scripts/live.ts'
import { createRunner } from './scripts/runner.ts'
import { search } from './search.ts'
import { subscriptionHandlers } from './subscriptions/handlers.ts'
import type { Verification } from './subscriptions/verify.ts'
import { timeZone } from './time.ts'
import { idleWait, realWait } from './wait.ts'
import { at, mapOperations } from './walk.ts'
import { webhookHandlers } from './webhooks/handlers.ts'
import { workflowHandlers } from './workflows/handlers.ts'
import type { WorkflowOptions } from './workflows/options.ts'

/** What an instance is built on, and how it behaves. Everything has a default. */
export interface SignalboxOptions extends Partial<Ports> {
  /** IANA name of the zone of dates that name none. @default 'UTC' */
  readonly timeZone?: string
  /** How percentages choose clients; `classic` keeps the buckets of the earlier system. @default 'murmur3' */
  readonly bucketing?: Environment['bucketing']
  /** How experiments choose variants; `classic` as the earlier system did. @default 'balanced' */
  readonly assignment?: Assignment
  /** Answers have what clients of the earlier system look for: `startAt` and `endAt` of hours, descriptions of experiments. @default false */
  readonly earlierForm?: boolean
  /** The most bytes of JSON that a record may have. @default 1048576 */
  readonly bodyLimit?: number
  /** How uploads of OpenAPI documents are read. @default in this thread, in one go */
  readonly readOpenApi?: ReadOpenApi
  /** The most bytes of JSON that an API of the gateway, or its draft, may have. @default 16777216 */
  readonly apiBodyLimit?: number
  /** The most bytes of an imported OpenAPI document, if fewer than by default. @default 16 MiB of JSON, 4 MiB of YAML */
  readonly documentLimits?: Partial<DocumentLimits>
  /** How many different scripts one call runs at most, such as that of a tree; the features of the others are inactive. @default 1000 */
  readonly scriptsPerCall?: number
  /** Version of the program that the instance is part of; `health` tells it. */
  readonly version?: string
  /**
   * Whether the first write of a feature loads all features, so that `isActive` knows it at once. A program that only moves
   * records, such as an import, needs none of them in memory; checks load them in any case. @default true
   */
  readonly loadOnWrite?: boolean
  /** Plugins of the program beside those of this package: flows may name them, and their configurations are checked and shown. @default none */
  readonly plugins?: readonly PluginDefinition[]
  /** How workflows run, and what they may call. */
  readonly workflows?: WorkflowOptions
}

/** A Signalbox in this process: the whole API, and the synchronous door to features. */
export interface Signalbox extends SignalboxApi {
  /** Resolves when all features are loaded; what needs them waits by itself. */
  ready(): Promise<void>
  /**
   * Whether a feature is active in a context. Synchronous, without allocation, never throws: `false` for an unknown
   * feature, for one that a script decides (`features.checkWith` awaits it), and before `ready` unless the store is memory.
   */
  isActive(id: string, context?: Context): boolean
  /**
   * Why a feature is as it is; `undefined` for an unknown one. What a script says is not among it: `features.checkWith` with
   * `explain` awaits that.
   */
  explain(id: string, context?: Context): Explanation | undefined
  /** Hears change events, behind the write: `box.on('FEATURE_UPDATED', ({ key, payload }) => …)`, `box.on('*', …)`. */
  readonly on: On
  /**
   * Whether a client id and a secret of a consumer open the routes of an API now (epoch milliseconds), and by which credential; or
   * why not. Judges by the store, not by what was true a moment ago; takes as long for an unknown id as for a wrong secret.
   */
  verify(clientId: string, secret?: string, now?: number): Promise<Verification>
  /** The plugins that flows may name: those of this package and those of `options.plugins`. */
  readonly plugins: PluginCatalog
  /**
   * The routes of all APIs as they are served, with every secret in them: for a gateway in this process. `routes` shows the same
   * with secrets masked.
   */
  servedRoutes(): Promise<Compiled>
  /** The same API on behalf of someone: every call under their grants, else UNAUTHENTICATED or FORBIDDEN. */
  as(identity: Identity): SignalboxApi
  /** Tells whose credentials these are. */
  readonly identify: Identify
  /** Ends streams and imports, and closes the store. */
  close(): Promise<void>
}

const optionNames = {
  store: true,
  clock: true,
  random: true,
  report: true,
  passwords: true,
  wait: true,
  scripts: true,
  fetch: true,
  timeZone: true,
  bucketing: true,
  assignment: true,
  earlierForm: true,
  bodyLimit: true,
  readOpenApi: true,
  apiBodyLimit: true,
  documentLimits: true,
  scriptsPerCall: true,
  version: true,
  loadOnWrite: true,
  plugins: true,
  workflows: true,
} as const satisfies Record<keyof SignalboxOptions, true>

/**
 * A Signalbox over these ports; without any, one that lives in memory. Throws a `RangeError` for an unknown time zone, and for limits and
 * plugins that are invalid, and a `TypeError` for a store that is not one and for an option that it does not take.
 */
export function createSignalbox(options: SignalboxOptions = {}): Signalbox {
  checkOptions('createSignalbox', options, optionNames)
  const { bodyLimit = defaultLimits.bodyLimit, apiBodyLimit = defaultLimits.apiBodyLimit } = options
  const { bucketing = 'murmur3', assignment = 'balanced', earlierForm = false } = options
  const { store, clock, report, random, passwords, wait, fetch } = { ...defaults(options), ...given(options) }
  checkStore(store)
  const waitIdly = options.wait ?? idleWait
  const zone = timeZone(options.timeZone ?? 'UTC')
  const catalog = options.plugins ? createCatalog(options.plugins) : builtInCatalog
  const closing = createClosing()
  const follower = createFollower({ store, clock, report, wait })
  const { signal } = closing
  const instance: Instance = { store, clock, zone, bodyLimit, apiBodyLimit, closing: signal, applied: follower.applied }
  const environment: Environment = { clock, zone, bucketing }
  const live = liveFeatures(
    {
      ...{ store, follower, loadOnWrite: options.loadOnWrite ?? true },
      storedNow: () => valuesAtOnce(store, 'features'),
    },
    environment,
  )
  const { find } = live // an object with getters is slow to find a member in, and checks come by the million

  const runner = createRunner(options.scripts)
  const scripts = scriptHandlers(instance, runner)
  const features = featureHandlers({
    instance,
    live,
    environment,
    runner,
    scripts: liveScripts({ store, follower }),
    authors: createAuthors({ store, follower }),
    earlierForm,
    mostScripts: atLeastOne('scriptsPerCall', options.scriptsPerCall ?? 1000),
  })
  const configs = configHandlers(instance)
  const experiments = experimentHandlers({ instance, random, wait, assignment, earlierForm })
  const errorTemplates = errorTemplateHandlers(instance, random)
  const subscriptions = subscriptionHandlers(instance, random)
  const gatewayInstance: GatewayInstance = { ...instance, catalog, secrets: gatewaySecrets(catalog) }
  const gateway = gatewayHandlers(gatewayInstance, random, {
    plans: subscriptions.plans,
    read: options.readOpenApi ?? (async (body, limits) => readOpenApi(body, limits)),
    limits: { ...documentLimits, ...options.documentLimits },
  })
  const compiled = compileHandlers(gatewayInstance)
  const workflows = workflowHandlers({ instance, random, wait, as: (caller) => callAs(api, caller) }, options.workflows)
  const access = accessHandlers({ instance, follower, random, passwords, wait })
  const webhooks = webhookHandlers({
    instance,
    follower,
    random,
    report,
    wait,
    waitIdly,
    ...(fetch && { fetch }),
  })
  const kinds = [
    features.records,
    configs.records,
    experiments.records,
    scripts.records,
    errorTemplates.records,
    ...gateway.records,
    subscriptions.records,
    workflows.records,
  ]
  const { version } = options
  const about = { ...(version !== undefined && { version }), timeZone: zone.name, bucketing, assignment }
  const api: SignalboxApi = bind(contract, {
    features: features.handlers,
    configs: configs.handlers,
    experiments: experiments.handlers,
    scripts: scripts.handlers,
    apiKeys: access.apiKeys,
    users: access.users,
    ...access.sessions,
    errorTemplates: errorTemplates.handlers,
    apis: { ...gateway.apis, routes: compiled.handlers.ofApi },
    backends: gateway.backends,
    routes: compiled.handlers.ofAll,
    subscriptions: subscriptions.subscriptions,
    credentials: subscriptions.credentials,
    workflows: workflows.handlers,
    ofrep: ofrepHandlers({ live, decide: features.decide }),
    events: eventHandlers({ ...instance, ...access, follower, wait, waitIdly }),
    webhooks: webhooks.handlers,
    search: async (query, call) => ({ results: await search(kinds, query, call) }),
    ...healthHandlers({ store, live, wait, closing: closing.signal, about }),
  })

  const on = createBus({ follower, report, wait, closing: closing.signal })
  let isReported = false
  /** Begins to load what is not loaded. What memory holds is there at once; anything else is reported, for it is not. */
  const loadLate = (id: string) => {
    const isThere = live.loadAtOnce()
    if (!isThere && !isReported)
      report(new Error('isActive was asked before the features were loaded and answers false: await ready() first'))
    if (isThere || !isReported) live.ready().catch(report)
    isReported ||= !isThere
    return find(id)
  }

  return {
    ...api,
    on,
    as: (identity) => callAs(api, toCaller(identity)),
    identify: access.identify,
    verify: subscriptions.verify,
    plugins: catalog,
    servedRoutes: compiled.served,
    ready: live.ready,
    isActive(id, context) {
      const found = find(id)
      if (found !== undefined) return found.isActive(context)
      return live.isLoaded ? false : (loadLate(id)?.isActive(context) ?? false)
    },
    explain(id, context) {
      const found = find(id) ?? (live.isLoaded ? undefined : loadLate(id))
      return found && explain(found, environment, context)
    },
    async close() {
      closing.abort()
      await workflows.closed()
      await webhooks.closed()
      await follower.close()
      await runner.close()
      await store.close?.()
    },
  }
}

/** Options without those that are `undefined`, which is as if they were not there. */
const given = (options: SignalboxOptions): SignalboxOptions =>
  Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined))

function atLeastOne(name: string, value: number): number {
  if (Number.isSafeInteger(value) && value >= 1) return value
  throw new RangeError(`The option "${name}" is ${JSON.stringify(value)}: give a whole number from 1 on`)
}

const secureRandom: Random = (bytes) => crypto.getRandomValues(new Uint8Array(bytes))

const defaults = ({
  clock = Date.now,
  random = secureRandom,
}: SignalboxOptions): Required<Omit<Ports, 'scripts' | 'fetch'>> => ({
  store: memoryStore({ clock }),
  clock,
  random,
  report: console.error,
  passwords: pbkdf2Passwords(random),
  wait: realWait,
})

/** The same API, each call made by someone. */
const callAs = (api: SignalboxApi, caller: Caller): SignalboxApi =>
  mapOperations(contract, (_, name) => (input, options) => (at(api, name) as Call)(input, { ...options, caller }))
