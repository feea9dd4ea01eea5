import { type Html, html } from './html.ts'
import { resolveLink } from './links.ts'
import { isSame, pathOf } from './paths.ts'
import {
  type ApiPlace,
  findResource,
  isPicture,
  linkToApi,
  linkToResource,
  type Placed,
  pagesOf,
  titleOf,
} from './place.ts'
import { referenceOf } from './reference/reference.ts'
import { plansToChoose } from './site.ts'

/** An entry of the sidebar. */
type Entry = { readonly label: string; readonly href?: string; readonly entries?: readonly Entry[] }

/** The sidebar of the pages of an API: its navigation, or all its pages in their order. */
export function sidebar(place: ApiPlace): Html {
  const { api } = place
  const own: Entry[] = [
    ...reference(place),
    ...(plansToChoose(api).length > 0 ? [{ label: 'Plans', href: linkToApi(place, api, ['plans']) }] : []),
    { label: 'Changes', href: linkToApi(place, api, ['changes']) },
  ]
  const groups: Entry[] = [{ label: api.documentation.home?.title || 'Overview', href: linkToApi(place, api, []) }]
  return html`<nav class="sidebar" aria-label="Pages of ${api.name}">${list([...groups, ...(navigation(place) ?? pages(place)), ...own], linkToApi(place, api, place.path))}${references(place)}</nav>`
}

/** The links that the owner recommends. Other addresses than https and paths of ours are texts. */
export function references(place: ApiPlace): Html | undefined {
  const all = place.api.documentation.references ?? []
  if (all.length === 0) return undefined
  return html`<div class="references"><ul>${all.map((one) => html`<li>${recommended(place, one)}</li>`)}</ul></div>`
}

/** The same links in Markdown. */
export function referenceLines(place: ApiPlace): readonly string[] {
  return (place.api.documentation.references ?? []).map(({ title = '', link = '' }) => `- ${title}: ${link}`)
}

type Reference = NonNullable<ApiPlace['api']['documentation']['references']>[number]

function recommended(place: ApiPlace, { title, description, link = '', icon }: Reference): Html {
  const target = /^(http|mailto):/i.test(link.trim()) ? undefined : resolveLink(atRoot(place), link)
  const label = title || link
  const picture = iconOf(place, icon)
  const shown =
    target && link !== '' ? html`<a href="${target.href}"${target.isElsewhere && REL}>${label}</a>` : html`${label}`
  return html`${picture}${shown}${description && html` <span class="muted">${description}</span>`}`
}

const CURRENT = html` aria-current="page"`
const REL = html` rel="noopener noreferrer"`

function iconOf(place: ApiPlace, icon: unknown): Html | undefined {
  const path = Array.isArray(icon) || typeof icon === 'string' ? pathOf({ path: icon as string[] }) : undefined
  const resource = path && findResource(place.api, path)
  const src = resource && isPicture(resource) ? linkToResource(place, place.api, resource) : undefined
  return src === undefined ? undefined : html`<img class="icon" src="${src}" alt=""> `
}

/** The most pages of the reference that stand in the sidebar. */
const MOST_TAGS = 60

/** The reference with its pages, one for each tag. */
function reference(place: ApiPlace): Entry[] {
  const { api } = place
  if (!api.openapi) return []
  const tags = referenceOf(api.openapi).pages.filter(({ part }) => part === 1)
  const entries = tags.slice(0, MOST_TAGS).map(({ title, path }) => ({
    label: title.slice(0, 100).toWellFormed(),
    href: linkToApi(place, api, path),
  }))
  return [{ label: 'Reference', href: linkToApi(place, api, ['reference']), entries }]
}

/** All pages in their order; of very many, the pages around the page itself, and a link to all of them. */
function pages(place: ApiPlace): Entry[] {
  const all = pagesOf(place.api)
  const entry = ({ resource, path }: Placed) => ({ label: titleOf(resource), href: linkToApi(place, place.api, path) })
  if (all.length <= MOST) return all.map(entry)
  const self = Math.max(
    0,
    all.findIndex(({ path }) => isSame(path, place.path)),
  )
  const from = Math.max(0, Math.min(self - MOST / 2, all.length - MOST))
  return [...all.slice(from, from + MOST).map(entry), allPages(place, all.length)]
}

/** The most entries of a sidebar that are shown: it is part of every page. */
const MOST = 200

function allPages(place: ApiPlace, count: number): Entry {
  const { api } = place
  const isSearched = api.documentation.search?.enabled !== false
  const href = isSearched ? linkToApi(place, api, ['search']) : linkToApi(place, api, ['llms.txt'], false)
  return { label: `All ${count.toLocaleString('en')} pages`, href }
}

/** The categories and links of the record. Entries that are not well formed are left out; `undefined` without entries. */
function navigation(place: ApiPlace): Entry[] | undefined {
  const { navigation: given = [] } = place.api.documentation
  const root = atRoot(place)
  const entry = (one: unknown, depth: number): Entry[] => {
    if (typeof one !== 'object' || one === null) return []
    const { label, link, items, links } = one as Readonly<Record<string, unknown>>
    if (typeof label !== 'string' || label === '') return []
    const below = depth < 2 ? [items, links].find(Array.isArray) : undefined
    const target = typeof link === 'string' ? resolveLink(root, link) : undefined
    if (!below && !target) return []
    return [
      {
        label,
        ...(target && { href: target.href }),
        ...(below && { entries: below.flatMap((each: unknown) => entry(each, depth + 1)) }),
      },
    ]
  }
  const entries = given.flatMap((one) => entry(one, 0))
  return entries.length === 0 ? undefined : firstOf(entries, { left: MOST_OF_OWNER })
}

/** The most entries of a navigation. An owner chose each of them. */
const MOST_OF_OWNER = 1000

/** The first entries, with those below them. */
function firstOf(entries: readonly Entry[], room: { left: number }): Entry[] {
  return entries.flatMap((one) => {
    if (room.left-- <= 0) return []
    return [one.entries ? { ...one, entries: firstOf(one.entries, room) } : one]
  })
}

/** Links of the sidebar are relative to the API, whatever the page. */
const atRoot = (place: ApiPlace): ApiPlace => ({ ...place, path: [] })

/** The entries; `current` is the address of the page itself. */
const list = (entries: readonly Entry[], current: string): Html =>
  html`<ul>${entries.map(
    ({ label, href, entries: below }) =>
      html`<li>${href === undefined ? html`<span class="group">${label}</span>` : html`<a href="${href}"${href === current && CURRENT}>${label}</a>`}${below && list(below, current)}</li>`,
  )}</ul>`
