import { describe, expect, it } from 'vitest'
import { apiOf, askApi, askSite, elementsOf, mainOf, NOW, siteOf } from './site.fixture.ts'

const page = (path: string, text: string, more: object = {}) => ({
  path: path.split('/'),
  title: path,
  text_content: text,
  ...more,
})
const png = { content_type: 'image/png', base64_content: btoa('\x89PNG') }
const linksOf = (html: string) =>
  elementsOf(html)
    .filter(({ name }) => name === 'a')
    .map(({ attributes }) => attributes.href)

describe('home', () => {
  it('is the first page', () => {
    const ask = askApi({ home: { title: 'Start', text_content: '# Invoices\n\n*by* API' } })
    expect(ask().main).toContain('<h1 id="h-invoices">Invoices</h1>\n<p><em>by</em> API</p>')
    expect(ask()).toMatchObject({ title: 'Start' })
    expect(ask('index.md').markdown).toBe('# Invoices\n\n*by* API\n')
  })

  it('is the description, the address and the plans if there is none', () => {
    const plans = [{ id: 'free', name: 'Free', status: 'published', access_mode_configuration_type: 'keyless' }]
    const { main, markdown } = askApi({ plans }, { description: 'Sends **invoices**.' })()
    expect(main).toContain('<strong>invoices</strong>')
    expect(main).toContain('<code class="address">https://api.example.com/v1</code>')
    expect(main).toContain('<h3>Free</h3>')
    expect(markdown).toContain('Address: https://api.example.com/v1')
  })

  it('asks for the address if nobody knows it', () => {
    const site = { ...siteOf(apiOf()), apis: siteOf(apiOf()).apis.map(({ address: _, ...api }) => api) }
    const found = askSite(site)('billing/')
    expect(found).toMatchObject({
      html: expect.stringContaining('Ask the owner of this API for the address of the gateway'),
    })
  })
})

describe('logo', () => {
  const svg = { content_type: 'image/svg+xml', text_content: '<svg xmlns="http://www.w3.org/2000/svg"/>' }

  it('is a picture in the header, and the icon', () => {
    const ask = askApi({ logo: svg })
    expect(ask().html).toContain('<img class="logo" src="../billing/~/logo" alt="">')
    expect(ask().html).toContain('<link rel="icon" href="../billing/~/logo">')
    expect(ask('~/logo')).toMatchObject({
      kind: 'file',
      type: 'image/svg+xml',
      body: svg.text_content,
      isOfAuthor: true,
    })
  })

  it('is at its path, also if it is no resource', () => {
    const ask = askApi({ logo: { ...svg, path: ['brand', 'logo.svg'] } })
    expect(ask().html).toContain('<img class="logo" src="../billing/brand/logo.svg" alt="">')
    expect(ask('brand/logo.svg')).toMatchObject({ kind: 'file', type: 'image/svg+xml', body: svg.text_content })
  })

  it('is not there if browsers cannot show it, or if its content is not Base64', () => {
    for (const logo of [{ text_content: 'hello' }, { ...png, base64_content: '%' }]) {
      const ask = askApi({ logo })
      expect([ask().html.includes('<img'), ask('~/logo').status === 404]).toEqual([false, 'base64_content' in logo])
    }
  })
})

describe('references', () => {
  it('are links on the first page and in the sidebar: to paths of ours and to https', () => {
    const references = [
      { title: 'Guide', link: '/guide', description: 'how', icon: ['icon.png'] },
      { title: 'Status', link: 'https://status.example.com/' },
      { title: 'Insecure', link: 'http://status.example.com/' },
      { title: 'Script', link: 'javascript:alert(1)' },
    ]
    const ask = askApi({ references, resources: [page('guide', 'x'), { path: ['icon.png'], ...png }] })
    for (const html of [ask().main, ask('guide/').html]) {
      const links = linksOf(html)
      expect(links).toContain('https://status.example.com/')
      expect(html).toMatch(/<a href="(\.\.\/)+billing\/guide\/">Guide<\/a> <span class="muted">how<\/span>/)
      expect(html).toMatch(/<img class="icon" src="(\.\.\/)+billing\/icon\.png" alt="">/)
      expect(html).toContain('<a href="https://status.example.com/" rel="noopener noreferrer">Status</a>')
      expect(links.some((link) => link?.startsWith('http:') || link?.startsWith('javascript:'))).toBe(false)
      expect(html).toMatch(/<li>Insecure<\/li>/)
    }
  })
})

describe('resources', () => {
  it.each([
    [
      'Base64, before all others',
      { base64_content: btoa('# a'), json_content: {}, text_content: 'b' },
      '<h1 id="h-a">a</h1>',
    ],
    ['text', { text_content: '# b' }, '<h1 id="h-b">b</h1>'],
    ['no content', {}, 'This page has no content yet.'],
    ['remote content', { url: 'https://docs.example.com/a.md' }, 'has not been loaded yet'],
    [
      'remote content beside a text',
      { url: 'https://docs.example.com/a.md', text_content: '# c' },
      '<h1 id="h-c">c</h1>',
    ],
    ['Base64 that is wrong', { base64_content: '%%%' }, 'it is not Base64'],
  ])('may have %s', (_, content, expected) => {
    const ask = askApi({ resources: [{ path: ['a'], title: 'A', ...content }] })
    expect(ask('a/').main).toContain(expected)
    expect(ask('a/').status).toBe(200)
    expect(ask('a/').html).not.toContain('docs.example.com')
  })

  it('may have JSON, which is a file', () => {
    const ask = askApi({ resources: [{ path: ['a.json'], json_content: { b: 1 } }] })
    expect(ask('a.json')).toMatchObject({ kind: 'file', type: 'application/json', text: '{\n  "b": 1\n}' })
  })

  it('are at their paths, also if a path is a text', () => {
    const ask = askApi({ resources: [page('a/b', '# ab'), { path: 'c/d', title: 'cd', text_content: '# cd' }] })
    expect([ask('a/b/').status, ask('c/d/').status, ask('a/').status]).toEqual([200, 200, 404])
    expect(ask('a/b')).toMatchObject({ kind: 'redirect', status: 308, location: './b/' })
    expect(ask('documentation/a/b/')).toMatchObject({
      kind: 'redirect',
      status: 303,
      location: '../../../../billing/a/b/',
    })
    expect(ask('a/b.md').markdown).toBe('# ab\n')
  })

  it('do not hide our own pages', () => {
    const ask = askApi({
      resources: [page('plans', '# mine'), page('search', '# mine'), page('openapi.json', '# mine')],
    })
    expect(ask('plans/').main).not.toContain('mine')
    expect(ask('search/').main).not.toContain('mine')
    expect(ask('openapi.json').status).toBe(404)
    expect(linksOf(ask().html)).not.toContain('../billing/openapi.json/')
  })

  it('have a title, or that of their path, and a description', () => {
    const ask = askApi({
      resources: [
        { path: ['a'], text_content: 'b' },
        page('c', '<i>', { content_type: 'text/html', description: 'Why' }),
      ],
    })
    expect(ask('a/').main).toContain('<h1>a</h1><p>b</p>')
    expect(ask('c/').main).toContain('<p>Why</p>')
  })
})

describe('content_type and transform', () => {
  const html = page('a', '<b>bold</b><script>alert(1)</script>', { content_type: 'text/html; charset=utf-8' })

  it('show HTML in a frame without scripts', () => {
    const ask = askApi({ resources: [html] })
    const frame = elementsOf(ask('a/').html).find(({ name }) => name === 'iframe')
    expect(frame?.attributes).toEqual({ sandbox: '', src: '?raw', title: 'a' })
    expect(ask('a/', { raw: '' })).toMatchObject({
      kind: 'file',
      type: 'text/html; charset=utf-8',
      body: html.text_content,
    })
    expect(ask('a/').html).not.toContain('bold')
  })

  it.each(['image/svg+xml', 'text/plain', 'application/json', 'application/pdf'])('send %s as a file', (type) => {
    const ask = askApi({ resources: [page('a', '1', { content_type: type })] })
    expect(ask('a')).toMatchObject({ kind: 'file', type: expect.stringContaining(type), body: '1' })
  })

  it.each(['text/javascript', 'application/xhtml+xml', 'text/xml', 'x', '__proto__', 'constructor'])(
    'save %s',
    (type) => {
      const ask = askApi({ resources: [page('a.js', '1', { content_type: type })] })
      expect(ask('a.js')).toMatchObject({ kind: 'file', type: 'application/octet-stream', saveAs: 'a.js' })
    },
  )

  it.each([
    ['by its root in JSON', { json_content: { openapi: '3.1.0', servers: [{ url: 'http://10.0.0.1' }] } }],
    ['by its root in a text', { content_type: 'application/json', text_content: '{"openapi": "3.1.0"}' }],
    [
      'by its transform',
      { transform: 'redoc', content_type: 'application/json', text_content: '{"openapi": "3.1.0"}' },
    ],
  ])('know an OpenAPI document %s', (_, content) => {
    const ask = askApi({ resources: [{ path: ['api'], title: 'API', ...content }] })
    expect(ask('api/')).toMatchObject({ status: 303, location: '../../billing/reference/' })
    expect(ask('api.md')).toMatchObject({ status: 303, location: '../billing/reference.md' })
    expect(linksOf(ask('reference/').main)).toEqual(['../../billing/openapi.json'])
    expect(
      JSON.parse(ask('openapi.json').kind === 'file' ? (ask('openapi.json') as { body: string }).body : ''),
    ).toEqual({
      openapi: '3.1.0',
      servers: [{ url: 'https://api.example.com/v1' }],
    })
  })

  it.each(['redoc', 'openapi', 'swagger', 'OpenAPI'])(
    'take a document for OpenAPI by the transform %s',
    (transform) => {
      const content = { content_type: 'text/plain', text_content: '{"info": {"title": "x"}}' }
      const ask = askApi({ resources: [{ path: ['api'], title: 'API', transform, ...content }] })
      expect(ask('api/')).toMatchObject({ status: 303, location: '../../billing/reference/' })
      expect(askApi({ resources: [{ path: ['api'], ...content }] })('api').kind).toBe('file')
    },
  )

  it.each([
    ['Markdown', page('a', '# *a*'), 'text/markdown; charset=utf-8', '# *a*'],
    ['OpenAPI', { path: ['a'], json_content: { openapi: '3.1.0' } }, 'application/json', '{\n  "openapi": "3.1.0"\n}'],
    ['a picture', { path: ['a'], ...png }, 'image/png', '\ufffdPNG'],
  ])('do not change the file at ?raw: %s', (_, resource, type, text) => {
    expect(askApi({ resources: [resource] })('a/', { raw: '' })).toMatchObject({ kind: 'file', type, text })
  })

  it('replace all servers of a document, so that nobody calls a backend', () => {
    const operation = { servers: [{ url: 'http://10.0.0.2' }], responses: {} }
    const document = { openapi: '3.0.0', paths: { '/a': { servers: [{ url: 'http://10.0.0.3' }], get: operation } } }
    const ask = askApi({ resources: [{ path: ['api'], json_content: document }] })
    const { text } = ask('openapi.json') as { text: string }
    expect(text).not.toContain('10.0.0')
    expect(JSON.parse(text).paths).toEqual({ '/a': { get: { responses: {} } } })
    const old = askApi({
      resources: [{ path: ['api'], json_content: { swagger: '2.0', host: '10.0.0.1', basePath: '/x' } }],
    })
    expect(JSON.parse((old('openapi.json') as { text: string }).text)).toEqual({
      ...{ swagger: '2.0', host: 'api.example.com', basePath: '/v1', schemes: ['https'] },
    })
  })
})

describe('site_page', () => {
  it('has no sidebar', () => {
    const ask = askApi({ resources: [page('a', 'x', { site_page: true }), page('b', 'x')] })
    expect([ask('a/').html.includes('<nav'), ask('b/').html.includes('<nav')]).toEqual([false, true])
  })
})

describe('navigation', () => {
  const sidebarOf = (html: string) => /<nav[\s\S]*<\/nav>/.exec(html)?.[0] ?? ''

  it('is the sidebar, with categories; members that are not well formed are ignored', () => {
    const navigation = [
      {
        label: 'Start',
        items: [
          { label: 'First', link: '/a' },
          { label: 'More', kind: 'category', links: [{ label: 'Second', link: 'b' }] },
        ],
      },
      ...[null, 5, {}, { label: 5, items: [] }, { label: 'Bad', link: 'javascript:alert(1)' }],
    ]
    const sidebar = sidebarOf(
      askApi({ navigation, resources: [page('a', 'x'), page('b', 'x'), page('c', 'x')] })().html,
    )
    expect(sidebar).toContain('<span class="group">Start</span><ul><li><a href="../billing/a/">First</a></li>')
    expect(sidebar).toContain('<span class="group">More</span><ul><li><a href="../billing/b/">Second</a></li></ul>')
    expect([sidebar.includes('>c<'), sidebar.includes('Bad')]).toEqual([false, false])
  })

  it('is all pages in their order if absent, without files', () => {
    const sidebar = sidebarOf(
      askApi({ resources: [page('b', 'x'), { path: ['logo.png'], ...png }, page('a', 'x')] })().html,
    )
    expect(linksOf(sidebar)).toEqual(['../billing/', '../billing/b/', '../billing/a/', '../billing/changes/'])
  })
})

describe('redirections', () => {
  it('lead from exact paths to paths and to https', () => {
    const redirections = [
      { from: '/old', to: '/new' },
      { from: 'away/x', to: 'https://docs.example.com/x' },
      { from: '/plain', to: 'http://a.example' },
    ]
    const ask = askApi({ redirections, resources: [page('new', 'x')] })
    expect(ask('old')).toMatchObject({ status: 303, location: '../billing/new/' })
    expect(ask('away/x/')).toMatchObject({ status: 303, location: 'https://docs.example.com/x' })
    for (const path of ['old/deeper', 'plain', 'OLD']) expect([path, ask(path).status]).toEqual([path, 404])
  })

  it.each([
    [[{ from: '/a', to: '/a' }]],
    [
      [
        { from: '/a', to: '/b' },
        { from: '/b', to: '/a' },
      ],
    ],
    [
      [
        { from: '/a', to: '/b' },
        { from: '/b', to: '/c' },
        { from: '/c', to: '/b' },
      ],
    ],
  ])('that lead back to themselves are 404: %j', (redirections) => {
    expect(askApi({ redirections })('a').status).toBe(404)
  })
})

describe('banner and footer', () => {
  it('stand on every page, in Markdown', () => {
    const ask = askApi({
      banner: { text_content: '**New** [guide](/a)' },
      footer: { text_content: '*Example Ltd*' },
      resources: [page('a', 'x')],
    })
    for (const path of ['', 'a/', 'plans/', 'search/', 'none']) {
      expect(ask(path).html).toMatch(
        /<aside class="banner"[^>]*><p><strong>New<\/strong> <a href="(\.\.\/)+billing\/a\/">guide<\/a>/,
      )
      expect(ask(path).html).toContain('<footer class="footer"><p><em>Example Ltd</em></p>')
    }
  })
})

describe('search.enabled', () => {
  it('is true by default, and false removes the box, the page, and the pages from other searches', () => {
    const resources = [page('a', 'invoices')]
    const [on, off] = [askApi({ resources }), askApi({ resources, search: { enabled: false } })]
    expect([on().html.includes('role="search"'), off().html.includes('role="search"')]).toEqual([true, false])
    expect([on('search/').status, off('search/').status, off('search.md').status]).toEqual([200, 404, 404])
    const site = siteOf(apiOf({ resources, search: { enabled: false } }), apiOf({}, { id: 'shop', name: 'Shop' }))
    expect(askSite(site)('', { q: 'invoices', accept: 'application/json' })).toMatchObject({ body: '{"results":[]}' })
  })
})

describe('tags and metadata', () => {
  it('filter the catalog, with tags and groups of the API', () => {
    const site = siteOf(
      apiOf({ tags: ['money'] }, { groups: ['finance'] }),
      apiOf({}, { id: 'shop', name: 'Shop', tags: ['sales'] }),
    )
    const shown = (query: Record<string, string>) => {
      const found = askSite(site)('', query)
      const main = found.kind === 'page' ? mainOf(found.html) : ''
      return ['Billing', 'Shop'].filter((name) => main.includes(`>${name}</a>`))
    }
    expect([shown({}), shown({ tag: 'money' }), shown({ tag: 'sales' })]).toEqual([
      ['Billing', 'Shop'],
      ['Billing'],
      ['Shop'],
    ])
    expect([shown({ group: 'finance' }), shown({ group: 'none' })]).toEqual([['Billing'], []])
  })

  it('metadata.lang is the language, and other metadata is shown nowhere', () => {
    const { html } = askApi({ metadata: { lang: 'fr-CA', team: 'blue-team' } })()
    expect(html).toContain('<html lang="fr-CA">')
    expect(html).not.toContain('blue-team')
    for (const lang of ['"><script>', 'en-a', '', 5])
      expect(askApi({ metadata: { lang } })('plans/').html).toContain('<html lang="en">')
  })
})

describe('plans', () => {
  const plan = (id: string, more: object) => ({
    id,
    name: id,
    status: 'published',
    access_mode_configuration_type: 'apikey',
    ...more,
  })
  const factsOf = (more: object, lang?: string) =>
    Object.fromEntries(
      [
        ...askApi({ plans: [plan('a', more)], ...(lang && { metadata: { lang } }) })('plans/').main.matchAll(
          /<dt>(.*?)<\/dt><dd>(.*?)<\/dd>/g,
        ),
      ].map(([, name, value]) => [name, value]),
    )

  it('are those that can be chosen', () => {
    const plans = ['staging', 'published', 'deprecated', 'closed'].map((status) => plan(`is-${status}`, { status }))
    const { main, markdown } = askApi({ plans })('plans/')
    expect(main.match(/is-\w+/g)).toEqual(['is-published'])
    expect(markdown.match(/is-\w+/g)).toEqual(['is-published'])
  })

  it('show the quota, how to authenticate, and the rotation', () => {
    const quota = { window: 60, perWindow: 10, perDay: 1000, perMonth: 1 }
    expect(factsOf({ access_mode_configuration: { quota, rotation: { enabled: true, rotationEvery: 720 } } })).toEqual({
      Quota: '10 requests in 60 s, 1,000 requests a day, 1 request a month',
      Access: 'A client ID and a client secret',
      'Key rotation': 'Every 720 hours',
    })
  })

  it.each([
    [{ enabled: true, price: 9.5, currency: 'EUR', name: 'Pro', params: { period: 'month' } }, 'Pro, €9.50 per month'],
    [{ enabled: true, price: 0, currency: 'USD' }, '$0.00'],
    [{ enabled: true, price: 5, currency: 'credits' }, '5 credits'],
    [{ enabled: true, price: 5, currency: '<b>' }, '5 &#60;b&#62;'],
    [{ enabled: true, price: 5 }, '5'],
    [{ enabled: true, name: 'On request' }, 'On request'],
    [{ enabled: false, price: 5, currency: 'EUR' }, undefined],
    [undefined, undefined],
  ])('show the price %j', (pricing, shown) => {
    expect(factsOf({ pricing }).Price).toBe(shown)
  })

  it('show the price in the language of the pages', () => {
    expect(factsOf({ pricing: { enabled: true, price: 9.5, currency: 'EUR' } }, 'fr').Price).toBe('9,50\u00a0€')
  })
})

describe('the end of an API', () => {
  const day = 86_400_000
  const next = apiOf({}, { id: 'invoices', name: 'Invoices' })

  it.each([
    [29 * day, '29 days left'],
    [day, '1 day left'],
    [29 * day + day / 2, '29 days left'],
    [1, ': today.'],
    [0, 'it has ended'],
    [-day, 'it has ended'],
  ])('is announced on all pages: %d ms before it, %s', (left, words) => {
    const old = apiOf(
      { resources: [page('a', 'x')] },
      { state: 'deprecated', deprecated_at: NOW, sunset_at: NOW + left, successor: 'invoices' },
    )
    const ask = askSite(siteOf(old, next))
    for (const path of ['billing/', 'billing/a/', 'billing/plans/']) {
      const found = ask(path)
      const html = found.kind === 'page' ? found.html : ''
      expect(html).toContain('This API is deprecated.')
      const markdown = found.kind === 'page' ? found.markdown : ''
      expect(markdown).toMatch(/^> This API is deprecated\. .* Use \[Invoices\]\((\.\.\/)+invoices\/\) instead\.\n\n/)
      expect(markdown).toContain(words)
      expect(html).toContain(words)
      expect(html).toMatch(/Use <a href="(\.\.\/)+invoices\/">Invoices<\/a> instead\./)
    }
  })

  it('names no successor that has no pages', () => {
    const old = apiOf({}, { state: 'deprecated', successor: 'invoices' })
    const found = askSite(siteOf(old, { ...next, state: 'staging' }))('billing/')
    expect(found.kind === 'page' && found.html).not.toMatch(/invoices/i)
  })
})

describe('links in Markdown', () => {
  const resources = [page('guide/first', ''), page('guide/second', 'x'), page('top', 'x'), { path: ['a.png'], ...png }]
  const hrefOf = (markdown: string) =>
    elementsOf(askApi({ resources: [page('guide/first', markdown), ...resources.slice(1)] })('guide/first/').main).find(
      ({ name }) => name === 'a' || name === 'img',
    )?.attributes

  it.each([
    ['[x](/top)', '../../../billing/top/'],
    ['[x](second)', '../../../billing/guide/second/'],
    ['[x](./second.md#Part)', '../../../billing/guide/second/#h-Part'],
    ['[x](../top?q=1)', '../../../billing/top/?q=1'],
    ['[x](../../../../top)', '../../../billing/top/'],
    ['[x](/a.png)', '../../../billing/a.png'],
    ['[x](/openapi.json)', '../../../billing/openapi.json'],
    ['[x](#part)', '#h-part'],
    ['[x](https://a.example/?b)', 'https://a.example/?b'],
    ['[x](mailto:me@a.example)', 'mailto:me@a.example'],
    ['https://a.example', 'https://a.example'],
  ])('%s leads to %s', (markdown, href) => {
    expect(hrefOf(markdown)?.href).toBe(href)
  })

  it('tell other sites nothing, and pictures of other sites are links', () => {
    expect(hrefOf('[x](https://a.example)')?.rel).toBe('noopener noreferrer')
    expect(hrefOf('![alt](https://a.example/a.png)')).toEqual({
      href: 'https://a.example/a.png',
      rel: 'noopener noreferrer',
    })
    expect(hrefOf('![alt](/a.png)')).toEqual({ src: '../../../billing/a.png', alt: 'alt', loading: 'lazy' })
    expect(hrefOf('![alt](/none.png)')).toEqual({ href: '../../../billing/none.png' })
  })
})

describe('headings in Markdown', () => {
  const idsOf = (markdown: string) =>
    elementsOf(askApi({ home: { text_content: markdown } })().main).flatMap(({ name, attributes }) =>
      /^h\d$/.test(name) ? (attributes.id ?? '') : [],
    )

  it('have an id each, also if they are equal', () => {
    expect(idsOf('# A\n## A\n## A-2\n## A\n## A 2\n## A-3')).toEqual([
      'h-a',
      'h-a-2',
      'h-a-2-2',
      'h-a-3',
      'h-a-2-3',
      'h-a-3-2',
    ])
    const many = idsOf('# A\n'.repeat(20_000))
    expect(new Set(many).size).toBe(20_000)
  })
})

describe('Markdown of more than 20,000 lines', () => {
  it('is shown as it is written from there on, without effect', () => {
    const { main } = askApi({ home: { text_content: `${'# A\n'.repeat(20_000)}## <b>\n[x](/y)` } })()
    expect([...main.matchAll(/<h1 /g)]).toHaveLength(20_000)
    expect(main).toMatch(/<pre>## &#60;b&#62;\n\[x\]\(\/y\)<\/pre>\n$/)
  })
})

describe('a paragraph in Markdown', () => {
  it('that is too long for a person is a text, without effect', () => {
    const marked = '**b** <b>&amp; [x](/y) https://a.example '
    const { main } = askApi({ home: { text_content: `${marked.repeat(1000)}\n\n**short**` } })()
    expect(main).toContain(`<p>${'**b** &#60;b&#62;&#38;amp; [x](/y) https://a.example '.repeat(3)}`)
    expect(main).toContain('<p><strong>short</strong></p>')
    expect(elementsOf(main).filter(({ name }) => name === 'a')).toEqual([])
  })
})
