import type { Signalbox } from '@signalbox/core'
import { readOpenApi } from '@signalbox/core/openapi'
import { textOf } from '../pages/content.ts'
import type { Documentation, Resource } from '../pages/index.ts'

/** An API with its deployments. */
export type GatewayApi = Awaited<ReturnType<Signalbox['apis']['get']>>

/** The most bytes of a document. */
const limits = { json: 16 * 1024 * 1024, yaml: 4 * 1024 * 1024 }

/**
 * An API with its OpenAPI documents in place: the stored document of an import instead of its address, and YAML as JSON. A document
 * that is gone or cannot be read stays as it is.
 */
export async function withDocuments(record: GatewayApi, apis: Signalbox['apis']): Promise<GatewayApi> {
  const { id = '', deployments = [] } = record
  const [newest, ...others] = deployments
  const placed = async <T extends { readonly documentation?: Documentation }>(definition: T): Promise<T> => {
    const { documentation } = definition
    if (!documentation?.resources) return definition
    const resources = await Promise.all(documentation.resources.map((one) => withContent(one, { id, apis })))
    return { ...definition, documentation: { ...documentation, resources } }
  }
  if (!newest?.apiDefinition) return placed(record)
  return { ...record, deployments: [{ ...newest, apiDefinition: await placed(newest.apiDefinition) }, ...others] }
}

interface Where {
  readonly id: string
  readonly apis: Signalbox['apis']
}

async function withContent(resource: Resource, { id, apis }: Where): Promise<Resource> {
  const { url, ...own } = resource
  const prefix = `/api/apis/${id}/documents/`
  const sha256 = url?.startsWith(prefix) ? url.slice(prefix.length) : ''
  if (/^[\da-f]{64}$/.test(sha256)) {
    const document = await apis.document({ id, sha256 }).catch(() => undefined)
    return document === undefined ? resource : { ...own, json_content: document }
  }
  if (!/[/+-]yaml\b/i.test(resource.content_type ?? '')) return resource
  const text = textOf(resource) ?? ''
  if (!/^(openapi|swagger)\s*:/m.test(text)) return resource
  try {
    const { text: json } = readOpenApi(text, limits)
    return { ...resource, transform: 'openapi', json_content: JSON.parse(json) }
  } catch {
    return resource
  }
}
