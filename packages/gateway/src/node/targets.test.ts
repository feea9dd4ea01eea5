import type { LookupAddress } from 'node:dns'
import { describe, expect, it, onTestFinished } from 'vitest'
import { startBackend } from '../suite/scene/backend.fixture.ts'
import { type GatewaySettings, gatewayTo } from '../suite/scene/open-gateway.fixture.ts'
import { exchangeRaw } from '../suite/scene/raw-http.fixture.ts'
import { listen } from './listen.ts'
import { refuseAsTarget } from './outgoing/own-listeners.ts'
import type { Resolve } from './outgoing/resolve.ts'

const addresses = (...list: string[]): LookupAddress[] =>
  list.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))

async function startServer() {
  const backend = await startBackend()
  onTestFinished(backend.close)
  return backend
}

/** A gateway whose names resolve like this; `call` is the status and the cause of a request. */
async function setUp(settings: GatewaySettings, resolve?: Resolve) {
  const made = gatewayTo(settings)
  const { port, close } = await listen(made.gateway, { host: '127.0.0.1', ...(resolve && { resolve }) })
  onTestFinished(() => close({ drainMs: 0 }))
  const call = async () => {
    const count = made.ended.length
    const { responses } = await exchangeRaw('GET / HTTP/1.1\r\nHost: shop.example\r\n\r\n', { port, responses: 1 })
    const ended = await made.until(count + 1)
    return [responses[0]?.status, ended[count]?.cause]
  }
  return { ...made, gatewayPort: port, call }
}

const target = { hostname: 'backend.test' }
const REFUSED = [503, 'errors.backend.unavailable']

describe('addresses of targets', () => {
  it('are those that the name resolves to', async () => {
    const { port } = await startServer()
    const { call } = await setUp({ port, target }, async () => addresses('127.0.0.1'))
    expect(await call()).toEqual([200, undefined])
  })

  it('are tried one after the other', async () => {
    const { port } = await startServer()
    const { call } = await setUp({ port, target }, async () => addresses('127.0.0.2', '127.0.0.1'))
    expect(await call()).toEqual([200, undefined])
  })

  it('that must not be called are left out', async () => {
    const { port } = await startServer()
    const { call } = await setUp({ port, target }, async () => addresses('::ffff:169.254.169.254', '127.0.0.1'))
    expect(await call()).toEqual([200, undefined])
  })

  it.each([
    [{ hostname: '169.254.169.254' }],
    [{ hostname: '[::ffff:a9fe:a9fe]' }],
    [{ hostname: 'backend.test', ip_address: '100.100.100.200' }],
    [{ hostname: '169.254.169.254', tls: true }],
  ])('are judged if the target names them itself: %j', async (named) => {
    const { call, reports } = await setUp({ port: 80, target: named })
    expect(await call()).toEqual(REFUSED)
    expect(await call()).toEqual(REFUSED)
    expect(reports).toHaveLength(1)
    expect(String(reports[0])).toMatch(/The target .+:\d+ is not called: .+ metadata .+backends.allowMetadata/)
  })

  it('that do not exist fail, until they do', async () => {
    const { port } = await startServer()
    let isKnown = false
    const { call } = await setUp({ port, target }, async (hostname) => {
      if (isKnown) return addresses('127.0.0.1')
      throw Object.assign(new Error(`getaddrinfo ENOTFOUND ${hostname}`), { code: 'ENOTFOUND' })
    })
    expect(await call()).toEqual([502, 'errors.backend.dns'])
    isKnown = true
    await expect.poll(call, { timeout: 3000, interval: 200 }).toEqual([200, undefined])
  })

  it('of a name without any are an error of DNS', async () => {
    const { call } = await setUp({ port: 80, target }, async () => [])
    expect(await call()).toEqual([502, 'errors.backend.dns'])
  })
})

describe('what targets may name', () => {
  it.each([
    [['127.0.0.0/8'], '127.0.0.1', 200],
    [['*.test'], '127.0.0.1', 200],
    [['*.internal', '10.0.0.0/8'], '127.0.0.1', 503],
  ])('with %j, %s is answered %i', async (allow, address, status) => {
    const { port } = await startServer()
    const { call } = await setUp({ port, target, backends: { allow } }, async () => addresses(address))
    expect((await call())[0]).toBe(status)
  })

  it('a name in the list does not allow another address beside it', async () => {
    const { port } = await startServer()
    const named = { hostname: 'api.internal', ip_address: '127.0.0.1' }
    const { call, reports } = await setUp({ port, target: named, backends: { allow: ['*.internal'] } })
    expect(await call()).toEqual(REFUSED)
    expect(String(reports[0])).toContain('backends.allow contains neither')
  })
})

describe('servers of this process', () => {
  it('that are gateways are not called', async () => {
    const { port } = await startServer()
    const first = await setUp({ port })
    const { call, reports } = await setUp({ port: first.gatewayPort })
    expect(await call()).toEqual(REFUSED)
    expect(String(reports[0])).toContain(`this process itself listens at 127.0.0.1:${first.gatewayPort}`)
  })

  it('are called unless that was refused', async () => {
    const { port, server } = await startServer()
    const { call } = await setUp({ port })
    expect(await call()).toEqual([200, undefined])
    refuseAsTarget(server)
    expect(await (await setUp({ port })).call()).toEqual(REFUSED)
  })
})
