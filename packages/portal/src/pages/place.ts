import { portalNames } from '@signalbox/core/gateway'
import { shapeOf, typeOf } from './content.ts'
import { addressFrom, isSame, keyOf, pathOf } from './paths.ts'
import type { Documentation, Resource, Site, SiteApi, Visitor } from './site.ts'

/** Where a page stands: what links of the page are relative to. */
export interface Place {
  readonly site: Site
  readonly visitor: Visitor
  /** How many slashes the page is below the mount. */
  readonly depth: number
  /** The path below the mount, to come back after signing in. @default the mount */
  readonly here?: string
}

/** Where a page of an API stands. */
export interface ApiPlace extends Place {
  readonly api: SiteApi
  /** The path of the page below that of the API. */
  readonly path: readonly string[]
}

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

/** A resource with its path. */
export interface Placed {
  readonly resource: Resource
  readonly path: readonly string[]
}

/** The resources that have addresses, in their order, and by their paths: of two with one path, the first. */
interface Resources {
  readonly placed: readonly Placed[]
  readonly byPath: ReadonlyMap<string, Resource>
}

/** An API may have thousands of resources, and a page hundreds of links: they are read once. */
const known = new WeakMap<Documentation, Resources>()

function resourcesOf({ documentation }: Pick<SiteApi, 'documentation'>): Resources {
  const found = known.get(documentation)
  if (found) return found
  const { resources: given = [], logo } = documentation
  const placed = [...given, ...(logo && isPicture(logo) ? [logo] : [])].flatMap((resource): Placed[] => {
    const path = pathOf(resource)
    return path && isReachable(path) ? [{ resource, path }] : []
  })
  const byPath = new Map(placed.toReversed().map(({ resource, path }) => [keyOf(path), resource]))
  const resources = { placed, byPath }
  known.set(documentation, resources)
  return resources
}

/** Finds the resource at a path of an API. */
export const findResource = (api: SiteApi, path: readonly string[]): Resource | undefined =>
  resourcesOf(api).byPath.get(keyOf(path))

/** The resources that are pages, in their order, each with its path. The document of the reference is none. */
export const pagesOf = (api: Pick<SiteApi, 'documentation' | 'openapiPath'>): readonly Placed[] =>
  resourcesOf(api).placed.filter(
    ({ resource, path }) => shapeOf(resource) !== 'file' && !isSame(path, api.openapiPath ?? []),
  )

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

const isReachable = ([first = '']: readonly string[]): boolean => !portalNames.has(first)
