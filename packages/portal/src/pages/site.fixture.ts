import { parse } from 'parse5'
import { type Answer, answer, type Documentation, type Site, toSiteApi, type Visitor } from './index.ts'

type Definition = Parameters<typeof toSiteApi>[0]

/** 1 December 2026. */
export const NOW = Date.UTC(2026, 11, 1)

/** A published API with a documentation. */
export const apiOf = (documentation: Documentation | object = {}, members: Partial<Definition> = {}): Definition => ({
  ...{ id: 'billing', name: 'Billing', state: 'published', version: '1.0.0', context_path: '/v1' },
  documentation: documentation as Documentation,
  ...members,
})

/** The site of APIs. */
export const siteOf = (...apis: readonly Definition[]): Site => ({
  title: 'Developers',
  apis: apis.flatMap((api) => toSiteApi(api, { gatewayUrl: 'https://api.example.com' }) ?? []),
})

/** A site whose audiences contain everybody who is signed in. */
export const withAudiences = (site: Site): Site => ({ ...site, judge: (consumer) => () => consumer !== undefined })

/** What a site with these APIs answers a visitor. */
export const askSite =
  (site: Site, visitor: Partial<Visitor> = {}) =>
  (path: string, { accept = '', ...query }: Readonly<Record<string, string>> = {}): Answer =>
    answer({ site, visitor: { now: NOW, ...visitor }, path, query, accept })

/** What the site of one API answers below it, as a page. */
export function askApi(documentation: Documentation | object, members: Partial<Definition> = {}) {
  const ask = askSite(siteOf(apiOf(documentation, members)))
  return (path = '', query: Readonly<Record<string, string>> = {}) => {
    const found = ask(`billing/${path}`, query)
    return found.kind === 'page'
      ? { ...found, main: mainOf(found.html) }
      : found.kind === 'file'
        ? { ...found, status: 200, html: '', main: '', markdown: '', text: textOf(found.body) }
        : { ...found, html: '', main: '', markdown: '' }
  }
}

/** The text of a body. */
export const textOf = (body: string | Uint8Array): string =>
  typeof body === 'string' ? body : new TextDecoder().decode(body)

/** The content of a page, without its frame. */
export const mainOf = (html: string): string => /<main[^>]*>([\s\S]*)<\/main>/.exec(html)?.[1] ?? ''

/** An element of a page, as a browser parses it. */
export interface Parsed {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
}

/** All elements of a page, as a browser parses them. */
export function elementsOf(html: string): readonly Parsed[] {
  interface Node {
    readonly tagName?: string
    readonly attrs?: readonly { readonly name: string; readonly value: string }[]
    readonly childNodes?: readonly Node[]
  }
  const walk = ({ tagName, attrs = [], childNodes = [] }: Node): Parsed[] => [
    ...(tagName === undefined
      ? []
      : [{ name: tagName, attributes: Object.fromEntries(attrs.map(({ name, value }) => [name, value])) }]),
    ...childNodes.flatMap(walk),
  ]
  return walk(parse(html) as unknown as Node)
}
