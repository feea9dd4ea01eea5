import { type Html, html } from './html.ts'
import { linkToOwn } from './own/forms.ts'
import type { Page } from './page.ts'
import { linkToApi, type Place } from './place.ts'
import { queryOf, resultList, search } from './search.ts'
import { readableApis, type SiteApi } from './site.ts'
import { inLine } from './words.ts'

/** What a reader asked of the catalog. */
export interface CatalogQuery {
  readonly group?: string | undefined
  readonly tag?: string | undefined
  readonly q?: string | undefined
}

/** The catalog: the APIs that can be read, by name, with filters and a search in all their pages. */
export function catalogPage(place: Place, { group, tag, q }: CatalogQuery): Page {
  const all = readableApis(place.site)
  const apis = all.filter((api) => (!group || api.groups.includes(group)) && (!tag || tagsOf(api).includes(tag)))
  const query = queryOf(q)
  const list =
    apis.length === 0
      ? html`<p>${all.length === 0 ? nothing(place) : 'No APIs match these filters.'}</p>`
      : html`<ul class="cards">${apis.map(
          (api) =>
            html`<li><h2><a href="${linkToApi(place, api, [])}">${api.name}</a></h2>${api.description !== '' && html`<p>${api.description}</p>`}<p class="muted">Version ${api.version}${api.state === 'deprecated' && ', deprecated'}</p></li>`,
        )}</ul>`
  return {
    status: 200,
    title: place.site.title,
    body: html`<h1>${place.site.title}</h1>${filters(all, { group, tag, q: query })}${query === undefined ? list : resultList(search(place, apis, query))}`,
    markdown: [
      `# ${inLine(place.site.title)}`,
      ...(all.length === 0 ? [asksToSignIn(place) ? SIGN_IN : NOTHING] : []),
      apis
        .map(
          (api) =>
            `- [${inLine(api.name)}](${linkToApi(place, api, [])})${api.description === '' ? '' : `: ${inLine(api.description)}`}`,
        )
        .join('\n'),
    ].join('\n\n'),
  }
}

const NOTHING = 'No APIs are published here.'
const SIGN_IN = 'Sign in to see the APIs that are published for you.'

/** Whether there may be APIs for people who have signed in. It is the same if there are none. */
const asksToSignIn = ({ site, visitor }: Place): boolean => site.accounts !== undefined && !visitor.developer

const nothing = (place: Place) =>
  asksToSignIn(place)
    ? html`<a href="${linkToOwn(place, ['sign-in'])}">Sign in</a>${SIGN_IN.slice('Sign in'.length)}`
    : html`${NOTHING}`

/** The tags of an API: its own tags, and the tags of its documentation. */
const tagsOf = ({ tags, documentation }: SiteApi): readonly string[] => [...tags, ...(documentation.tags ?? [])]

function filters(apis: readonly SiteApi[], { group, tag, q }: CatalogQuery): Html | undefined {
  if (apis.length === 0) return undefined
  return html`<form role="search" class="filters"><input type="search" name="q" value="${q}" maxlength="200" aria-label="Search all APIs" placeholder="Search">${choice('group', 'Group', { values: apis.flatMap(({ groups }) => groups), chosen: group })}${choice('tag', 'Tag', { values: apis.flatMap(tagsOf), chosen: tag })}<button class="main">Show</button></form>`
}

interface Choice {
  readonly values: readonly string[]
  readonly chosen: string | undefined
}

function choice(name: string, label: string, { values, chosen }: Choice): Html | undefined {
  const all = [...new Set(values)].sort()
  if (all.length === 0) return undefined
  return html`<select name="${name}" aria-label="${label}"><option value="">${label}: all</option>${all.map(
    (one) => html`<option value="${one}"${one === chosen && html` selected`}>${one}</option>`,
  )}</select>`
}
