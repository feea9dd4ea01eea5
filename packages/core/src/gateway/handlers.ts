import { answered, mapAnswer } from '../machine/answers/answer.ts'
import { may } from '../machine/callers/caller.ts'
import { notFound } from '../machine/errors/errors.ts'
import type { Duties } from '../machine/log/duties.ts'
import type { Follower } from '../machine/log/follower.ts'
import { collection } from '../machine/records/collection.ts'
import { withSchemaDefaults } from '../machine/records/defaults.ts'
import { bulkHandlers, crudHandlers, downloaded, patchHandler } from '../machine/records/handlers.ts'
import type { Instance } from '../machine/records/hooks.ts'
import { type AnyPatch, applyAnyPatch } from '../machine/records/patching/any-patch.ts'
import { validate } from '../machine/schema/validate.ts'
import { generateId } from '../machine/secrets/ids.ts'
import { digest } from '../machine/secrets/secret.ts'
import type { CallContext, Handlers } from '../operation.ts'
import { findPlan } from '../plans/plan-life.ts'
import { pluginCatalog } from '../plugins/catalog.ts'
import type { PluginCatalog } from '../plugins/create-catalog.ts'
import type { Fetch, Random, Report, Wait } from '../ports.ts'
import type { Searched } from '../slice.ts'
import { releaseRecord } from '../uses/api-uses.ts'
import {
  type ApiDefinition,
  type ApiDeployment,
  type ApiState,
  apiDefinitionSchema,
  apiSchema,
  apis,
  type GatewayApi,
} from './apis/api.ts'
import { withDeprecationDates, withLifecycleOf } from './apis/deprecation.ts'
import { diffApis } from './apis/diff.ts'
import { lintApi } from './apis/lint.ts'
import { missingReferences, missingSuccessors } from './apis/missing-references.ts'
import { type ApiIntent, createPreparation } from './apis/prepare.ts'
import { storedBackendsOf } from './apis/references.ts'
import type { Subscribers } from './apis/subscribers.ts'
import { createGatewayTransfer } from './apis/transfer.ts'
import { backends, type StoredBackend } from './backends/backend.ts'
import { compile } from './compile/compile.ts'
import { compileHandlers } from './compile/handlers.ts'
import type { apiContract, backendContract } from './contract.ts'
import { type DeploymentEntry, loadDefinition, loadIndex, summaryOf } from './deployments/deployments.ts'
import { createDraftRecords } from './drafts/draft-records.ts'
import { findDraft, movedMembers } from './drafts/drafts.ts'
import { importHandlers } from './import-openapi/handlers.ts'
import type { DocumentLimits, ReadOpenApi } from './import-openapi/reading.ts'
import type { GatewayInstance, Referable } from './instance.ts'
import { remoteContent } from './remote-content/remote-content.ts'
import { loadRemote } from './remote-content/remote-index.ts'
import { gatewaySecrets } from './secrets.ts'

/** The dependencies of the gateway. */
export interface GatewayParts {
  readonly instance: Instance
  readonly random: Random
  readonly catalog: PluginCatalog
  /** The record kinds of other slices that plugins may refer to. */
  readonly referable: Referable
  /** Opens the subscriptions to the APIs. */
  readonly subscribers: () => Promise<Subscribers>
  readonly readOpenApi: ReadOpenApi
  readonly documentLimits: DocumentLimits
  readonly follower: Follower
  readonly report: Report
  /** Waits without keeping the process alive. */
  readonly waitIdly: Wait
  readonly duties: Duties
  /** Fetches remote content. Without it, what is stored stays. */
  readonly documentation: { readonly fetch?: Fetch }
  /** Whether calls are only tried out: then nothing is fetched in the background. @default false */
  readonly isRehearsal?: boolean
}

/**
 * Creates the handlers of APIs (with deployments and drafts), stored backends and compiled routes.
 */
export async function openGateway({ instance: plain, catalog, referable, random, ...parts }: GatewayParts) {
  const instance: GatewayInstance = { ...plain, catalog, referable, secrets: gatewaySecrets(catalog) }
  const importing = { read: parts.readOpenApi, limits: parts.documentLimits }
  const gateway = gatewayHandlers(instance, random, { subscribers: await parts.subscribers(), ...importing })
  const documentation = remoteContent({ instance, random, ...parts })
  const { handlers: compiled, served } = compileHandlers(instance)
  return {
    handlers: {
      apis: {
        ...gateway.apis,
        documentation: documentation.handlers,
        draft: { ...gateway.apis.draft, routes: compiled.ofDraft },
        routes: compiled.ofApi,
      },
      backends: gateway.backends,
      routes: compiled.ofAll,
    },
    searched: gateway.records as readonly Searched[],
    served,
    remoteDocumentation: documentation.all,
    closed: documentation.closed,
  }
}

function gatewayHandlers(
  instance: GatewayInstance,
  random: Random,
  { subscribers, ...importing }: { subscribers: Subscribers; read: ReadOpenApi; limits: DocumentLimits },
) {
  const { store, clock, apiBodyLimit, catalog, secrets } = instance
  const patchBounds = { resource: apis, limit: apiBodyLimit }
  const { prepare, remove, eventOf } = createPreparation(instance, random, subscribers)
  const records = collection<typeof apis, ApiIntent>(apis, instance, {
    prepare,
    remove,
    present: (api) => secrets.api.mask(api),
  })
  const drafts = createDraftRecords({ instance, records, eventOf })
  const transfer = createGatewayTransfer(instance, eventOf)
  const { deleteMany: _many, ...crud } = crudHandlers(records)

  /** Adds the deployments to an API: the newest with its definition, older ones with theirs only for `full`. */
  async function embedded(api: GatewayApi, which?: 'full'): Promise<GatewayApi> {
    const { index } = await loadIndex(store, api.id as string)
    const shownFrom = (entry: DeploymentEntry, place: number) =>
      place === 0 || which === 'full' ? shown(entry) : summaryOf(entry)
    return { ...api, deployments: await Promise.all(index.entries.map(shownFrom)) }
  }

  /** Adds the deployments to an API, without their definitions. */
  async function listed(api: GatewayApi): Promise<GatewayApi> {
    const { index } = await loadIndex(store, api.id as string)
    return { ...api, deployments: index.entries.map(summaryOf) }
  }

  async function shown(entry: DeploymentEntry): Promise<ApiDeployment> {
    const definition = await loadDefinition(store, entry)
    return { ...summaryOf(entry), ...(definition && { apiDefinition: secrets.api.mask(whole(definition)) }) }
  }

  async function load(id: string): Promise<ApiDefinition> {
    const found = await records.find(id)
    if (!found) throw notFound('API', id)
    return found.record
  }

  async function loadEntry(id: string, deploymentId: string): Promise<DeploymentEntry> {
    await load(id)
    const { index } = await loadIndex(store, id)
    const entry = index.entries.find((one) => one.id === deploymentId)
    if (!entry) throw notFound(`deployment of API ${id}`, deploymentId)
    return entry
  }

  /** Loads a deployed definition, secrets included. */
  async function deployed(id: string, deploymentId: string): Promise<ApiDefinition> {
    const definition = await loadDefinition(store, await loadEntry(id, deploymentId))
    if (!definition) throw notFound(`deployment of API ${id}`, deploymentId)
    return whole(definition)
  }

  /**
   * Loads the definition that is served, from the newest deployment; `undefined` if the API was never deployed here.
   */
  async function findServed(id: string): Promise<ApiDefinition | undefined> {
    const [newest] = (await loadIndex(store, id)).index.entries
    const served = newest && (await loadDefinition(store, newest))
    return served && whole(served)
  }

  /** Loads the stored backends that these definitions use, by id. */
  async function storedFor(...definitions: readonly (ApiDefinition | undefined)[]) {
    const ids = definitions.flatMap((one) => (one ? storedBackendsOf(one, catalog) : []))
    const found = await Promise.all(ids.map(async (id) => [id, (await store.get(backends.plural, id))?.value] as const))
    return new Map(found.flatMap(([id, value]) => (value ? [[id, value as StoredBackend] as const] : [])))
  }

  async function publish(id: string, publication: NonNullable<ApiIntent['publish']>, call: CallContext) {
    const written = records.update(id, (current) => current, { call, intent: { publish: publication } })
    return mapAnswer(written, ({ deployments = [], ...definition }) => ({
      ...(deployments[0] as ApiDeployment),
      apiDefinition: definition,
    }))
  }

  const handlers: Omit<Handlers<typeof apiContract>, 'documentation'> = {
    ...crud,
    ...patchHandler(records),
    ...bulkHandlers(records),
    ...importHandlers({ instance, random, records, prepare, drafts, ...importing }),
    async list(query, call) {
      const { results, metadata } = await records.list(query, call)
      return { results: await Promise.all(results.map(listed)), metadata }
    },
    get: ({ id, deployments }, call) => mapAnswer(records.get(id, call), (api) => embedded(api, deployments)),
    export: async ({ pattern, fields }, call) =>
      downloaded(
        records.resource,
        call.caller.seesSecrets ? records.exportLines(pattern, call) : records.scan(pattern, call),
        fields,
      ) as never,
    delete: ({ id, force }, call) => records.remove(id, { call, intent: { isForced: force } }),
    async impact({ id, planId, status }, { caller }) {
      const api = await load(id)
      const plan = findPlan(api, planId)
      if (!plan) throw notFound(`plan of API ${id}`, planId)
      return subscribers.impactOf({ api, plan, to: status }, caller)
    },
    async plugins() {
      const results = pluginCatalog(catalog)
      return answered({ results }, { version: digest(JSON.stringify(results)) })
    },
    async duplicate({ id, body }, call) {
      const { id: _id, versions: _versions, testing, ...api } = await load(id)
      const { headerValue: _value, ...rest } = testing ?? {}
      const copy = { ...api, ...body, state: 'staging', testing: rest } as const
      return records.create(copy, { call, intent: { isCopy: true } })
    },
    async lint({ id }, { caller }) {
      const [api, served, found] = await Promise.all([load(id), findServed(id), findDraft(store, id)])
      const draft = found?.draft
      const { warnings } = compile(
        { ...api, state: 'published', enabled: true },
        { backends: await storedFor(api, draft?.api), plugins: catalog, ...(draft && { draft: draft.api }) },
      )
      const isServed = api.state === 'published' || api.state === 'deprecated'
      const strangers = may(caller, 'R', 'Subscription', id) ? await subscribers.strangersOf(api) : []
      const moved = draft ? await movedMembers(store, id, draft) : []
      return {
        problems: lintApi({
          api,
          served: isServed ? served : undefined,
          moved,
          warnings,
          catalog,
          missing: await missingReferences(instance, api, caller),
          strangers,
          noSuccessors: await missingSuccessors(instance, api, caller),
          remote: await loadRemote(store, id),
          now: clock(),
        }),
      }
    },
    deployments: {
      async list({ id }) {
        await load(id)
        return { results: (await loadIndex(store, id)).index.entries.map(summaryOf) }
      },
      create: ({ id, body: { owner, version }, force }, call) =>
        publish(id, { from: 'draft', owner, version, force }, call),
      get: async ({ id, deploymentId }) => shown(await loadEntry(id, deploymentId)),
      restore: ({ id, deploymentId }, call) => publish(id, { from: { deploymentId } }, call),
      diff: async ({ id, a, b }) => ({ changes: diffApis(await deployed(id, a), await deployed(id, b), secrets.api) }),
      export: async ({ pattern }, call) => transfer.exportDeployments(pattern, call),
      import: ({ body, ...options }, call) => transfer.importDeployments(body, options, call),
    },
    draft: {
      get: ({ id, deployments }) => mapAnswer(drafts.get(id), (api) => embedded(api, deployments)),
      replace: ({ id, body }, call) => drafts.write(id, () => body, call),
      patch: ({ id, body }, call) =>
        drafts.write(
          id,
          (current) =>
            validate(
              apiSchema,
              applyAnyPatch(current, body as AnyPatch, patchBounds),
              'The patched draft',
            ) as GatewayApi,
          call,
        ),
      delete: ({ id }, call) => drafts.remove(id, call),
      async diff({ id }) {
        const [api, served, found] = await Promise.all([load(id), findServed(id), findDraft(store, id)])
        const draft = found ? whole(found.draft.api) : api
        const before = served ? withLifecycleOf(served, api) : api
        const [from, to] = [before, draft].map((one) => inState('published', one, api)) as [
          ApiDefinition,
          ApiDefinition,
        ]
        return { changes: diffApis(from, to, secrets.api) }
      },
      export: async ({ pattern }, call) => transfer.exportDrafts(pattern, call),
      import: ({ body, ...options }, call) => transfer.importDrafts(body, options, call),
    },
  }

  const stored = backendRecords(instance, random)
  return { apis: handlers, backends: stored.handlers, records: [records, stored.records] as const }
}

/** Fills in defaults that were introduced after a definition was stored. */
const whole = (definition: ApiDefinition): ApiDefinition => withSchemaDefaults(apiDefinitionSchema, definition)

/** A definition in a state, with the dates of the saved API. */
const inState = (state: ApiState, definition: ApiDefinition, saved: ApiDefinition): ApiDefinition =>
  withDeprecationDates({ ...definition, state }, { current: saved })

/** Creates the handlers of stored backends. A backend cannot be deleted while an API uses it. */
function backendRecords(instance: GatewayInstance, random: Random) {
  const { backend: secrets } = instance.secrets
  const records = collection(backends, instance, {
    prepare: ({ next: { id, ...next }, current }) => ({
      record: secrets.restore({ id: id ?? current?.id ?? generateId(random, 'backend'), ...next }, current),
    }),
    present: (backend) => secrets.mask(backend),
    remove: async ({ record: { id }, call: { caller } }) => ({
      changes: await releaseRecord(instance.store, { kind: 'backend', id: id as string }, { caller }),
    }),
  })
  const { deleteMany: _many, ...crud } = crudHandlers(records)
  const bulk = bulkHandlers(records)
  const handlers: Handlers<typeof backendContract> = {
    ...crud,
    ...patchHandler(records),
    ...bulk,
    export: async ({ pattern, fields }, call) =>
      downloaded(
        records.resource,
        call.caller.seesSecrets ? records.exportLines(pattern, call) : records.scan(pattern, call),
        fields,
      ) as never,
  }
  return { handlers, records }
}
