import type { Credentials } from './access/authenticate.ts'
import { adviceToKeep, createCanSignIn, passwordsFor } from './access/can-sign-in.ts'
import { lastAdmin } from './access/last-admin.ts'
import { isPbkdf2Hash, pbkdf2Passwords } from './access/passwords.ts'
import type { SignIn } from './access/sign-in.ts'
import { type Audiences, createAudiences } from './audiences/create-audiences.ts'
import {
  type ConsumerApi,
  contract,
  eventTypes,
  type Identity,
  type On,
  type SignalboxApi,
  slices,
} from './contract.ts'
import type { Consumers } from './developers/accounts/consumers.ts'
import { experiments } from './experiments/experiment.ts'
import { features } from './features/feature.ts'
import { createDoor, type FlagsDoor } from './flags/door.ts'
import { closeParts, createParts, type FlagsParts } from './flags/parts.ts'
import type { Compiled } from './gateway/compile/compiled-route.ts'
import type { Referable } from './gateway/instance.ts'
import type { RemoteDocumentation } from './gateway/remote-content/remote-documentation.ts'
import { atOnce, promised } from './machine/answers/sync-variant.ts'
import { toCaller } from './machine/callers/caller.ts'
import { createStreamShares } from './machine/callers/stream-shares.ts'
import { callAs } from './machine/calls/call-as.ts'
import { type OpenSlices, openSlices } from './machine/calls/open-slices.ts'
import { recordKinds } from './machine/calls/record-kinds.ts'
import { createDuties, type Duties } from './machine/log/duties.ts'
import { keepEvents } from './machine/log/keep-events.ts'
import { createListeners } from './machine/log/listeners.ts'
import { readOptions, type SignalboxOptions } from './options.ts'
import type { PluginCatalog } from './plugins/create-catalog.ts'
import type { RehearsedParts } from './rehearsal/rehearse.ts'
import { segments } from './segments/segment.ts'
import { lateSource, positionsOf, sendingPlane } from './serving/planes/planes.ts'
import { planesApplied } from './serving/planes/planes-applied.ts'
import type { GatewaySource } from './serving/source/source.ts'
import { kindsOf, type PartsOf, type Slice } from './slice.ts'
import { createEndingDuty } from './subscriptions/keep-ending.ts'
import type { Verification } from './subscriptions/verify.ts'
import { workflows } from './workflows/workflow.ts'

/** A Signalbox in this process: the whole API, and synchronous evaluation of features. */
export interface Signalbox extends SignalboxApi, ConsumerApi, FlagsDoor {
  /** The slices it consists of: adapters mount them, documents describe them. */
  readonly slices: readonly Slice[]
  /** The tasks that this process repeats in the background. The embedding program adds its own; `about` lists them. */
  readonly duties: Duties
  /**
   * Subscribes to change events, which arrive after the write.
   *
   * @example
   * const stop = box.on('FEATURE_UPDATED', ({ key, payload }) => console.log(key, payload.enabled))
   * box.on('*', ({ type, key }) => console.log(type, key))
   * stop()
   */
  readonly on: On
  /**
   * Whether a consumer's client id and secret open the routes of an API at a time (`now`, epoch milliseconds), and by
   * which credential; or why not. Reads the store on every call, so revocations take effect at once. An unknown id
   * takes as long as a wrong secret.
   */
  verify(clientId: string, secret?: string, now?: number): Promise<Verification>
  /**
   * Judges who belongs to the audiences of APIs and their plans, by the segments and features in memory. For `portal` of
   * `@signalbox/portal`.
   *
   * @example
   * const judge = await box.audiences.judgeOf([audience])
   * judge({ id: 'ann', groups: ['partners'] })(audience)
   */
  readonly audiences: Audiences
  /** The plugins that flows may use: the plugins of this package and of `options.plugins`. */
  readonly plugins: PluginCatalog
  /**
   * The compiled routes of all APIs, with every secret in them: for a gateway in this process. The operation `routes`
   * masks the secrets.
   */
  servedRoutes(): Promise<Compiled>
  /**
   * The remote content of the documentation of all APIs that have some, by id: for a portal in this process. Reads the store
   * on every call; contents are read one by one.
   */
  remoteDocumentation(): Promise<ReadonlyMap<string, RemoteDocumentation>>
  /**
   * The configuration that data planes in this process serve, with every secret in it, and its changes. For
   * `createGateway` of `@signalbox/gateway`.
   */
  readonly gatewaySource: GatewaySource
  /**
   * The same API on behalf of a caller, limited to their grants: otherwise UNAUTHENTICATED or FORBIDDEN.
   *
   * @example
   * const api = box.as({ id: 'ann', authorizedPatterns: 'shop:*$$$R' })
   * await api.features.list() // only the features that ann may read
   */
  as(identity: Identity): SignalboxApi & ConsumerApi & Pick<Signalbox, 'slices'>
  /** Returns the owner of these credentials; `undefined` if they are wrong. */
  readonly identify: (credentials: Credentials) => Promise<Identity | undefined>
  /**
   * Signs in an account for which an identity provider vouches: creates or updates its user, and opens a session. Throws
   * FORBIDDEN for an account without any right, and CONFLICT if its id is that of another account or of a local user.
   */
  readonly signIn: SignIn
  /** What a portal needs to know who calls. */
  readonly consumers: Consumers
  /**
   * Makes `readiness` fail from now on, so that load balancers use other instances. Everything else works until `close`.
   *
   * @example
   * box.drain()
   * await delay(10_000) // meanwhile, probes notice
   * await box.close()
   */
  drain(): void
  /** Ends streams and imports, and closes the store. */
  close(): Promise<void>
}

/** The kinds of records that plugin configurations may refer to. */
const referable: Referable = { feature: features, segment: segments, experiment: experiments, workflow: workflows }

/**
 * Creates a Signalbox over these ports. Without a store, everything is in memory. Throws a `RangeError` for an unknown
 * time zone and for invalid limits and plugins, and a `TypeError` for an invalid store and for an unknown option.
 *
 * @example
 * const box = createSignalbox({ store: await openSqlite('signalbox.db') })
 * await box.features.create({ body: { id: 'shop:express', enabled: true, activationStrategy: 'NO_STRATEGY' } })
 * box.isActive('shop:express') // true
 * await box.close()
 */
export function createSignalbox(options: SignalboxOptions = {}): Signalbox {
  const { streamsOfCaller, experimentRetentionDays, consumerRules, ...given } = readOptions(options)
  const { fetch, version } = options
  const { passwords, passwordUsers, issuers } = options
  const isHash = passwords ? (text: string) => passwords.isHash?.(text) ?? true : isPbkdf2Hash
  const canSignIn = createCanSignIn(passwordsFor(passwordUsers), { issuers, isHash })
  const advise = (taken: ReadonlySet<string>) => adviceToKeep(taken, options)
  const shared = createParts(options, {
    kinds: kindsOf(slices),
    judges: (store) => [lastAdmin(store, canSignIn, advise)],
  })
  const { closing, report, random, environment, assignment, instance } = shared
  const { zone, bucketing } = environment
  const duties = createDuties(instance.clock)
  let isDraining = false
  const audiences = createAudiences(shared.live, report)
  const parts: Parts = {
    ...shared,
    ...given,
    ...connected(() => opened),
    consumerRules,
    ...(consumerRules.notify && { tellTeam: async (news) => (await opened.open('developers')).tellTeam(news) }),
    passwords: passwords ?? pbkdf2Passwords(random),
    canSignIn,
    ...(fetch && { fetch }),
    settings: { ...(version !== undefined && { version }), timeZone: zone.name, bucketing, assignment },
    started: instance.clock(),
    isDraining: () => isDraining,
    shares: createStreamShares(streamsOfCaller),
    appliedHere: instance.applied,
    referable,
    audiences,
    planes: new Set(),
    duties,
    endings: createEndingDuty({
      ...shared,
      ...instance,
      duties,
      endAll: async (signal, wait) => (await open('subscriptions')).endAll(signal, wait),
    }),
    commits: {
      store: instance.store,
      clock: instance.clock,
      commit: instance.commit,
      judge: shared.judge,
      holdsRecords: shared.holdsRecords,
      applied: async (eventId) => {
        await appliedByAll(eventId)
        await shared.live.applied(eventId)
      },
      kinds: () => recordKinds(contract),
      async rehearse(work) {
        const { rehearse } = await import('./rehearsal/rehearse.ts')
        return rehearse({ options, parts: shared, open: openRehearsal }, work)
      },
      async openApiMask() {
        const { gatewaySecrets } = await import('./gateway/secrets.ts')
        return gatewaySecrets(given.catalog).api.mask as (api: unknown) => unknown
      },
    },
  }
  shared.follower.track(() => positionsOf(parts.planes))
  const served = planesApplied({ planes: parts.planes, wait: shared.waitIdly, report })
  async function appliedByAll(eventId: number): Promise<void> {
    await instance.applied(eventId)
    await served(eventId)
  }
  const opened: OpenSlices<typeof slices> = openSlices(slices, parts, {
    ...parts,
    instance: { ...instance, applied: appliedByAll },
  })
  /** Opens all slices once more, without what acts: data planes, sinks, duties. */
  function openRehearsal(own: RehearsedParts): SignalboxApi {
    const rehearsed: Parts = {
      ...parts,
      ...own,
      ...connected(() => openedAgain),
      appliedHere: own.instance.applied,
      planes: new Set(),
      sinks: new Map(),
      duties: createDuties(instance.clock),
      endings: { ...parts.endings, begin() {}, ended: async () => {} },
    }
    const openedAgain: OpenSlices<typeof slices> = openSlices(slices, rehearsed)
    return openedAgain.api
  }
  const { open } = opened
  /** Once the code for access is loaded, callers do not wait for it. */
  let identify: (credentials: Credentials) => Identity | undefined | Promise<Identity | undefined> = async (
    credentials,
  ) => {
    identify = atOnce((await open('access')).identify as Signalbox['identify'])
    return identify(credentials)
  }
  const api: SignalboxApi & ConsumerApi = opened.api
  if (fetch) {
    open('webhooks').catch(report)
    parts.endings.begin()
  }
  if (given.documentation.fetch) open('gateway').catch(report)
  if (parts.sinks.size > 0) open('sinks').catch(report)
  if (given.eventRetentionDays !== undefined)
    void keepEvents({ ...shared, ...instance, store: shared.store, duties }, given.eventRetentionDays)
  if (experimentRetentionDays !== undefined)
    import('./experiments/keep-clients.ts')
      .then(({ keepClients }) => keepClients({ ...shared, ...instance, duties }, experimentRetentionDays))
      .catch(report)
  if (options.usageRetentionDays !== undefined) open('serving').then(({ keep }) => keep(), report)

  return {
    ...api,
    ...createDoor(shared),
    slices,
    on: createListeners({ ...shared, eventTypes, closing: closing.signal }) as On,
    as: (identity) => ({ ...callAs(contract, api, { caller: toCaller(identity) }), slices }),
    identify: promised((credentials) => identify(credentials)),
    signIn: async (account) => (await open('access')).signIn(account),
    consumers: {
      signUp: consumerRules.signUp,
      isWriting: consumerRules.notify !== undefined,
      find: async (session) => (await open('developers')).find(session),
      admit: async (person) => (await open('developers')).admit(person),
      canTry: () => sendingPlane(parts.planes) !== undefined,
      signInWith: async (person) => (await open('developers')).signInWith(person),
    },
    verify: async (clientId, secret, now) => (await open('subscriptions')).verify(clientId, secret, now),
    duties,
    audiences,
    plugins: given.catalog,
    remoteDocumentation: async () => (await open('gateway')).remoteDocumentation(),
    servedRoutes: async () => (await open('gateway')).served(),
    gatewaySource: lateSource(async () => (await open('serving')).source, {
      planes: parts.planes,
      zone: zone.name,
      assignment,
    }),
    drain() {
      isDraining = true
    },
    async close() {
      closing.abort()
      await opened.close(() => closeParts(shared))
    },
  }
}

type Parts = PartsOf<typeof slices> & Pick<FlagsParts, 'telemetry'>

/** What slices need of one another. */
const connected = (opened: () => OpenSlices<typeof slices>) =>
  ({
    openStreams: async () => (await opened().open('events')).openStreams(),
    subscribing: async () => (await opened().open('subscriptions')).subscribing,
    subscribers: async () => (await opened().open('subscriptions')).subscribers,
    tellDue: async (clientIds) => (await opened().open('subscriptions')).tellDue(clientIds),
    isCurrent: async (caller) => (await opened().open('access')).isCurrent(caller),
    untilOver: async (session, signal) => (await opened().open('access')).untilOver(session, signal),
    searched: () => opened().searched(),
    findGatewayUrl: async () => (await opened().api.gateway.list({})).gatewayUrl,
    as: (given) => callAs(contract, opened().api, given),
  }) satisfies Partial<Parts>
