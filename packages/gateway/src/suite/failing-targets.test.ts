import { createServer, type ServerOptions } from 'node:https'
import type { AddressInfo } from 'node:net'
import { createSignalbox } from '@signalbox/core'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createGateway } from '../create-gateway.ts'
import { listen } from '../node/listen.ts'
import { startBackend } from './scene/backend.fixture.ts'
import { certificates } from './scene/certificates.fixture.ts'

const { authority, server: cert, serverKey: key, expired, expiredKey } = certificates
const quick = { enabled: true, url: '/up', interval: 200, timeout: 300, unhealthyAfter: 2 }

/** A port at which nobody listens. */
async function gone(): Promise<object> {
  const { port, close } = await startBackend()
  await close()
  return { hostname: '127.0.0.1', port }
}

async function responding(respond: Parameters<typeof startBackend>[0]): Promise<object> {
  const { port, close } = await startBackend(respond)
  onTestFinished(close)
  return { hostname: '127.0.0.1', port }
}

const breaking = () => responding((request) => void request.socket.destroy())
const silent = () => responding(() => {})
const failing = (status: number) => () => responding((_, response) => response.writeHead(status).end())
const overTls = (options: ServerOptions, target: object) => async () => {
  const https = createServer(options, (_, response) => response.end('ok'))
  https.on('tlsClientError', () => {})
  await new Promise<void>((resolve) => https.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    https.close()
    https.closeAllConnections()
  })
  const { port } = https.address() as AddressInfo
  return { hostname: 'backend.test', ip_address: '127.0.0.1', port, tls: true, ...target }
}
/** A server without TLS, called with it. */
const plain = async () => ({ ...(await responding((_, response) => response.end('ok'))), tls: true })

/** A data plane with one API over these targets, and what the control plane says of the first one. */
async function serve(targets: readonly object[], { judged = {}, client = {} }: { judged?: object; client?: object }) {
  const box = createSignalbox()
  const body = {
    ...{ id: 'shop', name: 'Shop', domain: 'shop.example' },
    backends: [{ id: 'main', client: 'c', backend: { targets, ...judged } }],
    clients_backend_config: [{ id: 'c', client }],
    routes: [{ id: 'all', backend: 'main', frontend: { paths: ['/'] } }],
  }
  await box.apis.create({ body: body as never })
  await box.apis.deployments.create({ id: 'shop', body: {} })
  const gateway = createGateway({ source: box.gatewaySource, report: () => {} })
  await gateway.ready()
  const listening = await listen(gateway, { host: '127.0.0.1' })
  onTestFinished(async () => {
    await listening.close({ drainMs: 0 })
    await gateway.close({ drainMs: 0 }) // it would go on to check its targets
    await box.close()
  })
  const listed = async () => {
    const { state, why } = (await box.gateway.backends()).results[0]!.targets[0]!
    return { state, ...(why !== undefined && { why }) }
  }
  const explained = async () => {
    const { forward, refused } = await box.gateway.explain({ body: { url: 'http://shop.example/' } })
    const { id: _, ...first } = forward!.targets[0]!
    return { ...first, ...(refused && { refused }) }
  }
  const call = () =>
    gateway.fetch(new Request('http://shop.example/')).then(async (response) => {
      await response.text()
      return response.status
    })
  return { listed, explained, call }
}

/** A healthy target beside the first one, so that the checks are believed. */
const healthy = () => responding((_, response) => response.end('ok'))
const within = { timeout: 10_000, interval: 50 }

describe('a target that fails its health checks', () => {
  it.each<[what: string, start: () => Promise<object>, why: string]>([
    ['is gone', gone, 'connection refused'],
    ['is slow', silent, 'no response within 300 milliseconds'],
    ['answers 500', failing(500), 'status 500'],
    [
      'has a certificate by an unknown authority',
      overTls({ cert, key }, {}),
      'the certificate of the server is by an unknown authority (UNABLE_TO_VERIFY_LEAF_SIGNATURE)',
    ],
    [
      'has a certificate for another name',
      overTls({ cert, key }, { hostname: 'other.test', tls_config: { ca: [authority] } }),
      'the certificate of the server is for backend.test, shop.example, not for other.test (ERR_TLS_CERT_ALTNAME_INVALID)',
    ],
    [
      'has an expired certificate',
      overTls({ cert: expired, key: expiredKey }, { tls_config: { ca: [expired] } }),
      'the certificate of the server has expired (CERT_HAS_EXPIRED)',
    ],
    ['does not speak TLS', plain, 'the server does not speak TLS on this port (ERR_SSL_WRONG_VERSION_NUMBER)'],
  ])('says so within 10 seconds: it %s', async (_, start, reason) => {
    const { listed, explained } = await serve([await start(), await healthy()], { judged: { health_check: quick } })
    const expected = { state: 'unhealthy', why: `2 failed checks in a row, the last one: ${reason}` }
    await expect.poll(listed, within).toEqual(expected)
    expect(await explained()).toEqual(expected)
  })

  it('says so with the default settings, before it is taken out', async () => {
    const judged = { health_check: { enabled: true, url: '/up' } }
    const { listed, explained } = await serve([await gone()], { judged })
    const expected = { state: 'usable', why: 'the last check failed: connection refused' }
    await expect.poll(listed, within).toEqual(expected)
    expect(await explained()).toEqual(expected)
  })

  it('says so when it is the only one, and gets requests nevertheless', async () => {
    const { listed, explained } = await serve([await failing(500)()], { judged: { health_check: quick } })
    const why = '2 failed checks in a row, the last one: status 500'
    await expect.poll(listed, within).toEqual({ state: 'unhealthy', why })
    expect(await explained()).toEqual({ state: 'usable', why })
  })

  it('says so when no target is left', async () => {
    const judged = { health_check: { ...quick, blockOnRed: true } }
    const { listed, explained } = await serve([await gone()], { judged })
    const expected = { state: 'unhealthy', why: '2 failed checks in a row, the last one: connection refused' }
    await expect.poll(listed, within).toEqual(expected)
    expect(await explained()).toEqual({
      ...expected,
      refused: { cause: 'errors.backend.unavailable', rule: 'No target of the backend takes requests' },
    })
  })

  it('says what failed last, and nothing once it is well again', async () => {
    let status = 500
    const start = () => responding((_, response) => response.writeHead(status).end())
    const { listed, explained } = await serve([await start(), await healthy()], { judged: { health_check: quick } })
    for (const one of [500, 404]) {
      status = one
      const why = `2 failed checks in a row, the last one: status ${one}`
      await expect.poll(listed, within).toEqual({ state: 'unhealthy', why })
    }
    status = 200
    await expect.poll(listed, within).toEqual({ state: 'usable' })
    expect(await explained()).toEqual({ state: 'usable' })
  })
})

describe('a target without health checks that fails requests', () => {
  const breaker = { maxErrors: 3, sampleInterval: 60_000, retries: 0 }
  const outlier = { outlier: { consecutiveFailures: 3 } }
  const calls = async (call: () => Promise<number>, count: number) => {
    for (let i = 0; i < count; i++) await call()
  }

  it('is gone: its circuit opens', async () => {
    const { listed, explained, call } = await serve([await gone()], { client: breaker })
    await calls(call, 3)
    const expected = { state: 'open', why: 'too many failures, the last one: connection refused' }
    expect(await listed()).toEqual(expected)
    expect(await explained()).toEqual({
      ...expected,
      refused: { cause: 'errors.backend.circuit.open', rule: 'No target of the backend takes requests' },
    })
  })

  it.each<[what: string, start: () => Promise<object>, why: string]>([
    ['breaks connections', breaking, 'the server closed the connection'],
    ['answers 503', failing(503), 'status 503'],
  ])('%s: it is ejected', async (_, start, reason) => {
    const { listed, explained, call } = await serve([await start(), await healthy()], {
      judged: outlier,
      client: { useCircuitBreaker: false, retries: 0 },
    })
    await calls(call, 6)
    const expected = { state: 'ejected', why: `3 failures in a row, the last one: ${reason}` }
    expect(await listed()).toEqual(expected)
    expect(await explained()).toEqual(expected)
  })

  it('is gone, with another beside it: it rests, and nothing fails', async () => {
    const { listed, explained, call } = await serve([await gone(), await healthy()], {})
    for (let i = 0; i < 6; i++) expect(await call()).toBe(200)
    const expected = { state: 'resting', why: 'connection refused' }
    expect(await listed()).toEqual(expected)
    expect(await explained()).toEqual(expected)
  })

  it('answers 500: it responds, so it stays in service, and nothing is said', async () => {
    const { listed, call } = await serve([await failing(500)(), await healthy()], { judged: outlier, client: breaker })
    await calls(call, 8)
    expect(await listed()).toEqual({ state: 'usable' })
  })
})
