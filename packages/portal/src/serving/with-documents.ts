import type { Signalbox } from '@signalbox/core'
import type { Documentation, Resource } from '../pages/index.ts'
import { unlessGone } from './unless-gone.ts'

/** An API with its deployments. */
export type GatewayApi = Awaited<ReturnType<Signalbox['apis']['get']>>

/** An API with the stored documents of its imports in place of their addresses. A document that is gone leaves its address. */
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
  if (!/^[\da-f]{64}$/.test(sha256)) return resource
  const document = await apis.document({ id, sha256 }).catch(unlessGone)
  return document === undefined ? resource : { ...own, json_content: document }
}
