import { request, type ServerOptions } from 'node:https'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createGateway } from '../create-gateway.ts'
import type { GatewayOptions } from '../gateway.ts'
import { routesOf } from '../pipeline/pipeline.fixture.ts'
import { staticRoutes } from '../served/static-routes.ts'
import { certificates } from '../suite/scene/certificates.fixture.ts'
import { listen } from './listen.ts'

const { authority, server, serverKey, client, clientKey } = certificates
const prefix = 'cp:gateway.next.plugins.'

/** A data plane over TLS that asks clients for a certificate; `call` says who was identified, or the status and cause. */
async function start(config: object, trust?: GatewayOptions['trust']) {
  const slots = [
    { plugin: `${prefix}HasClientCertMatchingValidator`, config },
    { plugin: `${prefix}StaticResponse`, config: { body: 'hello' } },
    { plugin: `${prefix}AdditionalHeadersOut`, config: { headers: { 'X-Consumer': '${consumer.id}' } } },
  ]
  const routes = routesOf({
    flows: [{ id: 'f', plugins: { slots } }],
    routes: [{ id: 'all', flow_ref: 'f', frontend: { paths: ['/'] } }],
  } as never)
  const gateway = createGateway({ source: staticRoutes(routes), ...(trust && { trust }), report: () => {} })
  const tls = { key: serverKey, cert: server, ca: authority, requestCert: true, rejectUnauthorized: false }
  const listened = await listen(gateway, { host: '127.0.0.1', port: 0, tls: tls as ServerOptions })
  onTestFinished(async () => {
    await listened.close({ drainMs: 0 })
    await gateway.close({ drainMs: 0 })
  })
  return (own: object = {}, headers: Record<string, string> = {}) =>
    new Promise<string>((resolve, reject) => {
      const to = { host: '127.0.0.1', port: listened.port, servername: 'shop.example', ca: authority }
      const sent = request(
        { ...to, ...own, agent: false, headers: { Host: 'shop.example', ...headers } },
        (response) => {
          let body = ''
          response.on('data', (chunk) => {
            body += chunk
          })
          response.on('end', () => {
            const cause = /errors\.[\w.]+/.exec(body)?.[0]
            resolve(`${cause === undefined ? '' : `${response.statusCode} `}${cause ?? response.headers['x-consumer']}`)
          })
        },
      )
      sent.on('error', reject)
      sent.end()
    })
}

const own = { cert: client, key: clientKey }
const local = { proxies: ['127.0.0.1'] }
const verifying = { ...local, clientCert: true }
const shop = { subjectPatterns: ['*,O=Shop'], issuerPatterns: ['CN=Test CA,*'] }
const header = (pem: string): Record<string, string> => ({
  'Client-Cert': `:${pem.replace(/-----[^-]+-----|\s/g, '')}:`,
})
const missing = '401 errors.certificate.missing'
const forbidden = '403 errors.certificate.forbidden'

describe('client certificates over TLS', () => {
  it('identify clients by their subject', async () => {
    const call = await start(shop)
    expect(await call(own)).toBe('CN=client,O=Shop')
    expect(await call()).toBe(missing)
    expect(await (await start({ subjectPatterns: ['CN=other*'] }))(own)).toBe(forbidden)
  })

  it('of an unknown authority count as none', async () => {
    const { expired, expiredKey } = certificates
    expect(await (await start({ subjectPatterns: ['*'] }))({ cert: expired, key: expiredKey })).toBe(missing)
  })

  it('in a header count only from trusted proxies (RFC 9440)', async () => {
    expect(await (await start(shop))({}, header(client))).toBe(missing)
    const behind = await start(shop, verifying)
    expect(await behind({}, header(client))).toBe('CN=client,O=Shop')
    expect(await behind({}, header(server))).toBe(forbidden)
    expect(await (await start({ subjectPatterns: ['*'] }, verifying))({}, header(certificates.expired))).toBe(forbidden)
  })

  it.each([
    ['no byte sequence', 'CN=client,O=Shop'],
    ['no certificate', ':AAAA:'],
    ['a PEM', encodeURIComponent(client)],
    ['two certificates', `${header(client)['Client-Cert']}, ${header(client)['Client-Cert']}`],
  ])('in a header that holds %s count as none', async (_, value) => {
    expect(await (await start({ subjectPatterns: ['*'] }, verifying))({}, { 'Client-Cert': value })).toBe(missing)
  })

  it('of a proxy do not identify its clients', async () => {
    expect(await (await start(shop, verifying))(own)).toBe(missing)
    const behind = await start(shop, local)
    expect(await behind(own, { 'X-Forwarded-For': '203.0.113.7' })).toBe(missing)
    expect(await behind(own, { 'X-Forwarded-Proto': 'https' })).toBe(missing)
  })

  it('in a header do not count from proxies that are trusted for addresses only', async () => {
    const call = await start(shop, local)
    expect(await call({}, header(client))).toBe(missing)
    expect(await call({}, { ...header(client), 'X-Forwarded-For': '203.0.113.7' })).toBe(missing)
    expect(await call(own, header(server))).toBe('CN=client,O=Shop')
  })
})
