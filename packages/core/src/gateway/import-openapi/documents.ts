import type { Change, Reads } from '../../ports.ts'
import type { ApiDefinition } from '../apis/api.ts'
import { loadDefinition, loadIndex } from '../deployments/deployments.ts'
import { DRAFTS, type DraftImport, findDraft } from '../drafts/drafts.ts'
import { documentUrl } from './document-link.ts'
import type { ImportedApi, OpenApiReading } from './reading.ts'

/** Collection of documents under `<API>/<SHA-256>`: each is stored once for an API. */
export const DOCUMENTS = 'api-documents'
/** Collection of the last import of each API, under its id. */
export const IMPORTS = 'api-imports'

/** The last import of an API. */
export interface ImportRecord {
  readonly sha256: string
  /** The content of the document under the ids of the API. */
  readonly base: ImportedApi
  /** The SHA-256 of all documents stored for the API. */
  readonly documents: readonly string[]
}

/** Loads the last import of an API with its record version. */
export async function loadImport(store: Reads, id: string) {
  const found = await store.get(IMPORTS, id)
  return { last: found?.value as ImportRecord | undefined, version: found?.version ?? null }
}

/** Loads a stored document; `undefined` if there is none. */
export async function findDocument(store: Reads, id: string, sha256: string): Promise<unknown> {
  const text = await findDocumentText(store, id, sha256)
  return text === undefined ? undefined : JSON.parse(text)
}

/** Loads a stored document as JSON text; `undefined` if there is none. */
export async function findDocumentText(store: Reads, id: string, sha256: string): Promise<string | undefined> {
  const found = await store.get(DOCUMENTS, documentKey(id, sha256))
  return (found?.value as { text: string } | undefined)?.text
}

/** Whether the documentation of an API links a document. */
const names = (api: ApiDefinition, url: string): boolean =>
  api.documentation?.resources?.some((resource) => resource.url === url) ?? false

/**
 * Links the new document in the documentation of an API. The first import adds the link; later ones update it, but do
 * not restore a link that was removed by hand.
 */
export function pointTo(
  api: ApiDefinition,
  sha256: string,
  last: Pick<ImportRecord, 'sha256'> | undefined,
): ApiDefinition {
  const id = api.id as string
  const url = documentUrl(id, sha256)
  const { documentation, name } = api
  const { resources = [] } = documentation ?? {}
  const old = last && documentUrl(id, last.sha256)
  const next = old
    ? resources.map((resource) => (resource.url === old ? { ...resource, url } : resource))
    : [...resources, { path: ['openapi'], title: name, content_type: 'application/json', url }]
  return next.length === 0 ? api : { ...api, documentation: { ...documentation, resources: next } }
}

/**
 * The changes that store an import with its API: its content, the document, and the removal of documents that neither
 * the API, its draft nor a deployment links. Empty if nothing differs.
 */
export async function importChanges(
  store: Reads,
  { api, base, reading }: { api: ApiDefinition; base: ImportedApi; reading: Pick<OpenApiReading, 'text' | 'sha256'> },
): Promise<Change[]> {
  const id = api.id as string
  const { text, sha256 } = reading
  const { last, version } = await loadImport(store, id)
  const candidates = [...new Set([...(last?.documents ?? []), sha256])]
  const { isNamed, checks } = await namesIn(store, api, candidates)
  const documents = candidates.filter(isNamed)
  const record: ImportRecord = { sha256, base, documents }
  if (last && JSON.stringify(last) === JSON.stringify(record)) return []
  const gone = (last?.documents ?? []).filter((one) => !documents.includes(one))
  const isNew = documents.includes(sha256) && !last?.documents.includes(sha256)
  return [
    ...checks,
    { op: 'put', collection: IMPORTS, key: id, value: record, expected: version },
    ...(isNew ? [{ op: 'put', collection: DOCUMENTS, key: documentKey(id, sha256), value: { text } } as const] : []),
    ...gone.map((one): Change => ({ op: 'delete', collection: DOCUMENTS, key: documentKey(id, one) })),
  ]
}

/**
 * The changes that store a document imported into a draft. The document that the API follows stays until the draft is
 * published.
 */
export async function draftImportChanges(
  store: Reads,
  id: string,
  { text, sha256 }: Pick<OpenApiReading, 'text' | 'sha256'>,
): Promise<Change[]> {
  const { last, version } = await loadImport(store, id)
  if (last?.documents.includes(sha256)) return []
  const put: Change = { op: 'put', collection: DOCUMENTS, key: documentKey(id, sha256), value: { text } }
  if (!last) return [put]
  const value: ImportRecord = { ...last, documents: [...last.documents, sha256] }
  return [put, { op: 'put', collection: IMPORTS, key: id, value, expected: version }]
}

/** The changes that make an API follow the document of its draft, in one commit with the publication. */
export async function followChanges(store: Reads, id: string, imported: DraftImport | undefined): Promise<Change[]> {
  if (!imported) return []
  const { last, version } = await loadImport(store, id)
  const documents = [...new Set([...(last?.documents ?? []), imported.sha256])]
  const value: ImportRecord = { ...imported, documents }
  return [{ op: 'put', collection: IMPORTS, key: id, value, expected: version }]
}

/** Finds which documents are linked. The checks fail if a draft is created or deleted in the meantime. */
async function namesIn(store: Reads, api: ApiDefinition, candidates: readonly string[]) {
  const id = api.id as string
  const isIn = (definition: ApiDefinition, sha256: string) => names(definition, documentUrl(id, sha256))
  if (candidates.every((one) => isIn(api, one))) return { isNamed: () => true, checks: [] }
  const [draft, { index }] = await Promise.all([findDraft(store, id), loadIndex(store, id)])
  const deployed = await Promise.all(index.entries.map((entry) => loadDefinition(store, entry)))
  const all = [api, draft?.draft.api, ...deployed].filter((one) => one !== undefined)
  const checks: Change[] = [{ op: 'check', collection: DRAFTS, key: id, expected: draft?.version ?? null }]
  return { isNamed: (sha256: string) => all.some((one) => isIn(one, sha256)), checks }
}

/** The changes that delete all imports of an API. */
export const forgetImports = (id: string): Change[] => [
  { op: 'delete', collection: IMPORTS, key: id },
  { op: 'deletePrefix', collection: DOCUMENTS, prefix: documentKey(id, '') },
]

/** The key of a document. */
export const documentKey = (api: string, sha256: string): string => `${api}/${sha256}`
