import type { Credentials } from './access/authenticate.ts'
import { pbkdf2Passwords } from './access/passwords.ts'
import { callAs } from './call-as.ts'
import { toCaller } from './callers/caller.ts'
import { checkOptions } from './check-options.ts'
import type { Identity, On, SignalboxApi } from './contract.ts'
import { contract, eventTypes, slices } from './contract.ts'
import { experiments } from './experiments/experiment.ts'
import { features } from './features/feature.ts'
import type { FlagsDoor } from './flags/door.ts'
import { createDoor } from './flags/door.ts'
import type { FlagsOptions } from './flags/options.ts'
import { flagsOptionNames } from './flags/options.ts'
import { closeParts, createParts } from './flags/parts.ts'
import type { Compiled } from './gateway/compile/compiled-route.ts'
import { documentLimits } from './gateway/import-openapi/contract.ts'
import { readOpenApi } from './gateway/import-openapi/read-late.ts'
import type { DocumentLimits, ReadOpenApi } from './gateway/import-openapi/reading.ts'
import type { Referable } from './gateway/instance.ts'
import { createBus } from './log/bus.ts'
import type { OpenSlices } from './open-slices.ts'
import { openSlices } from './open-slices.ts'
import type { PluginCatalog } from './plugins/create-catalog.ts'
import { builtInCatalog, createCatalog } from './plugins/create-catalog.ts'
import type { PluginDefinition } from './plugins/plugin.ts'
import type { Ports } from './ports.ts'
import type { PartsOf, Slice } from './slice.ts'
import type { Verification } from './subscriptions/verify.ts'
import type { WorkflowOptions } from './workflows/options.ts'
import { limitsOf } from './workflows/options.ts'
import { workflows } from './workflows/workflow.ts'

/** What an instance is built on, and how it behaves. Everything has a default. */
export interface SignalboxOptions extends FlagsOptions, Partial<Pick<Ports, 'passwords' | 'fetch'>> {
  /** How uploads of OpenAPI documents are read. @default in this thread, in one go */
  readonly readOpenApi?: ReadOpenApi
  /** The most bytes of JSON that an API of the gateway, or its draft, may have. @default 16777216 */
  readonly apiBodyLimit?: number
  /** The most bytes of an imported OpenAPI document, if fewer than by default. @default 16 MiB of JSON, 4 MiB of YAML */
  readonly documentLimits?: Partial<DocumentLimits>
  /** Version of the program that the instance is part of; `health` tells it. */
  readonly version?: string
  /** Plugins of the program beside those of this package: flows may name them, and their configurations are checked and shown. @default none */
  readonly plugins?: readonly PluginDefinition[]
  /** How workflows run, and what they may call. */
  readonly workflows?: WorkflowOptions
}

/** A Signalbox in this process: the whole API, and the synchronous door to features. */
export interface Signalbox extends SignalboxApi, FlagsDoor {
  /** The parts that it is made of: what adapters mount, and what documents describe. */
  readonly slices: readonly Slice[]
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
  as(identity: Identity): SignalboxApi & Pick<Signalbox, 'slices'>
  /** Tells whose credentials these are. */
  readonly identify: (credentials: Credentials) => Promise<Identity | undefined>
  /** Ends streams and imports, and closes the store. */
  close(): Promise<void>
}

/** What plugins of APIs may refer to. */
const referable: Referable = { feature: features, experiment: experiments, workflow: workflows }

const optionNames = {
  ...flagsOptionNames,
  passwords: true,
  fetch: true,
  readOpenApi: true,
  apiBodyLimit: true,
  documentLimits: true,
  version: true,
  plugins: true,
  workflows: true,
} as const satisfies Record<keyof SignalboxOptions, true>

/**
 * A Signalbox over these ports; without any, one that lives in memory. Throws a `RangeError` for an unknown time zone, and for limits and
 * plugins that are invalid, and a `TypeError` for a store that is not one and for an option that it does not take.
 */
export function createSignalbox(options: SignalboxOptions = {}): Signalbox {
  checkOptions('createSignalbox', options, optionNames)
  const { fetch, version, workflows = {} } = options
  const catalog = options.plugins ? createCatalog(options.plugins) : builtInCatalog
  const shared = createParts(options)
  const { closing, report, random, environment, assignment } = shared
  const { zone, bucketing } = environment
  const parts: PartsOf<typeof slices> = {
    ...shared,
    passwords: options.passwords ?? pbkdf2Passwords(random),
    ...(fetch && { fetch }),
    about: { ...(version !== undefined && { version }), timeZone: zone.name, bucketing, assignment },
    catalog,
    readOpenApi: options.readOpenApi ?? readOpenApi,
    documentLimits: { ...documentLimits, ...options.documentLimits },
    workflows: { ...limitsOf(workflows), ...(workflows.fetch && { fetch: workflows.fetch }) },
    referable,
    subscribers: async () => (await open('subscriptions')).subscribers,
    isCurrent: async (caller) => (await open('access')).isCurrent(caller),
    untilOver: async (session, signal) => (await open('access')).untilOver(session, signal),
    searched: () => opened.searched(),
    as: (caller) => callAs(contract, api, caller),
  }
  const opened: OpenSlices<typeof slices> = openSlices(slices, parts)
  const { open } = opened
  const api: SignalboxApi = opened.api
  if (fetch) open('webhooks').catch(report)

  return {
    ...api,
    ...createDoor(shared),
    slices,
    on: createBus({ ...shared, eventTypes, closing: closing.signal }) as On,
    as: (identity) => ({ ...callAs(contract, api, toCaller(identity)), slices }),
    identify: async (credentials) => (await open('access')).identify(credentials) as Promise<Identity | undefined>,
    verify: async (clientId, secret, now) => (await open('subscriptions')).verify(clientId, secret, now),
    plugins: catalog,
    servedRoutes: async () => (await open('gateway')).served(),
    async close() {
      closing.abort()
      await opened.closed()
      await closeParts(shared)
    },
  }
}
