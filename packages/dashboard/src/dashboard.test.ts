import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { createSignalbox } from '@signalbox/core'
import { toHono } from '@signalbox/hono'
import { Hono } from 'hono'
import { beforeAll, describe, expect, it } from 'vitest'
import { buildPage } from '../build/build-page.ts'
import { screens } from '../web/screens.ts'
import type { DashboardOptions } from './dashboard-options.ts'
import { dashboard } from './index.ts'
import { loadFiles } from './load-files.ts'
import { firstSegments } from './screens-served.ts'

beforeAll(() => buildPage())

const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; frame-src 'self'; form-action 'self'; base-uri 'self'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'"

/** The base of a page, as a browser at `url` resolves it. */
const baseOf = async (page: Response, url: string) =>
  new URL(/<base href="([^"]*)">/.exec(await page.clone().text())![1]!, url)

/** The paths of the files that a page names. */
const filesOf = async (page: Response, base: URL) =>
  [...(await page.clone().text()).matchAll(/(?:src|href)="(\.\/assets\/[^"]*)"/g)].map(
    ([, path]) => new URL(path!, base).pathname,
  )

/** What browsers send. */
const html = { headers: { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8' } }

describe('the page', () => {
  it('has one policy without exceptions, an entity tag, and is not cached without asking', async () => {
    const page = await dashboard().request('/')
    const header = (name: string) => page.headers.get(name)
    expect(header('Content-Security-Policy')).toBe(policy)
    expect([header('X-Content-Type-Options'), header('Referrer-Policy')]).toEqual(['nosniff', 'same-origin'])
    expect([header('Cross-Origin-Opener-Policy'), header('Cache-Control')]).toEqual(['same-origin', 'no-cache'])
    expect(header('Content-Type')).toBe('text/html; charset=utf-8')
    expect(await page.text()).not.toMatch(/\sstyle=|\son\w+=|<style|<script(?![^>]* src=)|(src|href)="(https?:|\/)/)
  })

  it('is 304 for clients that have it, even if a proxy weakened its tag', async () => {
    const app = dashboard()
    const etag = (await app.request('/features', html)).headers.get('ETag')!
    expect(etag).toMatch(/^"[\da-f]{24}"$/)
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const again = await app.request('/', { headers: { 'If-None-Match': known } })
      expect([known, again.status, await again.text(), again.headers.get('ETag')]).toEqual([known, 304, '', etag])
    }
    const deeper = await app.request('/features/a', { headers: { ...html.headers, 'If-None-Match': etag } })
    expect(deeper.status).toBe(200)
  })

  it('answers HEAD without a body', async () => {
    const page = await dashboard().request('/features/a', { method: 'HEAD', ...html })
    expect([page.status, page.headers.get('Content-Security-Policy'), await page.text()]).toEqual([200, policy, ''])
  })

  it('tells the options to its script, whatever they contain', async () => {
    const options: DashboardOptions = {
      ...{ api: '..', signIn: '/sso?to=dashboard', title: `</title>"'&<script>`, mark: 'oklch(.5 .2 27 / 50%)' },
      ...{ confirm: ['prod:*', '"><b>'], portal: '../developers', readOnly: true },
    }
    const text = await (await dashboard(options).request('/')).text()
    const [, content = ''] = /<meta name="signalbox" content="([^"]*)">/.exec(text)!
    const plain = content.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(code))
    expect(JSON.parse(plain)).toEqual(options)
    expect(text).toContain('<title>&#60;/title&#62;&#34;&#39;&#38;&#60;script&#62;</title>')
    expect(text).not.toContain('<b>')
  })

  it('may call an API of another origin, which the policy names', async () => {
    const page = await dashboard({ api: 'https://api.example.com:8443/box' }).request('/')
    expect(page.headers.get('Content-Security-Policy')).toBe(
      policy.replace("connect-src 'self'", "connect-src 'self' https://api.example.com:8443"),
    )
  })

  it('says what it needs where scripts are off, with the way to the API', async () => {
    const text = await (await dashboard({ api: '..' }).request('/')).text()
    expect(text).toMatch(/<noscript><p>The dashboard needs JavaScript\..*href="\.\.\/apis\/openapi\.json"/)
  })
})

describe('the files of the page', () => {
  it('are immutable, and sent as they are stored to clients that accept gzip', async () => {
    const app = dashboard()
    const paths = await filesOf(await app.request('/'), new URL('http://test/'))
    const types = new Set<string>()
    for (const path of paths) {
      const file = await app.request(path, { headers: { 'Accept-Encoding': 'br;q=1, gzip;q=0.5' } })
      const header = (name: string) => file.headers.get(name)
      expect([file.status, header('Cache-Control')]).toEqual([200, 'public, max-age=31536000, immutable'])
      expect(header('X-Content-Type-Options')).toBe('nosniff')
      const bytes = Buffer.from(await file.arrayBuffer())
      expect(header('Content-Length')).toBe(`${bytes.length}`)
      const isFont = path.endsWith('.woff2')
      expect([header('Content-Encoding'), header('Vary')]).toEqual(isFont ? [null, null] : ['gzip', 'Accept-Encoding'])
      types.add(header('Content-Type')!)

      const plain = await app.request(path, { headers: { 'Accept-Encoding': 'gzip;q=0' } })
      expect([plain.headers.get('Content-Encoding'), plain.headers.get('Content-Type')]).toEqual([
        ...[null, header('Content-Type')],
      ])
      expect(Buffer.from(await plain.arrayBuffer()).equals(isFont ? bytes : gunzipSync(bytes))).toBe(true)
    }
    expect([...types].sort()).toEqual([
      'font/woff2',
      'image/svg+xml',
      'text/css; charset=utf-8',
      'text/javascript; charset=utf-8',
    ])
  })

  it('are built for production, also by tests, and name no folder of the machine', async () => {
    const { assets } = await loadFiles()
    const root = fileURLToPath(new URL('../../..', import.meta.url))
    for (const [name, { gzip, load }] of assets) {
      const bytes = Buffer.from(await load(), 'base64')
      const text = gzip ? gunzipSync(bytes).toString() : ''
      expect([name, text.includes(root), /fileName:|lineNumber:/.test(text)]).toEqual([name, false, false])
    }
  })

  it('are those alone: other names are left to the host', async () => {
    const app = new Hono().route('/', dashboard()).notFound((c) => c.text('of the host', 404))
    for (const path of ['/assets/', '/assets/none.js', '/assets/__proto__', '/assets/a/b', '/assets/..%2Findex.html'])
      expect([path, await (await app.request(path)).text()]).toEqual([path, 'of the host'])
  })
})

describe('the paths', () => {
  it('are those of the screens, and no others', () => {
    const ofScreens = screens.map(({ path }) => path.split('/')[1]!).filter((segment) => segment !== '')
    expect([...firstSegments].sort()).toEqual([...new Set([...ofScreens, 'sign-in'])].sort())
  })

  it('leave the API and pages of the host alone, even if the dashboard is mounted first', async () => {
    const app = new Hono()
      .route('/', dashboard())
      .route('/', toHono(createSignalbox(), { access: 'open' }))
      .get('/hello', (c) => c.text('hello'))
    expect((await app.request('/api/_health')).status).toBe(200)
    expect(await (await app.request('/api/feature')).json()).toMatchObject({ code: 'NOT_FOUND' })
    expect((await app.request('/apis/openapi.json')).headers.get('Content-Type')).toBe('application/json')
    expect((await app.request('/ofrep/v1/evaluate/flags/a', { method: 'POST' })).status).toBe(404)
    expect(await (await app.request('/hello')).text()).toBe('hello')
    expect((await app.request('/none')).status).toBe(404)
    expect((await app.request('/features', { method: 'POST' })).status).toBe(404)
    for (const path of ['/Features', '/featuresx', '/x/features', '//features'])
      expect([path, (await app.request(path)).status]).toEqual([path, 404])
    for (const path of ['/', '/features', '/features/shop:express'])
      expect([path, (await app.request(path, html)).headers.get('Content-Security-Policy')]).toEqual([path, policy])
  })

  it.each([
    undefined,
    '*/*',
    'application/json',
    'text/*',
    'text/html;q=0, */*',
    'text/plain, application/json;q=0.5',
    'xtext/html',
  ])('of screens are for browsers: programs that accept %j are told where the API is', async (accept) => {
    const headers = accept === undefined ? {} : { Accept: accept }
    for (const [mount, api, asked, meant] of [
      ['/', '.', '/features', '/api/features'],
      ['/', undefined, '/features/shop:express/check?x=1', '/api/features/shop:express/check'],
      ['/admin', '..', '/admin/configs/a%2Fb', '/api/configs/a%2Fb'],
      ['/', 'https://api.example/box', '/events', 'https://api.example/box/api/events'],
    ] as const) {
      const app = new Hono().route(mount, dashboard(api === undefined ? {} : { api }))
      for (const method of ['GET', 'HEAD']) {
        const answer = await app.request(asked, { method, headers })
        expect([answer.status, answer.headers.get('Vary')]).toEqual([404, 'Accept'])
        expect(answer.headers.get('Content-Type')).toMatch(/^application\/(problem\+)?json/)
        if (method === 'GET')
          expect(await answer.json()).toMatchObject({
            code: 'NOT_FOUND',
            detail: `${asked.split('?')[0]} is a page of the dashboard, for browsers: did you mean ${meant}?`,
          })
      }
    }
  })

  it.each(['text/html', 'TEXT/HTML ; q=0.1', 'application/xhtml+xml', 'application/json, text/html;level=1'])(
    'of screens are pages for clients that accept %j',
    async (Accept) => {
      const page = await dashboard().request('/features', { headers: { Accept } })
      expect([page.status, page.headers.get('Content-Type'), page.headers.get('Vary')]).toEqual([
        200,
        'text/html; charset=utf-8',
        'Accept',
      ])
    },
  )

  const mounts = [
    { mount: '/', seen: '/' },
    { mount: '/admin', seen: '/admin/', api: '..' },
    { mount: '/a/b', seen: '/a/b/', api: '../..' },
    { mount: '/t/:tenant/flags', seen: '/t/shop%20one/flags/', api: '../../..' },
    { mount: '/', seen: '/tools/flags/', stripped: '/tools/flags' },
    { mount: '/admin', seen: '/tools/flags/admin/', stripped: '/tools/flags', api: '..' },
  ]
  const links = ['', 'features', 'features/shop%3Aexpress', 'features/a%2Fb?tab=history', 'settings/', 'features/a/b']
  const cases = mounts.flatMap((one) => links.map((link) => ({ ...one, link })))

  it.each(cases)('mounted at $mount, seen at $seen$link: it finds itself, its files and the API', async (one) => {
    const { mount, seen, link, stripped = '', api = '.' } = one
    const app = new Hono()
    app.route('/', toHono(createSignalbox(), { access: 'open' }))
    app.route(mount, dashboard({ api }))
    /** Asks through a proxy that removes a prefix. */
    const ask = (path: string) => app.request(path.slice(stripped.length), html)

    const page = await ask(seen + link)
    const base = await baseOf(page, `http://test${seen}${link}`)
    expect([page.status, base.pathname]).toEqual([200, seen])
    const files = await filesOf(page, base)
    expect(files.length).toBeGreaterThan(3)
    const health = new URL(`${api}/api/_health`, base).pathname
    expect(health).toBe(`${stripped}/api/_health`)
    for (const path of [...files, health]) expect([path, (await ask(path)).status]).toEqual([path, 200])
  })

  it('of the mount without a slash lead to it with one, relatively', async () => {
    const app = new Hono().route('/tools/admin', dashboard())
    const answer = await app.request('/tools/admin?tab=x')
    expect([answer.status, answer.headers.get('Location')]).toEqual([302, './admin/?tab=x'])
  })
})

describe('invalid options', () => {
  it.each([
    [{ titel: 'x' }, 'dashboard does not take the option titel (did you mean title?)'],
    [{ api: '' }, 'The option api of dashboard must be a path, or an address of http or https, without a query'],
    [{ api: '//other.example' }, 'The option api of dashboard must be'],
    [{ api: '\\\\other.example' }, 'The option api of dashboard must be'],
    [{ api: 'javascript:alert(1)' }, 'The option api of dashboard must be'],
    [{ api: 'https://user:secret@api.example' }, 'The option api of dashboard must be'],
    [{ api: '..?key=1' }, 'The option api of dashboard must be'],
    [{ signIn: 'data:text/html,x' }, 'The option signIn of dashboard must be a path, or an address of http or https'],
    [{ title: ' ' }, 'The option title of dashboard must be a text that is not empty'],
    [{ mark: 'red; background: url(x)' }, 'The option mark of dashboard must be a CSS color'],
    [{ confirm: 'prod:*' }, 'The option confirm of dashboard must be a list of patterns, such as prod:*'],
    [{ portal: true }, 'The option portal of dashboard must be false, a path, or an address of http or https'],
    [{ portal: 'javascript:alert(1)' }, 'The option portal of dashboard must be'],
    [{ portal: '/docs?x' }, 'The option portal of dashboard must be'],
    [{ readOnly: 'yes' }, 'The option readOnly of dashboard must be true or false'],
  ])('%j are rejected', (options, message) => {
    expect(() => dashboard(options as DashboardOptions)).toThrow(message)
  })

  it.each(['.', '..', '../', './api', '/', '/box', 'https://api.example', 'http://127.0.0.1:9000/box/'])(
    'but the API may be at %s',
    (api) => expect(dashboard({ api })).toBeDefined(),
  )
})
