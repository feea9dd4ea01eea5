import { type Answer, answered, mapAnswer } from '../../machine/answers/answer.ts'
import { demand } from '../../machine/callers/caller.ts'
import { notFound, problem } from '../../machine/errors/errors.ts'
import { nearest } from '../../machine/errors/nearest.ts'
import { notValid } from '../../machine/errors/not-valid.ts'
import { escapePointer } from '../../machine/json/json.ts'
import type { Collection } from '../../machine/records/collection.ts'
import type { Write } from '../../machine/records/hooks.ts'
import { checkSize } from '../../machine/records/size.ts'
import { limitOf } from '../../machine/schema/limits.ts'
import { validateParameters } from '../../machine/schema/validate.ts'
import { generateId } from '../../machine/secrets/ids.ts'
import { type CallContext, type Handlers, parametersOf } from '../../operation.ts'
import type { Random } from '../../ports.ts'
import type { ApiDefinition, apis, GatewayApi } from '../apis/api.ts'
import { diffApis } from '../apis/diff.ts'
import type { ApiIntent, createPreparation, Proposal } from '../apis/prepare.ts'
import type { createDraftRecords } from '../drafts/draft-records.ts'
import { type Draft, findDraft } from '../drafts/drafts.ts'
import type { GatewayInstance } from '../instance.ts'
import { importContract } from './contract.ts'
import { draftImportChanges, findDocument, importChanges, loadImport, pointTo } from './documents.ts'
import { mergeImport, withDefaultsOfApis } from './merge.ts'
import type { MergeConflict } from './merge-members.ts'
import type { DocumentLimits, OpenApiReading, ReadOpenApi } from './reading.ts'
import { createDocumentTransfer } from './transfer.ts'

/** The dependencies of imports. */
interface ImportPorts {
  readonly instance: GatewayInstance
  readonly random: Random
  readonly records: Collection<typeof apis, ApiIntent>
  readonly prepare: ReturnType<typeof createPreparation>['prepare']
  readonly drafts: Pick<ReturnType<typeof createDraftRecords>, 'get' | 'propose'>
  readonly read: ReadOpenApi
  readonly limits: DocumentLimits
}

/** Options of an import. */
interface ImportSettings {
  readonly id?: string
  readonly into?: string
  readonly domain?: string
  readonly context_path?: string
  readonly dryRun?: boolean
  readonly draft?: boolean
}

/**
 * Creates the handlers of OpenAPI imports. `read` parses the document, possibly in another thread; the result is
 * written like any other API.
 */
export function importHandlers(ports: ImportPorts): Handlers<typeof importContract> {
  const { instance, random, records, prepare, drafts, read, limits } = ports
  const { store, secrets, closing } = instance
  const transfer = createDocumentTransfer(instance)

  const write = (id: string, isThere: boolean, by: Write<ApiIntent>): Promise<Answer<GatewayApi>> =>
    isThere ? records.update(id, (current) => current, by) : records.create({ id, name: id }, by)

  /** Returns what would be written, for a dry run. */
  async function rehearse(id: string, isThere: boolean, by: Write<ApiIntent>): Promise<Answer<GatewayApi>> {
    const found = isThere ? await records.find(id) : undefined
    if (isThere && !found) throw notFound('API', id)
    const { record } = await prepare({ next: found?.record ?? { id, name: id }, current: found?.record, ...by })
    checkSize('API', JSON.stringify(record), limitOf(instance, 'apiBodyLimit'))
    return answered({ ...secrets.api.mask(record) })
  }

  /** Makes the draft of an API follow a document. The API itself and the document it follows do not change. */
  async function intoDraft(
    id: string,
    { reading, place, dryRun }: { reading: OpenApiReading; place: Partial<ApiDefinition>; dryRun: boolean },
    call: CallContext,
  ) {
    let conflicts: readonly MergeConflict[] = []
    let before: ApiDefinition | undefined
    async function follow(current: ApiDefinition, draft: Draft | undefined) {
      const last = draft?.imported ?? (await loadImport(store, id)).last
      const merged = mergeImport({ base: last?.base, fresh: reading.api, mine: current })
      conflicts = merged.conflicts
      before = current
      return {
        api: pointTo({ ...merged.api, ...place }, reading.sha256, last) as GatewayApi,
        imported: { sha256: reading.sha256, base: merged.base },
        changes: await draftImportChanges(store, id, reading),
      }
    }
    async function tried(): Promise<Answer<GatewayApi>> {
      const saved = await records.find(id)
      if (!saved) throw notFound('API', id)
      const found = (await findDraft(store, id))?.draft
      const current = found?.api ?? saved.record
      const { api } = await follow(current, found)
      return answered({ ...secrets.api.mask(secrets.api.restore(api, current, { isDerived: true })) })
    }
    return mapAnswer(dryRun ? tried() : drafts.propose(id, follow, call), (api) => {
      const { deployments: _deployments, ...after } = api
      const changes = diffApis(secrets.api.mask(before ?? after), after, secrets.api)
      return { ...api, warnings: [...reading.warnings], changes, conflicts: [...conflicts] }
    })
  }

  return {
    async importOpenApi({ body, ...query }, call) {
      const reading = await read(body, limits, closing)
      const {
        dryRun = false,
        draft = false,
        into,
        ...given
      }: ImportSettings = { ...query, ...checkOptions(reading.options) }
      const id = into ?? given.id ?? generateId(random, 'api')
      demand(call.caller, into === undefined ? 'C' : 'U', 'Api', id)
      const place = {
        ...(given.domain !== undefined && { domain: given.domain }),
        ...(given.context_path !== undefined && { context_path: given.context_path }),
      }
      if (draft && into === undefined) throw withoutInto()
      if (draft && into !== undefined) return intoDraft(into, { reading, place, dryRun }, call)
      let conflicts: readonly MergeConflict[] = []
      let before: ApiDefinition = { id, name: reading.api.name }

      /** Merges the document into the API; runs again if another write came in between. */
      async function propose(current: ApiDefinition | undefined): Promise<Proposal> {
        const last = current && (await loadImport(store, id)).last
        const merged = current && mergeImport({ base: last?.base, fresh: reading.api, mine: current })
        const { api, base } = merged ?? {
          api: { ...(reading.api as ApiDefinition), id },
          base: withDefaultsOfApis(reading.api),
        }
        const pointed = pointTo({ ...api, ...place }, reading.sha256, last)
        conflicts = merged?.conflicts ?? []
        before = current ?? before
        return { api: pointed, changes: await importChanges(store, { api: pointed, base, reading }) }
      }

      const make = dryRun ? rehearse : write
      return mapAnswer(make(id, into !== undefined, { call, intent: { propose } }), (api) => {
        const { deployments: _deployments, ...after } = api
        const shown = { ...api, warnings: [...reading.warnings] }
        if (into === undefined && !dryRun) return shown
        const changes = diffApis(secrets.api.mask(before), after, secrets.api)
        return { ...shown, changes, conflicts: [...conflicts] }
      })
    },
    async document({ id, sha256 }) {
      const document = await findDocument(store, id, sha256)
      if (document === undefined) throw notFound(`document of API ${id}`, sha256)
      return document as Record<string, unknown>
    },
    documents: {
      export: async ({ pattern }, call) => transfer.exportDocuments(pattern, call),
      import: ({ body, ...options }, call) => transfer.importDocuments(body, options, call),
    },
  }
}

const withoutInto = () => notValid('The call', { fieldErrors: { draft: [problem('error.required.any', 'into')] } })

/** Built once, since every new schema would be compiled again. */
const parameters = parametersOf(importContract.importOpenApi)

/** Checks options sent beside a document like query parameters. Throws INVALID for unknown names. */
function checkOptions(options: Readonly<Record<string, unknown>>): ImportSettings {
  const unknown = Object.keys(options).filter((name) => !Object.hasOwn(parameters.properties, name))
  if (unknown.length > 0)
    throw notValid('The body', {
      fieldErrors: Object.fromEntries(
        unknown.map((name) => {
          const like = nearest(name, Object.keys(parameters.properties))
          return [`/${escapePointer(name)}`, [problem('error.unknown.field', ...(like === undefined ? [] : [like]))]]
        }),
      ),
    })
  return validateParameters(parameters, options) as ImportSettings
}
