import type { Answer } from '../../machine/answers/answer.ts'
import { type Caller, demand } from '../../machine/callers/caller.ts'
import { notFound, problem, SignalboxError } from '../../machine/errors/errors.ts'
import type { EventDraft } from '../../machine/log/event.ts'
import type { Write } from '../../machine/records/commit.ts'
import type { ImportOptions } from '../../machine/records/lines/import.ts'
import {
  type Flushed,
  type ImportResult,
  type Line,
  noLines,
  readLines,
  together,
} from '../../machine/records/lines/lines.ts'
import type { Static, TSchema } from '../../machine/schema/schema.ts'
import { validate } from '../../machine/schema/validate.ts'
import type { CallContext } from '../../operation.ts'
import type { Change } from '../../ports.ts'
import {
  DEPLOYMENTS,
  type DeploymentEntry,
  type DeploymentIndex,
  digestOf,
  indexChanges,
  loadDefinition,
  loadIndex,
  summaryOf,
  withDeployments,
} from '../deployments/deployments.ts'
import { baseOf, DRAFTS, type Draft, findDraft } from '../drafts/drafts.ts'
import type { GatewayInstance } from '../instance.ts'
import { namedRecordsOf } from '../uses/named-records.ts'
import { useRecords } from '../uses/use-records.ts'
import { type ApiDefinition, type ApiDeployment, apiSchema, apis, deploymentSchema, draftLineSchema } from './api.ts'

type Body = Iterable<unknown> | AsyncIterable<unknown>
type EventOf = (type: EventDraft['type'], id: string, payload: unknown, call: CallContext) => EventDraft
type Entry = Static<typeof draftLineSchema>

/**
 * Creates the nd-json export and import of drafts and deployments. Together with the export of APIs it moves everything
 * to another instance without loss.
 */
export function createGatewayTransfer(instance: GatewayInstance, eventOf: EventOf) {
  const { store, closing, applied, secrets, catalog } = instance
  const readable = (pattern = '*', caller: Caller) => ({ where: [pattern, caller.patterns('R', 'Api')] })
  const toShown = ({ seesSecrets }: Caller) => (seesSecrets ? (api: ApiDefinition) => api : secrets.api.mask)

  async function* exportDeployments(
    pattern: string | undefined,
    { caller }: CallContext,
  ): AsyncGenerator<ApiDeployment> {
    const show = toShown(caller)
    for await (const { value } of store.scan(DEPLOYMENTS, readable(pattern, caller)))
      for (const entry of (value as DeploymentIndex).entries.toReversed()) {
        const definition = await loadDefinition(store, entry)
        if (definition) yield { ...summaryOf(entry), apiDefinition: show(definition) }
      }
  }

  async function* exportDrafts(pattern: string | undefined, { caller }: CallContext): AsyncGenerator<Entry> {
    const show = toShown(caller)
    for await (const { value } of store.scan(DRAFTS, readable(pattern, caller))) {
      const { api, base, imported } = value as Draft
      // Digests cover secrets: a caller who may not see those could test guesses against them.
      const followed = imported && { imported: { ...imported, base: { ...imported.base } } }
      yield { api: show(api) as Entry['api'], ...(caller.seesSecrets && { base }), ...followed }
    }
  }

  /** Reads an upload. The lines of one API in a batch are one commit. */
  function upload<S extends TSchema>(
    { body, strategy = 'Keep', dryRun = false }: ImportOptions & { body: Body },
    { signal, ...call }: CallContext,
    { schema, apiOf, keyOf, existing, toWrite, isEmbedded }: Upload<Static<S>> & { schema: S },
  ): Promise<Answer<ImportResult>> {
    /** Writes the lines of one API, and retries if another write came in between. Resolves with the id of its last event, too. */
    async function write(id: string, lines: readonly Static<S>[]): Promise<Flushed & { lastEvent?: number }> {
      for (;;) {
        const saved = await store.get(apis.plural, id)
        if (!saved) throw notFound('API', id)
        const known = await existing(id)
        const taken = strategy === 'Keep' ? lines.filter((value) => !known.has(keyOf(value))) : lines
        const flushed = {
          accepted: taken.length,
          created: taken.filter((value) => !known.has(keyOf(value))).length,
          kept: lines.length - taken.length,
        }
        if (taken.length === 0) return flushed
        const { changes, events } = await toWrite(id, taken, call)
        if (changes.length === 0 || dryRun) return flushed
        const { value, version: expected } = saved
        const place = { collection: apis.plural, key: id, expected }
        const stays: Write = isEmbedded ? { op: 'put', ...place, value, was: value } : { op: 'check', ...place }
        const committed = await instance.commit(call, [...changes, stays], events)
        if ('conflict' in committed) continue
        return { ...flushed, lastEvent: committed.events.at(-1)?._id ?? 0 }
      }
    }

    return readLines<Static<S>>(body, {
      signals: signal ? [closing, signal] : [closing],
      accept(line) {
        const value = validate(schema, line, 'The line')
        demand(call.caller, 'U', 'Api', apiOf(value))
        return value
      },
      keyOf,
      // APIs are written side by side: a batch takes about as long as one commit, also where a commit waits for a slow disk.
      async flush(batch): Promise<Flushed> {
        const byApi = [...Map.groupBy(batch, ({ value }) => apiOf(value))]
        const flushed = await Promise.all(
          byApi.map(([id, lines]) =>
            write(id, valuesOf(lines)).catch((error) => ({
              ...noLines,
              lastEvent: 0,
              refused: lines.map(({ line }) => ({ line, error })),
            })),
          ),
        )
        await applied(Math.max(0, ...flushed.map(({ lastEvent = 0 }) => lastEvent)))
        return flushed.reduce<Flushed>(together, noLines)
      },
    })
  }

  async function deploymentsToWrite(id: string, lines: readonly ApiDeployment[], call: CallContext) {
    const loaded = await loadIndex(store, id)
    const definitions = new Map<string, ApiDefinition>()
    const added: DeploymentEntry[] = []
    for (const { apiDefinition, ...deployment } of lines) {
      const known = loaded.index.entries.find((entry) => entry.id === deployment.id)
      const before = known && (await loadDefinition(store, known))
      const definition = secrets.api.restore(definitionOf(id, apiDefinition), before)
      const name = digestOf(definition)
      definitions.set(name, definition)
      added.unshift({ ...deployment, definition: name })
    }
    const ids = new Set(added.map((entry) => entry.id))
    const others = loaded.index.entries.filter((entry) => !ids.has(entry.id))
    const entries = [...added, ...others].sort((a, b) => b.at - a.at)
    if (JSON.stringify(entries) === JSON.stringify(loaded.index.entries)) return { changes: [], events: [] }
    const newest = entries[0] as DeploymentEntry
    const served = definitions.get(newest.definition) ?? (await loadDefinition(store, newest))
    const index = withDeployments({ ...loaded.index, entries: [] }, entries, served && namedRecordsOf(served, catalog))
    const used = served
      ? await useRecords(instance, { next: served, before: loaded.index.backends, place: 'served' }, call.caller)
      : []
    return {
      changes: [...indexChanges(id, loaded, { index, definitions }), ...used],
      events: added.toReversed().map((entry) => eventOf('API_DEPLOYED', id, summaryOf(entry), call)),
    }
  }

  async function draftsToWrite(id: string, lines: readonly Entry[], call: CallContext) {
    const [found, saved] = await Promise.all([findDraft(store, id), store.get(apis.plural, id)])
    const current = saved?.value as ApiDefinition
    const { api, base = found?.draft.base ?? baseOf(current), ...line } = lines.at(-1) as Entry
    const imported = (line.imported as Draft['imported'] | undefined) ?? found?.draft.imported
    if (line.imported) validate(apiSchema, { ...line.imported.base, id }, 'The base')
    const next = secrets.api.restore(api, found?.draft.api ?? current)
    const draft: Draft = { api: next, base, ...(imported && { imported }) }
    if (JSON.stringify(draft) === JSON.stringify(found?.draft)) return { changes: [], events: [] }
    const before = found ? namedRecordsOf(found.draft.api, catalog) : []
    const put = {
      op: 'put',
      collection: DRAFTS,
      key: id,
      value: draft,
      expected: found?.version ?? null,
    } as const
    const type = found ? 'API_DRAFT_UPDATED' : 'API_DRAFT_CREATED'
    return {
      changes: [put, ...(await useRecords(instance, { next, before, place: 'draft' }, call.caller))],
      events: [eventOf(type, id, secrets.api.mask(next), call)],
    }
  }

  return {
    exportDeployments,
    exportDrafts,
    importDeployments: (body: Body, options: ImportOptions, call: CallContext) =>
      upload({ body, ...options }, call, {
        schema: deploymentSchema,
        apiOf: ({ apiRef }) => apiRef,
        keyOf: ({ apiRef, id }) => `${apiRef}/${id}`,
        existing: async (api) => new Set((await loadIndex(store, api)).index.entries.map(({ id }) => `${api}/${id}`)),
        toWrite: deploymentsToWrite,
        isEmbedded: true,
      }),
    importDrafts: (body: Body, options: ImportOptions, call: CallContext) =>
      upload({ body, ...options }, call, {
        schema: draftLineSchema,
        apiOf: ({ api }) => api.id,
        keyOf: ({ api }) => api.id,
        existing: async (api) => new Set((await findDraft(store, api)) ? [api] : []),
        toWrite: draftsToWrite,
      }),
  }
}

interface Upload<T> {
  /** Set if reads of the API show what is uploaded: then its ETag must change. */
  readonly isEmbedded?: true
  readonly apiOf: (value: T) => string
  readonly keyOf: (value: T) => string
  /** The keys that an API already has. */
  readonly existing: (api: string) => Promise<ReadonlySet<string>>
  readonly toWrite: (
    id: string,
    lines: readonly T[],
    call: CallContext,
  ) => Promise<{ changes: readonly Change[]; events: readonly EventDraft[] }>
}

const valuesOf = <T>(lines: readonly Line<T>[]): readonly T[] => lines.map(({ value }) => value)

function definitionOf(id: string, definition: ApiDefinition | undefined): ApiDefinition {
  if (definition?.id === id) return definition
  const [pointer, found] = definition
    ? ['/apiDefinition/id', problem('error.enum', id)]
    : ['/apiDefinition', problem('error.required')]
  throw new SignalboxError('INVALID', `A deployment of API ${id} needs apiDefinition with the id ${id}`, {
    fieldErrors: { [pointer as string]: [found as ReturnType<typeof problem>] },
  })
}
