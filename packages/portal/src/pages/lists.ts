import { escaped } from './html.ts'
import { linkToApi, linkToMount, type Place, pagesOf, titleOf } from './place.ts'
import { plansToChoose, readableApis, type SiteApi } from './site.ts'
import { inLine } from './words.ts'

/** The pages of an API as a list for programs that read Markdown: a line for each page, with its Markdown. */
export const llmsOfApi = (place: Place, api: SiteApi): string =>
  [`# ${inLine(api.name)}`, ...(api.description === '' ? [] : [`> ${inLine(api.description)}`]), linesOf(place, api)]
    .join('\n\n')
    .concat('\n')

/** The pages of all APIs as such a list. */
export const llmsOfSite = (place: Place): string =>
  [
    `# ${inLine(place.site.title)}`,
    ...readableApis(place.site).map((api) => [`## ${inLine(api.name)}`, linesOf(place, api)].join('\n\n')),
  ]
    .join('\n\n')
    .concat('\n')

function linesOf(place: Place, api: SiteApi): string {
  const line = (title: string, path: readonly string[]) => `- [${inLine(title)}](${linkToApi(place, api, path, false)})`
  return [
    line(api.documentation.home?.title || api.name, ['index.md']),
    ...pagesOf(api).map(({ resource, path }) =>
      line(
        titleOf(resource),
        path.map((one, i) => (i === path.length - 1 ? `${one}.md` : one)),
      ),
    ),
    ...(plansToChoose(api).length > 0 ? [line('Plans', ['plans.md'])] : []),
    ...(api.openapi ? [line('OpenAPI document', ['openapi.json'])] : []),
  ].join('\n')
}

/** The sitemap (sitemaps.org 0.9) of all pages that can be read. */
export function sitemap(place: Place): string {
  const { site } = place
  const urls = readableApis(site).flatMap((api) =>
    [[], ...pagesOf(api).map(({ path }) => path), ...(plansToChoose(api).length > 0 ? [['plans']] : [])].map((path) =>
      absolute(site.url, linkToApi(place, api, path)),
    ),
  )
  const all = site.only === undefined ? [absolute(site.url, linkToMount(place, [])), ...urls] : urls
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${all
  .slice(0, MOST_OF_SITEMAP)
  .map((url) => `<url><loc>${escaped(url)}</loc></url>`)
  .join('\n')}
</urlset>
`
}

/** The protocol allows no more. */
const MOST_OF_SITEMAP = 50_000

/** The links of the catalog for programs (RFC 9727, RFC 9264). */
export const apiCatalog = (place: Place): string =>
  JSON.stringify({
    linkset: readableApis(place.site).map((api) => ({
      anchor: api.address ?? absolute(place.site.url, linkToApi(place, api, [])),
      'service-doc': [{ href: absolute(place.site.url, linkToApi(place, api, [])), type: 'text/html' }],
      ...(api.openapi && {
        'service-desc': [
          { href: absolute(place.site.url, linkToApi(place, api, ['openapi.json'], false)), type: 'application/json' },
        ],
      }),
    })),
  })

/** A link below the mount, at the address of the portal if that is known. */
function absolute(url: string | undefined, link: string): string {
  if (url === undefined) return link
  return `${url.replace(/\/$/, '')}/${link.replace(/^(\.{1,2}\/)+/, '')}`
}
