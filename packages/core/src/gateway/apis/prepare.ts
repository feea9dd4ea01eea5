import { originOf } from '../../machine/callers/origin.ts'
import { failure, notFound, problem, SignalboxError } from '../../machine/errors/errors.ts'
import type { EventDraft } from '../../machine/log/event.ts'
import type { Along, Prepared, Removal, Removed, Writing } from '../../machine/records/hooks.ts'
import { generateId, generateUuid } from '../../machine/secrets/ids.ts'
import { localTimestamp } from '../../machine/time/time.ts'
import type { CallContext } from '../../operation.ts'
import { withLivedPlans } from '../../plans/plan-life.ts'
import type { Change, Random } from '../../ports.ts'
import {
  type DeploymentEntry,
  digestOf,
  forgetDeployments,
  indexChanges,
  type LoadedIndex,
  loadDefinition,
  loadIndex,
  summaryOf,
  withDeployments,
} from '../deployments/deployments.ts'
import { checkBase, DRAFTS, findDraft } from '../drafts/drafts.ts'
import { followChanges, forgetImports } from '../import-openapi/documents.ts'
import type { GatewayInstance } from '../instance.ts'
import { forgetRemote } from '../remote-content/remote-index.ts'
import { DRAFT_PREFIX } from '../reserved-ids.ts'
import { namedRecordsOf } from '../uses/named-records.ts'
import { forgetRecords, useRecords } from '../uses/use-records.ts'
import type { ApiDefinition, ApiState, GatewayApi } from './api.ts'
import { withDefaults } from './defaults.ts'
import { checkSunsets, withDeprecationDates, withLifecycleOf } from './deprecation.ts'
import { checkFirstState, effectOf, isServedOtherwise } from './lifecycle.ts'
import { checkReachable } from './reachable.ts'
import type { Subscribers } from './subscribers.ts'

/** What a write of an API does beyond saving its body. */
export interface ApiIntent {
  /** An explicit publication. */
  readonly publish?: {
    /** The source: the draft, or the saved API if there is none; or an earlier deployment. */
    readonly from: 'draft' | { readonly deploymentId: string }
    readonly owner?: string | undefined
    readonly version?: string | undefined
    /** Publishes a draft even if the API has changed since the draft was made. */
    readonly force?: boolean | undefined
  }
  /**
   * Computes what is written instead of the body, from the stored API, secrets included. Called again if another write came
   * in between.
   */
  readonly propose?: (current: ApiDefinition | undefined) => Promise<Proposal>
  /** Deletes the subscriptions along with the API. */
  readonly isForced?: boolean | undefined
  /** The API is a copy of a stored one: the dates of its plans count. */
  readonly isCopy?: boolean
}

type Publication = NonNullable<ApiIntent['publish']>

/** An API to write, with further changes and events for the same commit. */
export interface Proposal extends Along {
  readonly api: ApiDefinition
}

/**
 * Creates the hooks that complete, check and publish an API on its way into the store, in one commit with the record.
 */
export function createPreparation(instance: GatewayInstance, random: Random, subscribers: Subscribers) {
  const { store, clock, zone, catalog, secrets } = instance

  /** What a publication writes: an earlier deployment, the draft, or the saved API if there is no draft. */
  async function proposalOf(current: ApiDefinition, { from, force }: Publication): Promise<Proposal> {
    const id = current.id as string
    if (from !== 'draft') {
      const earlier = await deployed(id, from.deploymentId)
      return { api: withLifecycleOf(withLivedPlans(earlier, current), current) }
    }
    const found = await findDraft(store, id)
    if (!found) return { api: current }
    if (!force) await checkBase(store, id, found.draft)
    return {
      api: found.draft.api,
      changes: [
        { op: 'delete', collection: DRAFTS, key: id, expected: found.version },
        ...(await followChanges(store, id, found.draft.imported)),
        ...forgetRecords(id, 'draft', namedRecordsOf(found.draft.api, catalog)),
      ],
    }
  }

  async function deployed(id: string, deploymentId: string): Promise<ApiDefinition> {
    const { index } = await loadIndex(store, id)
    const entry = index.entries.find((one) => one.id === deploymentId)
    const definition = entry && (await loadDefinition(store, entry))
    if (!definition) throw notFound(`deployment of API ${id}`, deploymentId)
    return definition
  }

  async function prepare(writing: Writing<GatewayApi, ApiIntent>): Promise<Prepared<GatewayApi>> {
    const { next, current, call, isUpload = false, intent: { publish, propose, isCopy = false } = {} } = writing
    const written: Proposal = propose ? await propose(current) : { api: next }
    const proposal = current && publish ? await proposalOf(current, publish) : written
    const state: ApiState | undefined = publish ? 'published' : proposal.api.state
    const dated = withDeprecationDates(
      { ...proposal.api, ...(state && { state }) },
      { current, now: clock(), isTrusted: isUpload || isCopy },
    )
    const restored = secrets.api.restore(dated, current, { isDerived: propose !== undefined })
    const complete = withDefaults(restored, {
      id: generateId(random, 'api'),
      headerValue: generateUuid(random),
      current,
    })
    const id = complete.id as string
    try {
      checkSunsets(complete)
    } catch (error) {
      throw publish ? unpublishable(id, error) : error
    }
    const before = current ? namedRecordsOf(current, catalog) : []
    const publishes = isPublication({ ...writing, next: complete })
    const loaded = current || publishes ? await loadIndex(store, id) : undefined
    const version = publish?.version ?? complete.version
    const record = withVersions({ ...complete, ...(version !== undefined && { version }) }, loaded, publishes)
    const subscribed = await subscribers.written(record, current, call)
    const used = await useRecords(instance, { next: record, before, place: 'saved' }, call.caller).catch((error) =>
      Promise.reject(publish ? unpublishable(id, error) : error),
    )
    const published = publishes && loaded ? await publication({ ...writing, next: record }, loaded) : undefined
    return {
      record,
      changes: [...used, ...(proposal.changes ?? []), ...(published?.changes ?? []), ...subscribed.changes],
      events: [
        ...(publish && proposal.changes ? [draftDeleted(id, proposal.api, call)] : []),
        ...(published?.events ?? []),
        ...subscribed.events,
      ],
      shown: { deployments: (published?.index ?? loaded?.index)?.entries.map(summaryOf) ?? [] },
      ...(subscribed.isBegun && { afterwards: subscribers.resume }),
    }
  }

  /** Whether a write appends a deployment. Throws if the move between states is not allowed. */
  function isPublication({ next, current, isUpload, intent }: Writing<ApiDefinition, ApiIntent>): boolean {
    const [id, to] = [next.id as string, next.state as ApiState]
    if (!current) {
      checkReserved(id)
      if (!isUpload) checkFirstState(id, to)
      return false
    }
    const effect = effectOf(id, current.state as ApiState, to)
    return (
      intent?.publish !== undefined ||
      effect === 'publishes' ||
      (effect === 'publishes changes' && isServedOtherwise(next, current))
    )
  }

  /** Builds the deployment of an API that is about to be saved. */
  async function publication(
    { next: api, current, call, intent }: Writing<ApiDefinition, ApiIntent>,
    loaded: LoadedIndex,
  ) {
    const { caller } = call
    const id = api.id as string
    try {
      // An earlier deployment is published again as it was.
      if (!intent?.publish || intent.publish.from === 'draft')
        checkReachable(api, loaded.index.entries.length > 0 ? current : undefined)
    } catch (error) {
      throw intent?.publish ? unpublishable(id, error) : error
    }
    const owner = intent?.publish?.owner ?? caller.authInfo?.id
    const name = digestOf(api)
    const entry: DeploymentEntry = {
      id: generateId(random, 'deployment'),
      apiRef: id,
      ...(owner !== undefined && { owner }),
      at: clock(),
      version: api.version as string,
      definition: name,
    }
    const index = withDeployments(loaded.index, [entry], namedRecordsOf(api, catalog))
    const served = await useRecords(instance, { next: api, before: loaded.index.backends, place: 'served' }, caller)
    const changes: Change[] = [...served, ...indexChanges(id, loaded, { index, definitions: new Map([[name, api]]) })]
    return { index, changes, events: [eventOf('API_DEPLOYED', id, summaryOf(entry), call)] }
  }

  /**
   * Deletes with an API its draft, deployments, imports, remote content and uses of other records; with `isForced` also
   * its subscriptions.
   */
  async function remove({ record: api, call, intent }: Removal<GatewayApi, ApiIntent>): Promise<Removed> {
    const id = api.id as string
    const subscribed = await subscribers.deleted(id, intent?.isForced ?? false, call)
    const [found, loaded] = await Promise.all([findDraft(store, id), loadIndex(store, id)])
    return {
      changes: [
        found
          ? { op: 'delete', collection: DRAFTS, key: id, expected: found.version }
          : { op: 'check', collection: DRAFTS, key: id, expected: null },
        ...forgetDeployments(id, loaded),
        ...forgetImports(id),
        ...forgetRemote(id),
        ...forgetRecords(id, 'saved', namedRecordsOf(api, catalog)),
        ...forgetRecords(id, 'draft', found ? namedRecordsOf(found.draft.api, catalog) : []),
        ...forgetRecords(id, 'served', loaded.index.backends),
        ...subscribed.changes,
      ],
      events: [...(found ? [draftDeleted(id, found.draft.api, call)] : []), ...subscribed.events],
      ...(subscribed.isBegun && { afterwards: subscribers.resume }),
    }
  }

  const eventOf = (type: EventDraft['type'], key: string, payload: unknown, call: CallContext): EventDraft => ({
    type,
    key,
    domain: 'Api',
    payload,
    timestamp: localTimestamp(clock(), zone),
    ...originOf(call),
  })
  const draftDeleted = (id: string, draft: ApiDefinition, call: CallContext) =>
    eventOf('API_DRAFT_DELETED', id, secrets.api.mask(draft), call)

  return { prepare, remove, eventOf }
}

/** Adds every version that was ever deployed to the versions sent. */
function withVersions(api: ApiDefinition, loaded: LoadedIndex | undefined, publishes: boolean): ApiDefinition {
  const deployed = [...(loaded?.index.versions ?? []), ...(publishes ? [api.version as string] : [])]
  const sent = api.versions ?? []
  return { ...api, versions: [...sent, ...new Set(deployed.filter((version) => !sent.includes(version)))] }
}

/** Throws INVALID for an id that begins with the prefix of draft routes: the ids of routes could clash. */
function checkReserved(id: string): void {
  if (!id.startsWith(DRAFT_PREFIX)) return
  throw new SignalboxError('INVALID', `The id ${id} is reserved: ids of APIs must not begin with ${DRAFT_PREFIX}`, {
    fieldErrors: { '/id': [problem('error.reserved', DRAFT_PREFIX)] },
  })
}

/**
 * Turns INVALID into CONFLICT: a draft or earlier deployment may name a deleted backend or break a new rule, which is
 * not an error in what the caller sent.
 */
function unpublishable(id: string, error: unknown): unknown {
  if (!(error instanceof SignalboxError) || error.code !== 'INVALID') return error
  return failure(
    'CONFLICT',
    `API ${id} cannot be published: ${error.message}`,
    ...Object.values(error.fieldErrors).flatMap((problems) =>
      problems.map(({ message, args }) => problem(message, ...args)),
    ),
  )
}
