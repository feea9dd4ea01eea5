import { createSignalbox } from '@signalbox/core'
import { slices } from '@signalbox/core/contract'
import { subjectsOf } from '@signalbox/core/documents'
import { Hono } from 'hono'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { toHono } from '../to-hono.ts'
import type { DocsOptions } from './docs.ts'

const descriptions = subjectsOf(slices).flatMap((subject) => subject.descriptions)
const key = 'a key of the descriptions: ü'
const ui = { script: '/* </script><!-- */ const page = 1', style: 'a { color: red } /* </style> */' }
const app = (docs: DocsOptions = {}) => toHono(createSignalbox(), { docs: { ui, ...docs } })
/** An app with these options, which tests share: describing all operations anew would take most of their time. */
const shared = (docs: DocsOptions) => {
  const name = JSON.stringify(docs)
  const found = apps.get(name) ?? app(docs)
  apps.set(name, found)
  return found
}
const apps = new Map<string, ReturnType<typeof app>>()
const basic = (user: string, password: string) => {
  const bytes = new TextEncoder().encode(`${user}:${password}`)
  return { Authorization: `Basic ${btoa(String.fromCharCode(...bytes))}` }
}
const inQuery = (text: string) => `?doc_secret=${encodeURIComponent(text)}`

describe.each(descriptions.map(({ path }) => path))('%s', (path) => {
  it.each<[way: string, docs: DocsOptions, query: string, headers: Record<string, string>, status: number]>([
    ['open', {}, '', {}, 200],
    ['open, with a key that nobody asked for', {}, inQuery('x'), basic('doc', 'x'), 200],
    ['open, with an empty key', { accessKey: '' }, '', {}, 200],
    ['open in development', { accessKey: key, mode: 'development' }, '', {}, 200],
    ['with the key by Basic', { accessKey: key }, '', basic('doc', key), 200],
    ['with the key in the query', { accessKey: key }, inQuery(key), {}, 200],
    ['with the key in the query, beside other credentials', { accessKey: key }, inQuery(key), basic('me', 'x'), 200],
    ['without the key', { accessKey: key }, '', {}, 401],
    ['without the key in production', { accessKey: key, mode: 'production' }, '', {}, 401],
    ['with a wrong key by Basic', { accessKey: key }, '', basic('doc', `${key}x`), 401],
    ['with the beginning of the key', { accessKey: key }, inQuery(key.slice(0, -1)), {}, 401],
    ['with the empty text', { accessKey: key }, inQuery(''), basic('doc', ''), 401],
    ['with the key of another user', { accessKey: key }, '', basic('admin', key), 401],
    ['with what is no Basic', { accessKey: key }, '', { Authorization: `Bearer ${key.slice(0, 5)}` }, 401],
    ['with the headers of an API key', { accessKey: key }, '', { 'Service-Client-Id': 'doc' }, 401],
  ])('%s', async (_, docs, query, headers, status) => {
    const { request } = shared(docs)
    const answer = await request(path + query, { headers })
    expect(answer.status).toBe(status)
    expect(await answer.clone().text()).not.toContain(key)
    const head = await request(path + query, { method: 'HEAD', headers })
    expect([head.status, await head.text()]).toEqual([status, ''])
    if (status === 200) return
    expect(answer.headers.get('WWW-Authenticate')).toBe('Basic realm="signalbox-doc", charset="UTF-8"')
    expect(answer.headers.get('Content-Type')).toBe('application/problem+json')
    expect(await answer.json()).toMatchObject({
      status: 401,
      code: 'UNAUTHENTICATED',
      errors: [{ message: 'error.credentials' }],
    })
  })

  it('is read only', async () => {
    const answer = await shared({}).request(path, { method: 'POST' })
    expect([answer.status, answer.headers.get('Allow')]).toEqual([405, 'GET, HEAD'])
  })
})

describe('/apis/openapi', () => {
  const { request } = app()

  it.each<[accept: string | undefined, status: number, type: string]>([
    [undefined, 200, 'application/json'],
    ['*/*', 200, 'application/json'],
    ['text/html,application/xhtml+xml,*/*;q=0.8', 200, 'application/json'],
    ['application/yaml', 200, 'application/yaml'],
    ['text/yaml', 200, 'application/yaml'],
    ['application/json;q=0.1, application/yaml;q=0.2', 200, 'application/yaml'],
    ['application/json;q=0.2, application/yaml;q=0.1', 200, 'application/json'],
    ['application/yaml;q=0.5, */*;q=0.6', 200, 'application/json'],
    ['application/json;q=0, */*', 200, 'application/yaml'],
    ['text/html', 406, 'application/problem+json'],
    ['*/*;q=0', 406, 'application/problem+json'],
  ])('for Accept %s responds %i, %s', async (accept, status, type) => {
    const answer = await request('/apis/openapi', { headers: accept === undefined ? {} : { Accept: accept } })
    expect([answer.status, answer.headers.get('Content-Type')]).toEqual([status, type])
    expect(answer.headers.get('Vary')).toMatch(/^Accept(, Accept-Encoding)?$/)
  })

  it('is the same in both formats and under every path', async () => {
    const json = await (await request('/apis/openapi')).text()
    expect(await (await request('/apis/openapi.json')).text()).toBe(json)
    const yaml = await (await request('/apis/openapi.yaml')).text()
    expect(await (await request('/apis/openapi.yml')).text()).toBe(yaml)
    expect(parse(yaml)).toEqual(JSON.parse(json))
    expect(await (await app().request('/apis/openapi')).text()).toBe(json)
  })

  it('names the address of the service, below any prefix', async () => {
    const host = new Hono().route('/deep/box', toHono(createSignalbox()))
    for (const [app, url] of [[{ request }, '/'] as const, [host, '/deep/box'] as const]) {
      const path = `${url === '/' ? '' : url}/apis/openapi.json`
      expect(await (await app.request(path)).json()).toMatchObject({ servers: [{ url }] })
    }
  })

  it('names the configured headers of API keys', async () => {
    const named = toHono(createSignalbox(), { clientIdHeader: 'X-Id', clientSecretHeader: 'X-Secret' })
    expect(await (await named.request('/apis/openapi.json')).json()).toMatchObject({
      components: { securitySchemes: { clientId: { name: 'X-Id' }, clientSecret: { name: 'X-Secret' } } },
    })
  })

  it('leaves other paths below /apis to the host', async () => {
    for (const path of [
      '/apis',
      '/apis/openapi/',
      '/apis/openapi.txt',
      '/apis/plugins',
      '/apis/workflows',
      '/apis/workflows/doc.txt',
    ])
      expect((await request(path)).status).toBe(404)
  })
})

describe('a cached description', () => {
  const data = descriptions.filter(({ formats }) => !formats.includes('html')).map(({ path }) => path)

  it.each(data)('is 304: %s', async (path) => {
    const { request } = app()
    const etag = (await request(path)).headers.get('ETag') as string
    expect(etag).toMatch(/^"[^"]{20,}"$/)
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const again = await request(path, { headers: { 'If-None-Match': known } })
      expect([again.status, again.headers.get('ETag'), await again.text()]).toEqual([304, etag, ''])
      const head = await request(path, { method: 'HEAD', headers: { 'If-None-Match': known } })
      expect(head.status).toBe(304)
    }
    expect((await request(path, { headers: { 'If-None-Match': '"other"' } })).status).toBe(200)
    expect((await app().request(path)).headers.get('ETag')).toBe(etag)
  })

  it('is 401 without the key', async () => {
    const answer = await app({ accessKey: key }).request('/apis/openapi.json', { headers: { 'If-None-Match': '*' } })
    expect(answer.status).toBe(401)
  })

  it('has another entity tag in another format', async () => {
    const { request } = app()
    const tags = await Promise.all(data.map(async (path) => (await request(path)).headers.get('ETag')))
    expect(new Set(tags).size).toBe(7)
  })
})

describe('/apis/plugins.json', () => {
  it('is the catalog', async () => {
    const { request } = app()
    const catalog = (await (await request('/apis/plugins.json')).json()) as object[]
    expect(catalog.length).toBeGreaterThanOrEqual(25)
    for (const entry of catalog)
      expect(Object.keys(entry)).toEqual([
        ...['id', 'name', 'description', 'categories', 'steps', 'config_schema', 'default_config', 'multi_instance'],
        'implemented',
      ])
    expect(parse(await (await request('/apis/plugins.yaml')).text())).toEqual(catalog)
  })
})

describe('/apis/openapi/ui', () => {
  const page = async (docs?: DocsOptions) => {
    const answer = await app(docs).request(`/apis/openapi/ui${inQuery(key)}`)
    return { answer, text: await answer.text(), policy: answer.headers.get('Content-Security-Policy') ?? '' }
  }

  it('has a new nonce each time, and allows no other scripts or resources', async () => {
    const [one, other] = [await page(), await page()]
    const nonceOf = ({ policy }: typeof one) => /script-src 'nonce-([^']{24})'/.exec(policy)?.[1]
    expect(nonceOf(one)).not.toBe(nonceOf(other))
    expect(one.policy).toContain("default-src 'none'; script-src")
    expect(one.policy).toContain("connect-src 'self'")
    expect(one.policy).not.toMatch(/unsafe|https?:|\*/)
    const scripts = [...one.text.matchAll(/<(script|style)\b([^>]*)>/g)].map(([, , attributes]) => attributes)
    expect(scripts).toEqual([
      ` nonce="${nonceOf(one)}"`,
      ' type="application/json" id="document"',
      ` nonce="${nonceOf(one)}"`,
      ` nonce="${nonceOf(one)}"`,
    ])
  })

  it('is well-formed for any content', async () => {
    const { text } = await page()
    expect(text.match(/<script/g)).toHaveLength(3)
    expect(text.match(/<\/script/g)).toHaveLength(3)
    expect(text.match(/<\/style/g)).toHaveLength(1)
    expect(text).not.toContain('<!--')
  })

  it('has the document in it', async () => {
    const { text } = await page()
    const [, document = ''] = /id="document">(.*)<\/script>/.exec(text) ?? []
    expect(JSON.parse(document)).toEqual(await (await app().request('/apis/openapi.json')).json())
  })

  it('never contains the key, and is not cached', async () => {
    const { answer, text } = await page({ accessKey: key })
    expect(answer.status).toBe(200)
    expect(text).not.toContain(key.slice(0, 10))
    expect(answer.headers.get('Cache-Control')).toBe('no-store')
    expect(answer.headers.get('Referrer-Policy')).toBe('no-referrer')
  })

  it('is 404 with advice if it is not set up', async () => {
    const answer = await toHono(createSignalbox()).request('/apis/openapi/ui')
    expect(answer.status).toBe(404)
    expect(await answer.json()).toMatchObject({ detail: expect.stringContaining('@signalbox/hono/ui') })
  })
})

describe('/apis/workflows/doc', () => {
  const { request } = app()
  const textOf = async (path: string) => (await request(path)).text()

  it('is the language as data, the same in both formats', async () => {
    const descriptor = JSON.parse(await textOf('/apis/workflows/doc.json'))
    expect(Object.keys(descriptor)).toEqual(['categories', 'nodes', 'operators', 'functions', 'common'])
    for (const path of ['/apis/workflows/doc.yaml', '/apis/workflows/doc.yml'])
      expect(parse(await textOf(path))).toEqual(descriptor)
  })

  it('is Markdown with a charset (RFC 7763)', async () => {
    const answer = await request('/apis/workflows/doc.md')
    expect(answer.headers.get('Content-Type')).toBe('text/markdown; charset=utf-8')
    expect(await answer.text()).toMatch(/^# The language of workflows\n/)
  })

  it('is a page with only its own script and no requests', async () => {
    const answer = await request('/apis/workflows/doc')
    const [, nonce] = /nonce-([^']+)'/.exec(answer.headers.get('Content-Security-Policy') ?? '') ?? []
    expect(answer.headers.get('Content-Security-Policy')).toBe(
      `default-src 'none'; script-src 'nonce-${nonce}'; style-src 'nonce-${nonce}'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    )
    expect(answer.headers.get('Cache-Control')).toBe('no-store')
    const text = await answer.text()
    expect(text.match(/<(script|style)\b[^>]*>/g)).toEqual([`<style nonce="${nonce}">`, `<script nonce="${nonce}">`])
    expect(text).not.toMatch(/\ssrc=|@import|url\(|<!--|\son\w+=|\sstyle=|https?:\/\/[^<]*"/)
    expect(await textOf('/apis/workflows/doc')).not.toContain(nonce)
  })

  it('does not require the page of the API', async () => {
    expect((await toHono(createSignalbox()).request('/apis/workflows/doc')).status).toBe(200)
  })
})
