import { describe, expect, it } from 'vitest'
import type { Site } from './index.ts'
import { referenceOf } from './reference/reference.ts'
import { apiOf, askSite, elementsOf, type Parsed, siteOf } from './site.fixture.ts'
import { addresses, vectors } from './vectors.fixture.ts'

/** The elements of pages, each with its attributes. Nothing else may ever be in one. */
const known: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(
    [
      'html:lang',
      'head',
      'body',
      'title',
      'meta:charset name content',
      'link:rel href',
      'script',
      'header:class',
      'footer:class',
    ].map(row),
  ),
  ...Object.fromEntries(
    [
      'main:id tabindex',
      'nav:class aria-label',
      'aside:class aria-label data-banner',
      'section:class aria-label',
      'details:open',
      'summary',
      'div:class',
    ].map(row),
  ),
  ...Object.fromEntries(
    [
      'form:role action class aria-label',
      'input:type name value maxlength aria-label placeholder',
      'select:name aria-label',
      'option:value selected',
      'button:class',
    ].map(row),
  ),
  ...Object.fromEntries(
    [
      'a:class href rel title aria-current',
      'img:class src alt loading title',
      'iframe:sandbox src title',
      'span:class',
      'p:class role',
      'strong',
      'em',
      's',
      'br',
      'hr',
    ].map(row),
  ),
  ...Object.fromEntries(
    [
      'h1:id',
      'h2:id',
      'h3:id',
      'h4:id',
      'h5:id',
      'h6:id',
      'ul:class',
      'ol:class start',
      'li',
      'dl',
      'dt',
      'dd',
      'blockquote',
      'pre:tabindex',
      'code:class',
    ].map(row),
  ),
  ...Object.fromEntries(['table', 'thead', 'tbody', 'tr', 'th:class', 'td:class'].map(row)),
}

function row(text: string): readonly [string, readonly string[]] {
  const [name = '', attributes = ''] = text.split(':')
  return [name, attributes.split(' ')]
}

/** What a page has that it must not have. */
function flawsOf(html: string, path: string): readonly string[] {
  const elements = elementsOf(html)
  return [
    ...elements.flatMap(({ name, attributes }) => {
      const allowed = known[name]
      if (!allowed) return [`<${name}>`]
      return Object.keys(attributes).flatMap((one) => (allowed.includes(one) ? [] : [`<${name} ${one}>`]))
    }),
    ...(elements.filter(({ name }) => name === 'script').length === 1 ? [] : ['scripts']),
    ...elements.flatMap((element) => (isHarmless(element, path) ? [] : [JSON.stringify(element)])),
  ]
}

/** Whether an address leads to a place of ours, or to an allowed scheme; only links lead elsewhere. */
function isHarmless({ name, attributes }: Parsed, path: string): boolean {
  const given = attributes.href ?? attributes.src ?? attributes.action
  if (given === undefined) return true
  const base = `https://portal.example/developers/${path}`
  const { protocol, host, pathname, username } = new URL(given, base)
  if (host === 'portal.example') return pathname.startsWith('/developers/') && !/^([a-z]+:|\/)/i.test(given)
  return name === 'a' && ['https:', 'http:', 'mailto:'].includes(protocol) && username === ''
}

const paths = ['', 'guide/', 'html/', 'none/', 'plans/', 'search/', 'api/', 'plain/', 'reference/', 'changes/'].map(
  (path) => `billing/${path}`,
)

/** The paths of the reference of an API with such a document. */
const pathsOfReference = (site: Site) => {
  const [{ openapi } = {}] = site.apis
  return openapi
    ? referenceOf(openapi).pages.map(({ path }) => `billing/${path.map(encodeURIComponent).join('/')}/`)
    : []
}

/** An OpenAPI document with a text at each place where its author writes. */
function documentWith(text: string) {
  const schema = {
    ...{ type: 'object', title: text, description: text, format: text, pattern: text, required: [text] },
    discriminator: { propertyName: text },
    properties: {
      [text]: { type: 'string', format: text, description: text, enum: [text], default: text, example: text },
      nested: {
        type: 'object',
        properties: { [text]: { type: 'object', properties: { [text]: { type: [text, 'null'] } } } },
      },
      either: { oneOf: [{ title: text, type: 'object', properties: { a: { const: text } } }, { $ref: text }] },
      list: {
        type: 'array',
        items: { $ref: `#/components/schemas/${text.replaceAll('~', '~0').replaceAll('/', '~1')}` },
      },
    },
    additionalProperties: { description: text, type: 'string' },
  }
  const content = {
    [text]: { schema, example: text },
    'application/json': { schema, examples: { a: { value: { [text]: text } } } },
  }
  const parameter = (place: string) => ({
    name: text,
    in: place,
    required: true,
    description: text,
    schema,
    example: text,
  })
  const operation = {
    ...{ summary: text, description: text, operationId: text, tags: [text, 'other', text], deprecated: true },
    parameters: [parameter('path'), parameter('query'), parameter('header'), parameter(text)],
    requestBody: { description: text, content },
    responses: {
      200: { description: text, content, headers: { [text]: { schema } }, links: { [text]: {} } },
      [text]: { description: text, content },
    },
    callbacks: { [text]: {} },
    servers: [{ url: text, description: text, variables: { a: { default: text } } }],
  }
  return {
    ...{
      openapi: '3.1.0',
      info: { title: text, description: text, version: text },
      servers: [{ url: text, description: text }],
    },
    tags: [{ name: text, description: text }],
    paths: {
      [text]: { get: operation },
      '/a/{b}': { get: operation, additionalOperations: { [text]: operation } },
      [`/${text}`]: { post: { responses: {} } },
    },
    components: { schemas: { [text]: schema } },
    webhooks: { [text]: {} },
  }
}

/** A site with a text at each place where an author writes. */
function siteWith(text: string): Site {
  const note = { text_content: text, title: text, description: text }
  const documentation = {
    home: note,
    banner: note,
    footer: note,
    logo: { content_type: 'image/svg+xml', text_content: text, path: [text], title: text },
    references: [{ title: text, description: text, link: text, icon: text }],
    resources: [
      { path: ['guide'], ...note },
      { path: ['html'], ...note, content_type: 'text/html' },
      { path: ['none'], title: text, url: text },
      { path: ['plain'], ...note, content_type: text },
      { path: ['api'], title: text, json_content: documentWith(text) },
      { path: [text], ...note },
    ],
    navigation: [
      {
        label: text,
        items: [
          { label: text, link: text },
          { label: text, links: [{ label: text, link: text }] },
        ],
      },
    ],
    redirections: [{ from: text, to: text }],
    plans: [
      {
        ...{ id: text, name: text, description: text, status: 'published', access_mode_configuration_type: 'apikey' },
        pricing: { enabled: true, name: text, price: 1, currency: text, params: { period: text } },
      },
    ],
    metadata: { lang: text },
    tags: [text],
  }
  const members = { description: text, version: text, groups: [text], tags: [text], name: text }
  const publications = [{ id: text, at: 0, version: text, changes: [{ text, isBreaking: true }] }]
  const site = siteOf(
    apiOf(documentation, members),
    apiOf({}, { ...members, id: 'other', state: 'deprecated', successor: text }),
  )
  return { ...site, apis: site.apis.map((api) => ({ ...api, publications })) }
}

describe('a text of an author', () => {
  it('there are many ways to run a script', () => expect(vectors.length).toBeGreaterThan(200))

  it.each(vectors)('is never an element or attribute: %s', (vector) => {
    const site = siteWith(vector)
    const ask = askSite(site)
    const all = [
      ...paths,
      ...pathsOfReference(site),
      '',
      'other/',
      'none',
      `billing/${encodeURIComponent(vector.toWellFormed())}/`,
    ]
    const searches = ['', 'billing/search/'].flatMap((path) => [vector, 'script'].map((q) => [path, { q }] as const))
    for (const [path, query] of [...all.map((path) => [path, {}] as const), ...searches]) {
      const found = ask(path, query)
      if (found.kind === 'redirect') expect(found.location).toMatch(/^(https:\/\/|\.{1,2}\/)/)
      if (found.kind === 'page') expect([path, flawsOf(found.html, path)]).toEqual([path, []])
    }
  })

  it.each(addresses)('is no redirect out of the portal, unless to https: %s', (to) => {
    const found = askSite(siteOf(apiOf({ redirections: [{ from: '/a', to }] }), apiOf({}, { id: 'other' })))(
      'billing/a',
    )
    if (found.kind !== 'redirect') return
    const { host, protocol } = new URL(found.location, 'https://portal.example/developers/billing/')
    expect([host, protocol]).not.toContain('javascript:')
    if (host !== 'portal.example') expect(found.location).toMatch(/^https:\/\/a\.example\//)
  })
})

describe('a file of an author', () => {
  it('is sent with a sandbox, whatever its type says', () => {
    for (const type of ['image/svg+xml', 'text/html', 'text/javascript', 'application/xml', 'text/html\r\nX: y']) {
      const ask = askSite(siteOf(apiOf({ resources: [{ path: ['f'], content_type: type, text_content: 'x' }] })))
      const found = ask('billing/f', { raw: '' })
      if (found.kind === 'file') expect([found.isOfAuthor, /[\r\n]/.test(found.type)]).toEqual([true, false])
    }
  })
})

describe('Markdown', () => {
  const rendered = (text: string) => {
    const found = askSite(siteOf(apiOf({ home: { text_content: text } })))('billing/')
    return found.kind === 'page' ? found.html : ''
  }

  it.each(['> ', '- ', '[', '*a ', '![', '1. ', '`', '(', '<', '**', '[a](', '~~'])(
    'may nest 10,000 times: %s',
    (mark) => {
      expect(rendered(mark.repeat(10_000)).length).toBeGreaterThan(1000)
    },
  )
})
