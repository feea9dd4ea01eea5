import { contentOf, textOf, typeOf } from './content.ts'
import { type Html, html, rendered } from './html.ts'
import { renderMarkdown } from './markdown.ts'
import { linkToOwn } from './own/forms.ts'
import type { OwnPage } from './own/own-page.ts'
import type { Page } from './page.ts'
import { pathOf } from './paths.ts'
import { type ApiPlace, linkToApi, linkToMount, linkToResource, type Place, pictureTypes } from './place.ts'
import { script } from './script.ts'
import { sidebar } from './sidebar.ts'
import { languageOf, type Resource } from './site.ts'
import { stylesheet } from './style.ts'
import { deprecationOf, LATE } from './words.ts'

/** Puts a page of the portal itself into its frame. */
export const framed = (place: Place, page: Page): string =>
  document({
    place,
    title: page.title,
    lang: 'en',
    head: undefined,
    header: html``,
    body: html`<main id="content" tabindex="-1">${page.body}</main>`,
  })

/** Puts a page of a consumer into the frame of the portal. */
export const framedOwn = (place: Place, page: OwnPage): string => framed(place, { ...page, markdown: '' })

/** Puts a page of an API into its frame: with its logo, search, banner, sidebar and footer. */
export function framedOfApi(place: ApiPlace, page: Page): string {
  const { api } = place
  const { banner, footer } = api.documentation
  const logo = logoOf(place)
  const main = html`<main id="content" tabindex="-1">${deprecationOf(place, api)}${page.body}</main>`
  return document({
    place,
    title: page.title === api.name ? page.title : `${page.title} · ${api.name}`,
    lang: languageOf(api),
    head: logo === undefined ? undefined : html`<link rel="icon" href="${logo}">`,
    header: html`<a class="api" href="${linkToApi(place, api, [])}">${logo !== undefined && html`<img class="logo" src="${logo}" alt="">`}${api.name}</a>${searchForm(place)}`,
    body: html`${note(place, banner, 'banner')}${page.isAlone ? main : html`<div class="columns">${sidebar(place)}${main}</div>`}${note(place, footer, 'footer')}`,
  })
}

/** How a search box is shown. */
interface Searching {
  readonly query?: string | undefined
  /** The name of the box, if it is not the only one of its page. */
  readonly label?: string
}

/** The search box of an API; `undefined` if its search is off. */
export function searchForm(place: ApiPlace, { query = '', label }: Searching = {}): Html | undefined {
  const { api } = place
  if (api.documentation.search?.enabled === false) return undefined
  return html`<form role="search"${label !== undefined && html` aria-label="${label}"`} action="${linkToApi(place, api, ['search'])}"><input type="search" name="q" value="${query}" maxlength="200" aria-label="Search ${api.name}" placeholder="Search"></form>`
}

/** The address of the logo; `undefined` if there is none that browsers can show. */
export function logoOf(place: ApiPlace): string | undefined {
  const { logo } = place.api.documentation
  if (!logo || contentOf(logo).kind === 'none' || !pictureTypes.has(typeOf(logo))) return undefined
  return (pathOf(logo) && linkToResource(place, place.api, logo)) ?? linkToApi(place, place.api, ['~', 'logo'], false)
}

/** A text of the owner that stands on every page. */
function note(place: ApiPlace, resource: Resource | undefined, name: 'banner' | 'footer'): Html | undefined {
  const text = resource && textOf(resource)
  if (text === undefined || text.trim() === '') return undefined
  const content = renderMarkdown(text, { ...place, path: [] })
  return name === 'banner'
    ? html`<aside class="banner" aria-label="Announcement" data-banner>${content}</aside>`
    : html`<footer class="footer">${content}</footer>`
}

/** The link to sign in, or the links of a signed-in visitor. If the host signs people in, it also signs them out. */
function account(place: Place): Html | undefined {
  const { site, visitor, here = '' } = place
  if (site.accounts === undefined) return undefined
  const { developer } = visitor
  const links = developer
    ? html`<a href="${linkToOwn(place, ['applications'])}">My applications</a><a href="${linkToOwn(place, ['account'])}">${developer.name}</a>${site.accounts !== 'host' && html`<form method="post" action="${linkToOwn(place, ['sign-out'])}"><button>Sign out</button></form>`}`
    : html`<a href="${linkToOwn(place, ['sign-in'], here === '' || here.startsWith('~') ? {} : { to: here })}">Sign in</a>`
  return html`<nav class="account" aria-label="Account">${links}</nav>`
}

interface Parts {
  readonly place: Place
  readonly title: string
  readonly lang: string
  readonly head: Html | undefined
  readonly header: Html
  readonly body: Html
}

function document({ place, title, lang, head, header, body }: Parts): string {
  const { site } = place
  const style = linkToMount(place, ['~', 'assets', stylesheet(site.theme).name], false)
  const whole = title === site.title ? title : `${title} · ${site.title}`
  const { text } = html`<!doctype html>
<html lang="${lang}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${whole}</title>
<link rel="stylesheet" href="${style}">
${head}
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
${place.visitor.isLate && html`<p class="notice" role="status">${LATE}</p>`}<header class="top"><a class="site" href="${linkToMount(place, [])}">${site.title}</a>${header}${account(place)}</header>
${body}
<script>${rendered(script)}</script>
</body>
</html>
`
  return text
}
