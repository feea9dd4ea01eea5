import { chooseType } from '@signalbox/core/wire'
import { type CatalogQuery, catalogPage } from './catalog.ts'
import { changesFeed, changesPage } from './changes/changes-page.ts'
import { shapeOf } from './content.ts'
import { framed, framedOfApi } from './frame.ts'
import { homePage } from './home.ts'
import { html } from './html.ts'
import { apiCatalog, llmsOfApi, llmsOfSite, sitemap } from './lists.ts'
import type { Answer, Page } from './page.ts'
import { addressFrom, isSame, type Path, readPath } from './paths.ts'
import { type ApiPlace, findResource, linkToApi, type Place } from './place.ts'
import { plansPage } from './plans.ts'
import { redirectionOf } from './redirections.ts'
import { referencePage } from './reference/pages.ts'
import { fileOf, resourcePage } from './resource.ts'
import { queryOf, search, searchPage } from './search.ts'
import { findApi, readableApis, type Site, type SiteApi, type Visitor } from './site.ts'
import { siteFor } from './site-for.ts'
import { deprecationLine, LATE, successorLine, successorOf } from './words.ts'

/** A request for a page. */
export interface PageRequest {
  readonly site: Site
  readonly visitor: Visitor
  /** The path below the mount, as it was sent, without a slash at its beginning: `billing/guide/`. */
  readonly path: string
  /** The parameters of the query. @default none */
  readonly query?: Readonly<Record<string, string>>
  /** The `Accept` header. @default HTML */
  readonly accept?: string
}

/** Decides what a request gets: pages of what the visitor may see. Pure. */
export function answer(asked: PageRequest): Answer {
  const { visitor, path } = asked
  const site = siteFor(asked.site, visitor)
  const request: PageRequest = { ...asked, site }
  const { segments, depth, isFolder } = readPath(path)
  const place: Place = { site, visitor, depth, here: path }
  if (!segments) return unknown(place)
  const at = { segments, depth, isFolder }
  if (isSame(segments, ['sitemap.xml'])) return file('application/xml', sitemap(place))
  if (isSame(segments, ['.well-known', 'api-catalog'])) return file(LINKSET, apiCatalog(place))
  if (site.only !== undefined) {
    const api = findApi(site, site.only)
    return api ? ofApi(request, { ...place, api, path: segments }, at) : unknown(place)
  }
  return ofSite(request, place, at)
}

const LINKSET = 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"'

/** At the mount: the catalog, lists of all pages, and the APIs. */
function ofSite(request: PageRequest, place: Place, at: Path): Answer {
  const { site } = place
  const [first = '', ...rest] = at.segments
  if (isSame(at.segments, ['llms.txt'])) return file(MARKDOWN, llmsOfSite(place))
  if (first === '' || isSame(at.segments, ['index.md'])) {
    const [one, another] = readableApis(site)
    const query = request.query as CatalogQuery | undefined
    const asked = queryOf(query?.q)
    if (asked !== undefined && wants(request, JSON_TYPE))
      return file(JSON_TYPE, JSON.stringify({ results: search(place, readableApis(site), asked) }))
    if (one && !another && first === '') return redirect(303, linkToApi(place, one, []))
    return shown(place, catalogPage(place, query ?? {}))
  }
  const api = findApi(site, first)
  if (api) return ofApi(request, { ...place, api, path: rest }, { ...at, segments: rest })
  const twin = rest.length === 0 && first.endsWith('.md') ? findApi(site, first.slice(0, -3)) : undefined
  return twin ? ofApi(request, { ...place, api: twin, path: [] }, { ...at, segments: ['index.md'] }) : unknown(place)
}

/** Below an API, in the order in which names win. */
function ofApi(request: PageRequest, place: ApiPlace, { segments, depth, isFolder }: Path): Answer {
  const { api } = place
  if (api.state === 'removed') return gone(place)
  const page = (one: Page): Answer => (isFolder ? shownOfApi(place, one) : withSlash(segments, api, request))
  const [first = '', ...rest] = segments
  if (segments.length === 0) return page(homePage(place))
  if (first === '~') {
    const { logo } = api.documentation
    return (isSame(rest, ['logo']) && logo && fileOf(logo)) || unknownOfApi(place)
  }
  if (first === 'documentation')
    return redirect(303, rest.length === 0 ? linkToApi(place, api, []) : linkToApi(place, api, rest, isFolder))
  if (segments.length === 1) {
    if (first === 'index.md') return shownOfApi(place, homePage({ ...place, path: [] }))
    if (first === 'plans') return page(plansPage(place))
    if (first === 'plans.md') return shownOfApi(place, plansPage(place))
    if (first === 'changes') return page(changesPage(place))
    if (first === 'changes.md') return shownOfApi(place, changesPage(place))
    if (first === 'changes.atom') return file('application/atom+xml; charset=utf-8', changesFeed(place))
    if (first === 'llms.txt') return file(MARKDOWN, llmsOfApi(place, api))
    if (first === 'openapi.json' && api.openapi) return file(JSON_TYPE, JSON.stringify(api.openapi))
    if (first === 'search' || first === 'search.md') return found(request, place, page)
  }
  if (first === 'reference' || first === 'reference.md') return ofReference(place, segments, page)
  const to = redirectionOf(place, segments)
  if (to !== undefined) return to === 'loop' ? unknownOfApi(place) : redirect(303, to)
  const resource = findResource(api, segments)
  if (resource) {
    const raw = request.query?.raw !== undefined || shapeOf(resource) === 'file' ? fileOf(resource) : undefined
    if (raw) return raw
    if (isReference(api, segments)) return redirect(303, linkToApi(place, api, ['reference']))
    return page(resourcePage(place, resource))
  }
  const last = segments.at(-1) ?? ''
  const path = [...segments.slice(0, -1), last.replace(/\.md$/, '')]
  const twin = last.endsWith('.md') ? findResource(api, path) : undefined
  if (twin && isReference(api, path)) return redirect(303, linkToApi(place, api, ['reference.md'], false))
  return twin && shapeOf(twin) !== 'file'
    ? shownOfApi(place, resourcePage({ ...place, path, depth }, twin))
    : unknownOfApi(place)
}

/** Whether the reference stands in place of the resource at a path. */
const isReference = ({ openapiPath }: SiteApi, path: readonly string[]): boolean =>
  openapiPath !== undefined && isSame(openapiPath, path)

/** A page of the reference, or its Markdown. */
function ofReference(place: ApiPlace, segments: readonly string[], page: (one: Page) => Answer): Answer {
  const last = segments.at(-1) ?? ''
  const isTwin = last.endsWith('.md')
  const path = isTwin ? [...segments.slice(0, -1), last.slice(0, -3)] : segments
  const found = referencePage({ ...place, path }, path)
  if (!found) return unknownOfApi(place)
  return isTwin ? shownOfApi(place, found) : page(found)
}

function found(request: PageRequest, place: ApiPlace, page: (one: Page) => Answer): Answer {
  const { api } = place
  if (api.documentation.search?.enabled === false) return unknownOfApi(place)
  const query = queryOf(request.query?.q)
  if (wants(request, JSON_TYPE))
    return file(JSON_TYPE, JSON.stringify({ results: query === undefined ? [] : search(place, [api], query) }))
  const one = searchPage(place, request.query?.q)
  return place.path.at(-1) === 'search.md' ? shownOfApi(place, one) : page(one)
}

/** Leads to the same address with a slash at its end. It is relative, because a proxy may have removed a prefix. */
function withSlash(segments: readonly string[], api: SiteApi, { query = {} }: PageRequest): Answer {
  const last = segments.at(-1) ?? api.id
  const search = new URLSearchParams(query).toString()
  return redirect(308, `${addressFrom(0, [last], true)}${search === '' ? '' : `?${search}`}`)
}

function gone(place: ApiPlace): Answer {
  const text = 'This API was removed.'
  const title = place.api.name
  const page: Page = {
    status: 410,
    title,
    body: html`<h1>${title}</h1><p>${text}${successorOf(place, place.api)}</p>`,
    markdown: `# ${title}\n\n${text}${successorLine(place, place.api)}`,
  }
  return shown(place, page)
}

const NOT_FOUND: Page = {
  status: 404,
  title: 'Not found',
  body: html`<h1>Not found</h1><p>There is no page at this address.</p>`,
  markdown: '# Not found\n\nThere is no page at this address.',
}

const unknown = (place: Place): Answer => shown(place, NOT_FOUND)
const unknownOfApi = (place: ApiPlace): Answer => shownOfApi(place, NOT_FOUND)

const shown = (place: Place, page: Page): Answer => answered(place, page, () => framed(place, page))

function shownOfApi(place: ApiPlace, page: Page): Answer {
  const notice = deprecationLine(place, place.api)
  return answered(place, page, () => framedOfApi(place, page), notice)
}

/** A page as it is asked for: most readers take either HTML or Markdown, and the other is never made. */
function answered({ visitor }: Place, page: Page, frame: () => string, notice?: string): Answer {
  const { status, title } = page
  let html: string | undefined
  let markdown: string | undefined
  const above = [...(visitor.isLate ? [`> ${LATE}`] : []), ...(notice === undefined ? [] : [notice])]
  return {
    ...{ kind: 'page', status, title },
    get html() {
      html ??= frame()
      return html
    },
    get markdown() {
      markdown ??= `${[...above, page.markdown.trimEnd()].join('\n\n')}\n`
      return markdown
    },
  }
}

const JSON_TYPE = 'application/json'
const MARKDOWN = 'text/markdown; charset=utf-8'

const wants = ({ accept }: PageRequest, type: string): boolean =>
  accept !== undefined && chooseType(accept, ['text/html', 'text/markdown', JSON_TYPE]) === type

const file = (type: string, body: string): Answer => ({ kind: 'file', type, body, isOfAuthor: false })
const redirect = (status: 303 | 308, location: string): Answer => ({ kind: 'redirect', status, location })
