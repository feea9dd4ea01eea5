import type { PluginCatalog } from '../../plugins/create-catalog.ts'
import type { ApiDefinition } from '../apis/api.ts'

/** The URL of a document, as the documentation of an API links it. */
export const documentUrl = (id: string, sha256: string): string => `/api/apis/${id}/documents/${sha256}`

/** The SHA-256 of the OpenAPI document that a definition of an API links; `undefined` if it links none of its own. */
export function linkedDocument(id: string, { documentation }: ApiDefinition): string | undefined {
  const prefix = documentUrl(id, '')
  for (const { url } of documentation?.resources ?? [])
    if (url?.startsWith(prefix) && SHA_256.test(url.slice(prefix.length))) return url.slice(prefix.length)
  return undefined
}

const SHA_256 = /^[\da-f]{64}$/

/** The documents that plugins of definitions of an API read, by SHA-256. */
export const documentsRead = (
  id: string,
  definitions: readonly ApiDefinition[],
  catalog: PluginCatalog,
): ReadonlySet<string> =>
  new Set(definitions.flatMap((one) => (readsDocument(one, catalog) ? (linkedDocument(id, one) ?? []) : [])))

const readsDocument = ({ flows = [] }: ApiDefinition, catalog: PluginCatalog): boolean =>
  flows.some(({ plugins }) =>
    plugins?.slots?.some(({ plugin, enabled = true }) => enabled && catalog.find(plugin)?.readsDocument),
  )
