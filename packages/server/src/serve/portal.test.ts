import { once } from 'node:events'
import { createServer as createHttpServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { call, known } from '../fixtures/known.fixture.ts'
import { createServer, type ServerOptions } from './create-server.ts'

/** A server with one published API. */
async function start(options: ServerOptions = {}) {
  const server = await createServer({ port: 0, store: 'memory:', dashboard: 'off', ...options })
  onTestFinished(() => server.close())
  const documentation = { home: { title: 'Billing', text_content: '# Invoices by API' } }
  await server.box.apis.create({ body: { id: 'billing', name: 'Billing', documentation } })
  await server.box.apis.deployments.create({ id: 'billing', body: {} })
  return server
}

describe('the portal of a server', () => {
  it('answers at /portal without a setting, with the address of the gateway', async () => {
    const server = await start({ gateway: true })
    expect(server.portalUrl).toBe(`${server.url}/portal`)
    const page = await fetch(`${server.url}/portal/`)
    expect([page.url, page.status]).toEqual([`${server.url}/portal/billing/`, 200])
    expect(await page.text()).toContain('Invoices by API')
    await server.box.apis.create({ body: { id: 'shop', name: 'Shop', context_path: '/shop' } })
    await server.box.apis.deployments.create({ id: 'shop', body: {} })
    expect(await (await fetch(`${server.url}/portal/shop/`)).text()).toContain(`${server.gatewayUrl}/shop`)
    expect(await (await fetch(`${server.url}/portal/sitemap.xml`)).text()).toContain(
      `<loc>${server.url}/portal/billing/</loc>`,
    )
    const catalog = await fetch(`${server.url}/.well-known/api-catalog`)
    expect(catalog.headers.get('Content-Type')).toMatch(/^application\/linkset\+json/)
    expect(await catalog.text()).toContain(`${server.url}/portal/billing/`)
  })

  it('has an origin of its own if it has a port, and leaves it when the server stops', async () => {
    const server = await start({ portalPort: 0, portalTitle: 'Example', portalTheme: '--portal-accent: crimson' })
    expect(server.portalUrl).not.toContain('/portal')
    const page = await fetch(`${server.portalUrl}/billing/`)
    expect(await page.text()).toContain('<title>Billing · Example</title>')
    expect((await fetch(`${server.url}/portal/`)).status).toBe(404)
    expect((await fetch(`${server.portalUrl}/api/features`)).status).toBe(404)
    await server.close()
    await expect(fetch(`${server.portalUrl}/billing/`)).rejects.toThrow()
  })

  it.each<ServerOptions>([{ portal: 'off' }, { trustProxy: 1 }, { host: '0.0.0.0' }])(
    'is off with %o',
    async (options) => {
      const server = await start(options)
      const at = server.url.replace('0.0.0.0', '127.0.0.1')
      expect([server.portalUrl, (await fetch(`${at}/portal/billing/`)).status]).toEqual([undefined, 404])
      expect((await fetch(`${at}/.well-known/api-catalog`)).status).toBe(404)
    },
  )

  it('is on behind a proxy if it is asked for, at the address of the setting', async () => {
    const server = await start({ portal: 'read', trustProxy: 1, portalUrl: 'https://developers.example.com/' })
    expect(server.portalUrl).toBe('https://developers.example.com')
    expect(await (await fetch(`${server.url}/portal/sitemap.xml`)).text()).toContain(
      'https://developers.example.com/billing/',
    )
  })

  it('names a theme that is invalid', async () => {
    const options = { port: 0, store: 'memory:', portalTheme: '--portal-accent: url(x)' }
    await expect(createServer(options)).rejects.toThrow(/^portalTheme is invalid: .* invalid value for --portal-accent/)
  })
})

describe('content of other servers', () => {
  /** A server of one document, and an API with it as a page. */
  async function startWith(options: ServerOptions) {
    const documents = createHttpServer((_, response) => response.end('# From afar')).listen(0, '127.0.0.1')
    await once(documents, 'listening')
    onTestFinished(() => void documents.close())
    const url = `http://127.0.0.1:${(documents.address() as AddressInfo).port}/guide.md`
    const server = await createServer({ port: 0, ...known, dashboard: 'off', ...options })
    onTestFinished(() => server.close())
    const documentation = { resources: [{ path: ['guide'], url }] }
    await server.box.apis.create({ body: { id: 'billing', name: 'Billing', documentation } })
    await server.box.apis.deployments.create({ id: 'billing', body: {} })
    const refresh = () => call(`${server.url}/api/apis/billing/documentation/_refresh`, { method: 'POST' })
    return { server, url, refresh }
  }

  it('is fetched after a publication if private addresses are allowed', async () => {
    const { server, url, refresh } = await startWith({ portalPrivate: true })
    const page = async () => (await fetch(`${server.url}/portal/billing/guide/`)).text()
    await expect.poll(page).toContain('From afar')
    const answered = await refresh()
    expect(answered.status).toBe(200)
    expect(await answered.json()).toMatchObject({ fetched: [{ url, bytes: 11, changed: false }], failed: [] })
  })

  it('is not fetched from private addresses otherwise, nor where the portal is off', async () => {
    const usual = await startWith({})
    expect(await (await usual.refresh()).json()).toMatchObject({
      fetched: [],
      failed: [{ url: usual.url, problem: expect.stringContaining('is not public, and private addresses are not') }],
    })
    const off = await startWith({ portal: 'off', portalPrivate: true })
    const answered = await off.refresh()
    expect([answered.status, await answered.text()]).toEqual([503, expect.stringContaining('SIGNALBOX_PORTAL')])
  })
})
