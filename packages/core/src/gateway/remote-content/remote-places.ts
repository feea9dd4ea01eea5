import type { ApiDefinition } from '../apis/api.ts'

/** The documentation of an API. */
export type Documentation = NonNullable<ApiDefinition['documentation']>
/** A document, picture or text of the documentation. */
export type DocumentResource = NonNullable<Documentation['resources']>[number]

/** A member of the documentation whose content is elsewhere. */
export interface RemotePlace {
  /** A JSON pointer into the documentation, with a slash at its beginning. */
  readonly pointer: string
  readonly url: string
  /** The media type that the documentation says it has, without parameters. */
  readonly type: string
}

/** The members of the documentation that are one resource. */
const single = ['home', 'logo', 'banner', 'footer'] as const satisfies (keyof Documentation)[]

/** The members whose content is at an address, in a fixed order. Documents of imports are stored, so they are left out. Pure. */
export function remotePlaces(documentation: Documentation): readonly RemotePlace[] {
  const { resources = [] } = documentation
  return [
    ...single.map((name) => [`/${name}/url`, documentation[name]] as const),
    ...resources.map((one, i) => [`/resources/${i}/url`, one] as const),
  ].flatMap(([pointer, resource]) => {
    const { url = '', content_type = 'text/markdown' } = resource ?? {}
    return url === '' || isStored(url) ? [] : [{ pointer, url, type: plainType(content_type) }]
  })
}

/** The documentation with other resources, wherever it has one. Pure. */
export function mapResources(
  documentation: Documentation,
  change: (resource: DocumentResource) => DocumentResource,
): Documentation {
  const { resources } = documentation
  const changed = single.flatMap((name) => {
    const resource = documentation[name]
    return resource ? [[name, change(resource)] as const] : []
  })
  return { ...documentation, ...Object.fromEntries(changed), ...(resources && { resources: resources.map(change) }) }
}

/** A media type without its parameters, in lower case. */
export const plainType = (type: string): string => type.split(';', 1)[0]?.trim().toLowerCase() ?? ''

const isStored = (url: string): boolean => /^\/api\/apis\/[^/]+\/documents\/[\da-f]{64}$/.test(url)
