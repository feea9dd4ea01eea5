import { Hono } from 'hono'
import { describe, expect, it } from 'vitest'
import { portal } from './index.ts'
import { change, createBox, NOW, openPortal, publish } from './published.fixture.ts'

const guide = { path: ['guide'], title: 'Guide', text_content: '# First invoice\n\nSend `POST /invoices`.' }
const documentation = { home: { title: 'Billing', text_content: '# Invoices by API' }, resources: [guide] }

/** A portal with one published API. */
async function setUp() {
  const box = createBox()
  await publish(box, { documentation })
  return { box, ask: openPortal(box) }
}

describe('a portal', () => {
  it('shows a published API, and a new version as soon as it is published', async () => {
    const { box, ask } = await setUp()
    expect(await (await ask('/billing/')).text()).toContain('<h1 id="h-invoices-by-api">Invoices by API</h1>')
    expect(await (await ask('/billing/guide/')).text()).toContain('<code>POST /invoices</code>')
    await change(box, 'billing', { documentation: { home: { text_content: '# Second' } } })
    expect(await (await ask('/billing/')).text()).toContain('<h1 id="h-second">Second</h1>')
  })

  it('shows each reader what was written before they asked, also while another read is under way', async () => {
    const { box } = await setUp()
    const held = Promise.withResolvers<void>()
    let isFirst = true
    const hasRead = Promise.withResolvers<void>()
    const get: typeof box.apis.get = async (input) => {
      const found = await box.apis.get(input)
      hasRead.resolve()
      if (isFirst) await held.promise
      isFirst = false
      return found
    }
    const app = portal({ ...box, apis: { ...box.apis, get } })
    const first = app.request('/billing/')
    await hasRead.promise
    await change(box, 'billing', { documentation: { home: { text_content: '# Second' } } })
    const second = app.request('/billing/')
    held.resolve()
    expect((await first).status).toBe(200)
    expect(await (await second).text()).toContain('Second</h1>')
  })

  it('leaves out an API that is deleted while it reads', async () => {
    const { box } = await setUp()
    await publish(box, { id: 'shop', name: 'Shop' })
    const apis = {
      ...box.apis,
      get: (input: { id: string }) => box.apis.get({ id: input.id === 'shop' ? 'gone' : input.id }),
    }
    const app = portal({ ...box, apis } as never)
    expect([(await app.request('/billing/')).status, (await app.request('/shop/')).status]).toEqual([200, 404])
  })

  it('shows what serves: drafts are not shown', async () => {
    const { box, ask } = await setUp()
    const draft = await box.apis.get({ id: 'billing' })
    await box.apis.draft.replace({
      id: 'billing',
      body: { ...draft, documentation: { home: { text_content: '# Draft' } } },
    })
    expect(await (await ask('/billing/')).text()).toContain('Invoices by API')
  })

  it('leads from the mount to the only API, and to the folder of the mount, whatever prefix a proxy removed', async () => {
    const { ask } = await setUp()
    const location = async (path: string) => {
      const { status, headers } = await ask(path)
      return [status, headers.get('Location')]
    }
    expect(await location('')).toEqual([308, './portal/'])
    expect(await location('/')).toEqual([303, './billing/'])
    expect(await location('/billing')).toEqual([308, './billing/'])
    expect(await location('/billing/guide?raw=')).toEqual([200, null])
    expect(await location('/billing/search?q=a%20b')).toEqual([308, './search/?q=a+b'])
  })

  it('has one API at the mount itself', async () => {
    const { box } = await setUp()
    await publish(box, { id: 'shop', name: 'Shop' })
    const app = new Hono().route('/docs', portal(box, { apis: 'billing' }))
    const page = await (await app.request('/docs/guide/')).text()
    expect(page).toContain('<a href="../guide/" aria-current="page">Guide</a>')
    expect((await app.request('/docs/billing/')).status).toBe(404)
    expect(await (await app.request('/docs/sitemap.xml')).text()).not.toContain('shop')
  })

  it('shows the APIs of a pattern', async () => {
    const { box } = await setUp()
    await publish(box, { id: 'shop', name: 'Shop' })
    await publish(box, { id: 'shop-2', name: 'Shop 2' })
    const ask = openPortal(box, { apis: 'shop*' })
    const text = await (await ask('/')).text()
    expect([text.includes('Shop 2'), text.includes('Billing')]).toEqual([true, false])
    expect((await ask('/billing/')).status).toBe(404)
  })

  it('shows what serves: an edit of a deprecated API is only saved', async () => {
    const { box, ask } = await setUp()
    await change(box, 'billing', { state: 'deprecated' })
    await change(box, 'billing', { documentation: { home: { text_content: '# Later' } } })
    const text = await (await ask('/billing/')).text()
    expect([
      text.includes('Invoices by API'),
      text.includes('This API is deprecated.'),
      text.includes('Later'),
    ]).toEqual([true, true, false])
  })

  it('answers HEAD, and leaves other methods to the host', async () => {
    const { box } = await setUp()
    const app = new Hono().route('/portal', portal(box))
    const page = await app.request('/portal/billing/', { method: 'HEAD' })
    expect([page.status, await page.text()]).toEqual([200, ''])
    expect((await app.request('/portal/billing/', { method: 'POST' })).status).toBe(404)
  })

  it('does not take unknown or invalid options', () => {
    const box = createBox()
    const failing = (options: object) => () => portal(box, options)
    expect(failing({ titel: 'a' })).toThrow(/titel \(did you mean title\?\)/)
    expect(failing({ title: ' ' })).toThrow('The option title of portal must be a text that is not empty')
    expect(failing({ apis: 'a/b' })).toThrow('The option apis of portal must be an id of an API')
    expect(failing({ portalUrl: 'ftp://a' })).toThrow('The option portalUrl of portal must be an address')
  })
})

describe('responses', () => {
  it('have a policy that allows one script, and nothing of other sites', async () => {
    const { ask } = await setUp()
    const page = await ask('/billing/')
    const [, script = ''] = /<script>([\s\S]*?)<\/script>/.exec(await page.text()) ?? []
    const hash = Buffer.from(await crypto.subtle.digest('SHA-256', Buffer.from(script))).toString('base64')
    expect(page.headers.get('Content-Security-Policy')).toBe(
      `default-src 'none'; script-src 'sha256-${hash}'; style-src 'self'; font-src 'self'; img-src 'self'; connect-src 'self'; frame-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'`,
    )
    expect(page.headers.get('Referrer-Policy')).toBe('no-referrer')
    expect(page.headers.get('X-Content-Type-Options')).toBe('nosniff')
    expect(script.length).toBeLessThan(4096)
  })

  it('are public, must be asked for again, and are 304 for who has them', async () => {
    const { box, ask } = await setUp()
    const page = await ask('/billing/')
    const etag = page.headers.get('ETag') as string
    expect([page.headers.get('Cache-Control'), page.headers.get('Vary')]).toEqual([
      'public, no-cache',
      'Cookie, Accept',
    ])
    for (const known of [etag, `W/${etag}`, `"a", ${etag}`, '*']) {
      const again = await ask('/billing/', { 'If-None-Match': known })
      expect([again.status, await again.text(), again.headers.get('ETag')]).toEqual([304, '', etag])
    }
    expect((await ask('/billing/', { 'If-None-Match': etag, Accept: 'text/markdown' })).status).toBe(200)
    await change(box, 'billing', { name: 'Invoices' })
    expect((await ask('/billing/', { 'If-None-Match': etag })).status).toBe(200)
  })

  it('are Markdown for who asks for it, by name or by type', async () => {
    const { ask } = await setUp()
    for (const [path, headers] of [
      ['/billing/guide.md', {}],
      ['/billing/guide/', { Accept: 'text/markdown' }],
      ['/billing/guide/', { Accept: 'text/html;q=0.5, text/markdown' }],
    ] as const) {
      const page = await ask(path, headers)
      expect(page.headers.get('Content-Type')).toBe('text/markdown; charset=utf-8')
      expect(await page.text()).toBe(`${guide.text_content}\n`)
    }
    expect((await ask('/billing/guide/', { Accept: '*/*' })).headers.get('Content-Type')).toMatch('text/html')
  })

  it('stay for ten minutes while the store does not answer, then they are 503', async () => {
    const { box } = await setUp()
    let now = NOW
    let isDown = false
    const gateway = {
      ...box.gateway,
      list: async () => (isDown ? Promise.reject(new Error('down')) : box.gateway.list({})),
    }
    const reported: unknown[] = []
    const app = portal({ ...box, gateway } as never, {
      clock: () => now,
      report: (error) => reported.push(error),
    })
    for (const path of ['/billing/', '/billing/index.md']) expect((await app.request(path)).status).toBe(200)
    isDown = true
    now += 599_000
    const late = await app.request('/billing/')
    expect([late.status, await late.text()]).toEqual([200, expect.stringContaining('This page may be out of date.')])
    expect(await (await app.request('/billing/index.md')).text()).toMatch(/^> .* This page may be out of date\.\n\n# /)
    const unread = await app.request('/billing/guide/')
    expect([unread.status, await unread.text()]).toEqual([503, expect.stringContaining('Try again')])
    now += 2000
    const refused = await app.request('/billing/')
    expect([refused.status, refused.headers.get('Cache-Control')]).toEqual([503, 'no-store'])
    expect(reported).toHaveLength(4)
    isDown = false
    expect(await (await app.request('/billing/')).text()).not.toContain('out of date')
  })
})

describe('the stylesheet', () => {
  it('has the theme, and is immutable under its name', async () => {
    const { box } = await setUp()
    const ask = openPortal(box, { theme: '--portal-accent: #b00020; --portal-sans: "A; B", serif'.replace('; B', '') })
    const [, name] = /href="\.\.\/(~\/assets\/[^"]*)"/.exec(await (await ask('/billing/')).text()) ?? []
    const style = await ask(`/${name}`)
    expect(style.headers.get('Cache-Control')).toBe('public, max-age=31536000, immutable')
    expect(await style.text()).toContain(':root{--portal-accent: #b00020; --portal-sans: "A", serif}')
    expect((await ask('/~/assets/style-0.css')).status).toBe(404)
  })

  it('has its fonts, beside it', async () => {
    const { ask } = await setUp()
    for (const name of ['public-sans', 'overpass-mono']) {
      const font = await ask(`/~/assets/${name}.woff2`)
      expect([font.status, font.headers.get('Content-Type')]).toEqual([200, 'font/woff2'])
      expect(new TextDecoder().decode((await font.arrayBuffer()).slice(0, 4))).toBe('wOF2')
    }
    for (const name of ['none.woff2', '__proto__', 'constructor.woff2'])
      expect((await ask(`/~/assets/${name}`)).status).toBe(404)
  })

  it.each<readonly [theme: string, message: string]>([
    ['--portal-shadow: none', 'has the declaration "--portal-shadow: none"'],
    ['color: red', 'has the declaration "color: red"'],
    ['--portal-accent', 'has the declaration "--portal-accent"'],
    ...[
      'url(https://x)',
      'URL (x)',
      'red}a{b',
      '@import x',
      '</style>',
      '\\75rl(x)',
      '"open',
      '(open',
      'red)',
      ' ',
      'a/*b',
    ].map((value) => [`--portal-accent:${value}`, 'has an invalid value for --portal-accent'] as const),
  ])('does not take the theme %s', (theme, message) => {
    expect(() => portal(createBox(), { theme })).toThrow(TypeError)
    expect(() => portal(createBox(), { theme })).toThrow(message)
  })
})
