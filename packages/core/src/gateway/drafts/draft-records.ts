import { type Answer, answered } from '../../machine/answers/answer.ts'
import { checkMatch } from '../../machine/answers/etag.ts'
import { failure, notFound, problem } from '../../machine/errors/errors.ts'
import type { EventDraft } from '../../machine/log/event.ts'
import type { Collection } from '../../machine/records/collection.ts'
import type { Write } from '../../machine/records/commit.ts'
import { withSchemaDefaults } from '../../machine/records/defaults.ts'
import { checkSize } from '../../machine/records/size.ts'
import { limitOf } from '../../machine/schema/limits.ts'
import type { CallContext } from '../../operation.ts'
import type { Change } from '../../ports.ts'
import { type ApiDefinition, apiDefinitionSchema, type apis, type GatewayApi } from '../apis/api.ts'
import { withDefaults } from '../apis/defaults.ts'
import { checkSunsets, withDeprecationDates } from '../apis/deprecation.ts'
import type { GatewayInstance } from '../instance.ts'
import { namedRecordsOf } from '../uses/named-records.ts'
import { forgetRecords, useRecords } from '../uses/use-records.ts'
import { baseOf, DRAFTS, type Draft, type DraftImport, findDraft } from './drafts.ts'

interface DraftPorts {
  readonly instance: GatewayInstance
  readonly records: Collection<typeof apis>
  readonly eventOf: (type: EventDraft['type'], id: string, payload: unknown, call: CallContext) => EventDraft
}

/** A proposed draft, and further changes for the same commit. */
interface DraftProposal {
  readonly api: GatewayApi
  /** Whether a caller who sees only masks sent it. Otherwise it was computed from the stored draft. @default false */
  readonly isSent?: boolean
  /** The OpenAPI document that the draft follows from now on. @default the document it followed before */
  readonly imported?: DraftImport
  readonly changes?: readonly Change[]
}

/**
 * Reads and writes the drafts of APIs. A draft and its event are one commit, which also checks that the saved API has
 * not changed.
 */
export function createDraftRecords({ instance, records, eventOf }: DraftPorts) {
  const { store, secrets, catalog, applied } = instance
  const limit = limitOf(instance, 'apiBodyLimit')

  /** Loads the draft, or the saved API if there is none; in the state of the saved API in both cases. */
  async function load(id: string) {
    const [saved, found] = await Promise.all([store.get(records.resource.plural, id), findDraft(store, id)])
    if (!saved) throw notFound('API', id)
    const stored = saved.value as ApiDefinition
    const api = withSchemaDefaults(apiDefinitionSchema, inStateOf(stored, found?.draft.api ?? stored))
    return { saved: { stored, version: saved.version }, found, api, version: (found ?? saved).version }
  }

  async function get(id: string): Promise<Answer<GatewayApi>> {
    const { api, version } = await load(id)
    return answered({ ...secrets.api.mask(api) }, { version })
  }

  /** Applies a change to the draft with masked secrets, and retries if another write came in between. */
  const write = (
    id: string,
    change: (shown: GatewayApi) => GatewayApi,
    call: CallContext,
  ): Promise<Answer<GatewayApi>> =>
    propose(id, async (current) => ({ api: change(secrets.api.mask(current)), isSent: true }), call)

  /** The same for a change computed from the stored draft, secrets included, which may add changes to the commit. */
  async function propose(
    id: string,
    change: (current: ApiDefinition, draft: Draft | undefined) => Promise<DraftProposal>,
    call: CallContext,
  ): Promise<Answer<GatewayApi>> {
    for (;;) {
      const { saved, found, api: current, version } = await load(id)
      checkMatch(call.ifMatch, 'draft of API', id, version)
      const proposal = await change(current, found?.draft)
      const { api: sent, isSent = false, imported = found?.draft.imported } = proposal
      if (sent.id !== undefined && sent.id !== id) throw idFixed(id)
      const kept = { id, headerValue: '', current }
      const dated = inStateOf(saved.stored, { ...sent, id })
      const next = withDefaults(secrets.api.restore(dated, current, { isDerived: !isSent }), kept)
      checkSunsets(next)
      const answer = { ...secrets.api.mask(next) }
      const text = JSON.stringify(next)
      const isFollowed = JSON.stringify(imported) === JSON.stringify(found?.draft.imported)
      if (text === JSON.stringify(current) && isFollowed) return answered(answer, { version })
      checkSize('draft', text, limit)
      const base = found?.draft.base ?? baseOf(saved.stored)
      const draft: Draft = { api: next, base, ...(imported && { imported }) }
      const before = found ? namedRecordsOf(found.draft.api, catalog) : []
      const changes: Change[] = [
        { op: 'put', collection: DRAFTS, key: id, value: draft, expected: found?.version ?? null },
        { op: 'check', collection: records.resource.plural, key: id, expected: saved.version },
        ...(await useRecords(instance, { next, before, place: 'draft' }, call.caller)),
        ...(proposal.changes ?? []),
      ]
      const event = found
        ? { ...eventOf('API_DRAFT_UPDATED', id, answer, call), oldValue: secrets.api.mask(current) }
        : eventOf('API_DRAFT_CREATED', id, answer, call)
      const committed = await commit(call, changes, event)
      if ('versions' in committed) return answered(answer, { version: committed.versions[0] })
    }
  }

  async function remove(id: string, call: CallContext): Promise<Answer<GatewayApi>> {
    for (;;) {
      const { found, api, version } = await load(id)
      if (!found) throw notFound('draft of API', id)
      checkMatch(call.ifMatch, 'draft of API', id, version)
      const answer = { ...secrets.api.mask(api) }
      const committed = await commit(
        call,
        [
          { op: 'delete', collection: DRAFTS, key: id, expected: version },
          ...forgetRecords(id, 'draft', namedRecordsOf(found.draft.api, catalog)),
        ],
        eventOf('API_DRAFT_DELETED', id, answer, call),
      )
      if ('versions' in committed) return answered(answer, { version })
    }
  }

  async function commit(call: CallContext, changes: readonly Write[], event: EventDraft) {
    const committed = await instance.commit(call, changes, [event])
    if ('events' in committed) await applied(committed.events.at(-1)?._id ?? 0)
    return committed
  }

  return { get, write, propose, remove }
}

/** A draft always has the state and the dates of the saved API; only a publication sets them. */
const inStateOf = (saved: ApiDefinition, draft: ApiDefinition): ApiDefinition => {
  const { state } = saved
  return withDeprecationDates(state === undefined ? draft : { ...draft, state }, { current: saved })
}

const idFixed = (id: string) =>
  failure('INVALID', `The id in the draft of API ${id} must be ${id}, or be left out`, problem('error.id.fixed', id))
