import { type Site, toSiteApi } from '@signalbox/portal/pages'
import { useEffect, useState } from 'preact/hooks'
import { api as service } from '../../../../calls/api.ts'
import { useGatewayUrl } from '../../../../calls/gateway-url.ts'
import type { GatewayApi } from '../../served/gateway-api.ts'
import { type Resource, storedDocument } from '../documentation.ts'

/** What a preview gets. */
export interface PreviewProps {
  readonly id: string
  /** The API as it is edited. */
  readonly api: GatewayApi
}

/** The pages of an API as it is edited, as if it were published and everybody could read it. */
export function useSite({ id, api }: PreviewProps): Site {
  const url = useGatewayUrl()?.url
  const documents = useDocuments(id, api.documentation?.resources ?? [])
  return { title: 'Developers', apis: siteApis(id, api, { url, documents }) }
}

interface Known {
  readonly url: string | undefined
  readonly documents: ReadonlyMap<string, unknown>
}

function siteApis(id: string, api: GatewayApi, { url, documents }: Known): Site['apis'] {
  const { audience: _, ...documentation } = (api.documentation ?? {}) as NonNullable<GatewayApi['documentation']> & {
    readonly audience?: unknown
  }
  const resources = documentation.resources?.map((resource) => withDocument(id, resource, documents))
  const published = {
    ...api,
    ...{ id, state: 'published' as const, deployments: [] },
    documentation: { ...documentation, enabled: true, ...(resources && { resources }) },
  }
  const one = toSiteApi(published, { gatewayUrl: url })
  return one ? [one] : []
}

function withDocument(id: string, resource: Resource, documents: ReadonlyMap<string, unknown>): Resource {
  const digest = storedDocument(id, resource.url)
  if (digest === undefined || !documents.has(digest)) return resource
  const { url: _, ...own } = resource
  return { ...own, json_content: documents.get(digest) }
}

/** The stored OpenAPI documents that the resources name and that have been loaded. */
function useDocuments(id: string, resources: readonly Resource[]): ReadonlyMap<string, unknown> {
  const [documents, setDocuments] = useState<ReadonlyMap<string, unknown>>(new Map())
  const digests = resources.flatMap(({ url }) => storedDocument(id, url) ?? [])
  useEffect(() => {
    for (const sha256 of digests)
      service.apis.document({ id, sha256 }).then(
        (document) => setDocuments((before) => new Map(before).set(sha256, document)),
        () => {}, // The preview says that the content is elsewhere.
      )
  }, [id, digests.join()])
  return documents
}
