import { describe, expect, it, onTestFinished } from 'vitest'
import { startBackend } from '../suite/scene/backend.fixture.ts'
import { type GatewaySettings, gatewayTo } from '../suite/scene/open-gateway.fixture.ts'
import { exchangeRaw } from '../suite/scene/raw-http.fixture.ts'
import { listen } from './listen.ts'

/** Hosts that systems connect to this machine, although no server has them. */
const hosts = ['0.0.0.0', '::', '[::]', '::ffff:0.0.0.0', '[::ffff:0:0]', '0:0:0:0:0:ffff:0:0', '0x0', '0x0.0x0']
const inUrl = (host: string): string => (host.includes(':') && !host.startsWith('[') ? `[${host}]` : host)

async function startServer() {
  const backend = await startBackend()
  onTestFinished(backend.close)
  return backend
}

/** A gateway, called over both transports: the statuses. */
async function setUp(settings: GatewaySettings) {
  const { gateway, reports } = gatewayTo(settings)
  const { port, close } = await listen(gateway, { host: '127.0.0.1' })
  onTestFinished(async () => {
    await close({ drainMs: 0 })
    await gateway.close({ drainMs: 0 })
  })
  async function call(headers = '') {
    const request = `GET / HTTP/1.1\r\nHost: shop.example\r\n${headers}\r\n`
    const { responses } = await exchangeRaw(request, { port, responses: 1 })
    const [name = '', value = ''] = headers.trim().split(': ')
    const init = name === '' ? {} : { headers: { [name]: value } }
    const byFetch = await gateway.fetch(new Request('http://shop.example/', init))
    return [responses[0]?.status, byFetch.status]
  }
  return { call, reports, gateway }
}

const prefix = 'cp:gateway.next.plugins.'
const slot = (name: string, config: object) => [{ plugin: `${prefix}${name}`, config }]
const bearer = 'Authorization: Bearer eyJhbGciOiJSUzI1NiJ9.e30.AAAA\r\n'

describe('a host that stands for all addresses of a machine is not called', () => {
  it.each(hosts)('as the target %s', async (hostname) => {
    const { port, seen } = await startServer()
    const { call, reports } = await setUp({ port, target: { hostname } })
    expect(await call()).toEqual([503, 503])
    expect(seen).toEqual([])
    expect(String(reports[0])).toMatch(
      /The target .+ is not called: .+ stands for all addresses of a machine.+127\.0\.0\.1/,
    )
  })

  it('whatever is allowed', async () => {
    const { port, seen } = await startServer()
    const backends = { allow: ['0.0.0.0/0', '::/0', '0.0.0.0'], allowMetadata: true }
    expect(await (await setUp({ port, target: { hostname: '0.0.0.0' }, backends })).call()).toEqual([503, 503])
    expect(seen).toEqual([])
  })

  it('as the address of a target', async () => {
    const { port, seen } = await startServer()
    const target = { hostname: 'backend.test', ip_address: '::ffff:0.0.0.0' }
    const { call } = await setUp({ port, target })
    expect((await call())[0]).toBe(503)
    expect(seen).toEqual([])
  })

  it.each(hosts)('by a mirror: %s', async (hostname) => {
    const [server, other] = [await startServer(), await startServer()]
    const further = { id: 'm', backend: { targets: [{ hostname, port: other.port }] } }
    const main = { id: 'b', backend: { targets: [{ hostname: '127.0.0.1', port: server.port }] } }
    const slots = slot('TrafficMirror', { backend: 'm', percent: 100 })
    const { call, reports } = await setUp({ port: server.port, slots, api: { backends: [main, further] } })
    expect(await call()).toEqual([200, 200])
    await expect.poll(() => reports.map(String).join()).toContain('stands for all addresses')
    expect(other.seen).toEqual([])
  })

  it.each(hosts)('by a health check: %s', async (hostname) => {
    const { port, seen } = await startServer()
    const judged = { health_check: { enabled: true, url: '/up', interval: 100, unhealthyAfter: 1, healthyAfter: 1 } }
    const { call, reports } = await setUp({ port, target: { hostname }, judged })
    expect(await call()).toEqual([503, 503])
    await expect.poll(() => reports.map(String).join()).toContain('stands for all addresses')
    expect(seen).toEqual([])
  })

  it.each(hosts)('for keys of tokens, nor asked about tokens: %s', async (host) => {
    const { port, seen } = await startServer()
    const url = `http://${inUrl(host)}:${port}/`
    for (const where of [{ jwksUrl: url }, { introspectionUrl: url, clientId: 'c', clientSecret: 's' }]) {
      const slots = slot('OIDCJwtVerifier', { issuer: 'https://id.example', ...where })
      expect(await (await setUp({ port, slots })).call(bearer)).toEqual([503, 503])
    }
    expect(seen).toEqual([])
  })
})
