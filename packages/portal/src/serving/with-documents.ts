import type { RemoteDocumentation, Signalbox } from '@signalbox/core'
import type { Documentation, Resource } from '../pages/index.ts'

/** An API with its deployments. */
export type GatewayApi = Awaited<ReturnType<Signalbox['apis']['get']>>

/** An API with the stored documents of its imports in place of their addresses. A document that is gone leaves its address. */
export async function withDocuments(record: GatewayApi, apis: Signalbox['apis']): Promise<GatewayApi> {
  const { id = '' } = record
  return mapServed(record, async (documentation) => {
    if (!documentation.resources) return documentation
    const resources = await Promise.all(documentation.resources.map((one) => withContent(one, { id, apis })))
    return { ...documentation, resources }
  })
}

/** An API with the remote content of its documentation in place of the addresses. */
export const withRemote = (record: GatewayApi, remote: RemoteDocumentation): Promise<GatewayApi> =>
  mapServed(record, (documentation) => remote.complete(documentation))

/** An API with another documentation where it serves it from: its newest deployment, or itself if there is none. */
async function mapServed(
  record: GatewayApi,
  change: (documentation: Documentation) => Promise<Documentation>,
): Promise<GatewayApi> {
  const [newest, ...others] = record.deployments ?? []
  const changed = async <T extends { readonly documentation?: Documentation }>(definition: T): Promise<T> =>
    definition.documentation ? { ...definition, documentation: await change(definition.documentation) } : definition
  if (!newest?.apiDefinition) return changed(record)
  return { ...record, deployments: [{ ...newest, apiDefinition: await changed(newest.apiDefinition) }, ...others] }
}

interface Where {
  readonly id: string
  readonly apis: Signalbox['apis']
}

async function withContent(resource: Resource, { id, apis }: Where): Promise<Resource> {
  const { url, ...own } = resource
  const prefix = `/api/apis/${id}/documents/`
  const sha256 = url?.startsWith(prefix) ? url.slice(prefix.length) : ''
  if (!/^[\da-f]{64}$/.test(sha256)) return resource
  const document = await apis.document({ id, sha256 }).catch(() => undefined)
  return document === undefined ? resource : { ...own, json_content: document }
}
