import { hash, X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type ServerOptions } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { TLSSocket } from 'node:tls'
import { describe, expect, it, onTestFinished } from 'vitest'
import { certificates } from '../suite/scene/certificates.fixture.ts'
import { gatewayTo } from '../suite/scene/open-gateway.fixture.ts'
import { exchangeRaw } from '../suite/scene/raw-http.fixture.ts'
import { listen } from './listen.ts'

const { authority, server, serverKey, client, clientKey, expired, expiredKey, address, addressKey } = certificates

/** A server of TLS that responds with the version of TLS, and remembers the names it was called by. */
async function startServer(options: ServerOptions = {}) {
  const names: unknown[] = []
  const https = createServer({ cert: server, key: serverKey, ...options }, ({ socket }, response) => {
    names.push((socket as TLSSocket & { servername: string | false }).servername)
    response.end((socket as TLSSocket).getProtocol())
  })
  https.on('tlsClientError', () => {})
  https.listen(0, '127.0.0.1')
  await once(https, 'listening')
  onTestFinished(() => {
    https.close()
    https.closeAllConnections()
  })
  return { names, port: (https.address() as AddressInfo).port }
}

/** Calls a server through a gateway: the status, the cause, and the error of `Proxy-Status`. */
async function callThrough(port: number, tls_config: object, target: object = {}) {
  const named = { hostname: 'backend.test', ip_address: '127.0.0.1', tls: true, tls_config, ...target }
  const { gateway, until, reports } = gatewayTo({ port, target: named })
  const listening = await listen(gateway, { host: '127.0.0.1' })
  onTestFinished(() => listening.close({ drainMs: 0 }))
  let count = 0
  const call = async () => {
    const raw = 'GET / HTTP/1.1\r\nHost: shop.example\r\nAccept: application/json\r\n\r\n'
    const { responses } = await exchangeRaw(raw, { port: listening.port, responses: 1 })
    const ended = await until(++count)
    const [status = ''] = responses[0]?.headers.get('proxy-status') ?? []
    return [responses[0]?.status, ended[count - 1]?.cause, /error=([a-z_]+)/.exec(status)?.[1]]
  }
  return { call, reports }
}

const trusted = { ca: [authority] }
const pinOf = (certificate: string): string => {
  const key = new X509Certificate(certificate).publicKey.export({ type: 'spki', format: 'der' })
  return `sha256/${hash('sha256', key, 'base64')}`
}
const OK = [200, undefined, undefined]
const BAD_CERTIFICATE = [502, 'errors.backend.tls', 'tls_certificate_error']
// With TLS 1.3 the connection is made before the server rejects the certificate: it may close it before its alert is read.
const REFUSED = [502, expect.stringMatching(/^errors.backend.(tls|unreachable)$/)]
const BAD_PROTOCOL = [502, 'errors.backend.tls', 'tls_protocol_error']

describe('TLS to targets', () => {
  it.each<[string, ServerOptions, object, object, unknown[]]>([
    ['by a trusted authority', {}, trusted, {}, OK],
    ['by an unknown authority', {}, {}, {}, BAD_CERTIFICATE],
    ['by another authority', {}, { ca: [address] }, {}, BAD_CERTIFICATE],
    ['that has expired', { cert: expired, key: expiredKey }, { ca: [expired] }, {}, BAD_CERTIFICATE],
    ['of another name', {}, trusted, { hostname: 'other.test' }, BAD_CERTIFICATE],
    ['of the name in sni', {}, { ...trusted, sni: 'backend.test' }, { hostname: 'other.test' }, OK],
    ['of another name than sni', {}, { ...trusted, sni: 'other.test' }, {}, BAD_CERTIFICATE],
    ['of the address', { cert: address, key: addressKey }, { ca: [address] }, { hostname: '127.0.0.1' }, OK],
    ['of a name instead of the address', {}, trusted, { hostname: '127.0.0.1' }, BAD_CERTIFICATE],
    ['that has expired, not verified', { cert: expired, key: expiredKey }, { verify: false }, {}, OK],
    ['by an unknown authority, not verified', {}, { verify: false }, {}, OK],
    ['with a pinned key', {}, { ...trusted, pins: [pinOf(server)] }, {}, OK],
    ['with one of the pinned keys', {}, { ...trusted, pins: [pinOf(client), pinOf(server)] }, {}, OK],
    ['with another key than the pinned one', {}, { ...trusted, pins: [pinOf(client)] }, {}, BAD_CERTIFICATE],
    ['with another key, not verified', {}, { verify: false, pins: [pinOf(client)] }, {}, BAD_CERTIFICATE],
  ])('a certificate %s', async (_, options, config, target, expected) => {
    const { port } = await startServer(options)
    const { call } = await callThrough(port, config, target)
    expect([await call(), await call()]).toEqual([expected, expected])
  })

  it.each<[string, object, unknown[]]>([
    ['gets it', { cert: client, key: clientKey }, OK],
    ['does not get any', {}, REFUSED],
    ['gets one of another authority', { cert: address, key: addressKey }, REFUSED],
  ])('a server that needs a certificate of the gateway and %s', async (_, own, expected) => {
    for (const maxVersion of ['TLSv1.2', 'TLSv1.3'] as const) {
      const { port } = await startServer({ ca: authority, requestCert: true, rejectUnauthorized: true, maxVersion })
      const { call } = await callThrough(port, { ...trusted, ...own })
      const [status, cause] = await call()
      expect([status, cause]).toEqual(expected.slice(0, 2))
    }
  })

  it.each<[ServerOptions, object, unknown[]]>([
    [{ maxVersion: 'TLSv1.2' }, {}, OK],
    [{ maxVersion: 'TLSv1.2' }, { minVersion: 'TLSv1.3' }, BAD_PROTOCOL],
    [{ minVersion: 'TLSv1.3' }, {}, OK],
    [{ minVersion: 'TLSv1.3' }, { minVersion: 'TLSv1.3' }, OK],
    [{ maxVersion: 'TLSv1.1', minVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' }, {}, BAD_PROTOCOL],
  ])('a server with %j, called with %j', async (options, config, expected) => {
    const { port } = await startServer(options)
    const { call } = await callThrough(port, { ...trusted, ...config })
    expect(await call()).toEqual(expected)
  })

  it.each([
    [{ hostname: 'backend.test' }, {}, 'backend.test'],
    [{ hostname: 'backend.test' }, { sni: 'shop.example' }, 'shop.example'],
    [{ hostname: '127.0.0.1' }, {}, false],
  ])('the target %j with %j is called by the name %s', async (target, config, name) => {
    const { port, names } = await startServer()
    const { call } = await callThrough(port, { verify: false, ...config }, target)
    await call()
    expect(names).toEqual([name])
  })
})

describe('TLS settings of targets', () => {
  it.each([
    [{ ca: ['not a certificate'] }],
    [{ ca: ['-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----'] }],
    [{ cert: 'not a certificate', key: clientKey }],
    [{ cert: client, key: 'not a key' }],
    [{ cert: client, key: serverKey }],
  ])('%j fail requests, and are reported once', async (config) => {
    const { port } = await startServer()
    const { call, reports } = await callThrough(port, config)
    expect([await call(), await call()]).toEqual([BAD_PROTOCOL, BAD_PROTOCOL])
    expect(reports.map((error) => (error as Error).message)).toEqual([
      `The tls_config of backend.test:${port} is invalid: ca, cert and key must be certificates and a key in PEM`,
    ])
  })

  it('without verification are reported once', async () => {
    const { port } = await startServer()
    const { call, reports } = await callThrough(port, { verify: false })
    expect([await call(), await call()]).toEqual([OK, OK])
    expect(reports.map(String)).toEqual([
      `Error: The certificate of backend.test:${port} is not verified: tls_config.verify is false`,
    ])
  })
})
