import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { serve } from '@hono/node-server'
import { type CompiledRoute, compile, type GatewayApi } from '@signalbox/core/gateway'
import { Hono } from 'hono'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createGateway } from '../create-gateway.ts'
import { toNode } from '../node/index.ts'
import { staticRoutes } from '../served/static-routes.ts'
import { exchangeRaw, reader } from '../suite/scene/raw-http.fixture.ts'
import { handshake, startSwitchingBackend, switching } from '../suite/scene/websocket.fixture.ts'
import { toHono } from './to-hono.ts'

/** A backend that tells what it got. */
async function startBackend(): Promise<number> {
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request.setEncoding('utf8')) body += chunk
    response.setHeader('X-Backend', 'yes').end(`${request.method} ${request.url} ${body.length}`)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  return (server.address() as AddressInfo).port
}

function routesTo(port: number): readonly CompiledRoute[] {
  const api: GatewayApi = {
    id: 'shop',
    name: 'Shop',
    state: 'published',
    context_path: '/shop',
    backends: [{ id: 'main', backend: { targets: [{ hostname: '127.0.0.1', port }] } }],
    routes: [{ id: 'all', name: 'All', backend: 'main', frontend: { paths: ['/'] } }],
  }
  return compile(api).routes
}

/** Starts a Hono app with a route of its own before the gateway. Returns its URL. */
async function startApp(throughNode: boolean): Promise<string> {
  const gateway = createGateway({ source: staticRoutes(routesTo(await startBackend())) })
  const app = new Hono()
  app.get('/own', (c) => c.text('own'))
  app.all('*', toHono(gateway, throughNode ? { node: toNode(gateway) } : {}))
  const server = serve({ fetch: app.fetch, hostname: '127.0.0.1', port: 0 })
  await once(server, 'listening')
  onTestFinished(async () => {
    server.close()
    await gateway.close({ drainMs: 0 })
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

describe.each([
  ['with the request and response of Node', true],
  ['with fetch', false],
])('a gateway in a Hono app, %s', (_, throughNode) => {
  it('serves what the routes of the app do not', async () => {
    const url = await startApp(throughNode)
    expect(await (await fetch(`${url}/own`)).text()).toBe('own')
    const served = await fetch(`${url}/shop/orders?page=2`)
    expect([served.status, served.headers.get('X-Backend'), await served.text()]).toEqual([
      ...[200, 'yes'],
      'GET /shop/orders?page=2 0',
    ])
    expect([...served.headers.keys()]).not.toContain('x-hono-already-sent')
    const missing = await fetch(`${url}/other`)
    expect([missing.status, missing.headers.get('Gateway-Error')]).toEqual([404, 'true'])
  })

  it('passes bodies on, on one connection', async () => {
    const url = await startApp(throughNode)
    for (const length of [1, 100_000, 3_000_000]) {
      const served = await fetch(`${url}/shop`, { method: 'POST', body: 'x'.repeat(length) })
      expect(await served.text()).toBe(`POST /shop ${length}`)
    }
  })
})

it('WebSockets pass on a server that gets the listener for upgrades', async () => {
  const backend = await startSwitchingBackend(({ socket, head }) => {
    socket.write(switching(head))
    socket.pipe(socket)
  })
  const gateway = createGateway({ source: staticRoutes(routesTo(backend.port)) })
  const node = toNode(gateway)
  const app = new Hono()
  app.all('*', toHono(gateway, { node }))
  const server = serve({ fetch: app.fetch, hostname: '127.0.0.1', port: 0 }).on('upgrade', node.upgrade)
  await once(server, 'listening')
  onTestFinished(async () => {
    server.close()
    await backend.close()
  })
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  const { until } = reader(socket)
  socket.write(`${handshake({ target: '/shop/chat' })}hello`)
  expect(await until((text) => text.endsWith('hello'))).toMatch(/^HTTP\/1\.1 101 /)
  expect(backend.heads[0]).toMatch(/^GET \/shop\/chat /)
  socket.destroy()
})

it('what only Node can tell is kept with the requests of Node', async () => {
  const url = new URL(await startApp(true))
  const raw = 'GET / HTTP/1.1\r\nHost: shop.example\r\nHost: b\r\n\r\n'
  expect((await exchangeRaw(raw, { port: Number(url.port), responses: 1 })).responses[0]?.status).toBe(400)
})
