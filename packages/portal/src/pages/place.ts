import { shapeOf, typeOf } from './content.ts'
import { addressFrom, isSame, pathOf } from './paths.ts'
import type { Resource, Site, SiteApi, Visitor } from './site.ts'

/** Where a page stands: what links of the page are relative to. */
export interface Place {
  readonly site: Site
  readonly visitor: Visitor
  /** How many slashes the page is below the mount. */
  readonly depth: number
}

/** Where a page of an API stands. */
export interface ApiPlace extends Place {
  readonly api: SiteApi
  /** The path of the page below that of the API. */
  readonly path: readonly string[]
}

/** The names below an API that are pages of ours: they win over resources. */
const ownNames: ReadonlySet<string> = new Set([
  ...['plans', 'plans.md', 'changes', 'changes.atom', 'search', 'search.md', 'openapi.json', 'llms.txt', 'index.md'],
  ...['reference', 'documentation', 'subscribe', '~', '.well-known', 'sitemap.xml'],
])

/** The address of a path below the mount, from a page. */
export const linkToMount = ({ depth }: Place, segments: readonly string[], isFolder = true): string =>
  addressFrom(depth, segments, isFolder)

/** The address of a path below an API, from a page. */
export const linkToApi = (place: Place, api: SiteApi, segments: readonly string[], isFolder = true): string =>
  addressFrom(place.depth, place.site.only === undefined ? [api.id, ...segments] : segments, isFolder)

/** The address of a resource, from a page; `undefined` if it has none. */
export function linkToResource(place: Place, api: SiteApi, resource: Resource): string | undefined {
  const path = pathOf(resource)
  return path && isReachable(path) ? linkToApi(place, api, path, shapeOf(resource) !== 'file') : undefined
}

/** Finds the resource at a path of an API. The logo is one, too. */
export const findResource = (
  { documentation: { resources = [], logo } }: SiteApi,
  path: readonly string[],
): Resource | undefined =>
  isReachable(path)
    ? [...resources, ...(logo ? [logo] : [])].find((one) => {
        const own = pathOf(one)
        return own !== undefined && isSame(own, path)
      })
    : undefined

/** The resources that are pages, in their order, each with its path. */
export const pagesOf = ({
  documentation,
}: SiteApi): readonly { readonly resource: Resource; readonly path: readonly string[] }[] =>
  (documentation.resources ?? []).flatMap((resource) => {
    const path = pathOf(resource)
    return path && isReachable(path) && shapeOf(resource) !== 'file' ? [{ resource, path }] : []
  })

/** The title of a resource: its own, or its last segment. */
export const titleOf = (resource: Resource): string => resource.title || pathOf(resource)?.at(-1) || 'Untitled'

/** Whether a resource is a picture that pages may show. */
export const isPicture = (resource: Resource): boolean =>
  shapeOf(resource) === 'file' && pictureTypes.has(typeOf(resource))

/** The types of pictures. As an image, SVG runs no script. */
export const pictureTypes: ReadonlySet<string> = new Set([
  ...['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif', 'image/svg+xml'],
  ...['image/x-icon', 'image/vnd.microsoft.icon'],
])

const isReachable = ([first = '']: readonly string[]): boolean => !ownNames.has(first)
