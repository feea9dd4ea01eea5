import { hash } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer as createHttpServer } from 'node:http'
import { connect as connectHttp2 } from 'node:http2'
import { type AddressInfo, connect, createServer as createSocketServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect as connectTls } from 'node:tls'
import { describe, expect, it, onTestFinished } from 'vitest'
import { apiTo, startBackend } from '../fixtures/backend.fixture.ts'
import { certificateFor, type TestCertificate } from '../fixtures/certificates.fixture.ts'
import { known } from '../fixtures/known.fixture.ts'
import { createServer, type Server, type ServerOptions } from '../serve/create-server.ts'

async function open(options: ServerOptions = {}): Promise<Server> {
  const server = await createServer({ port: 0, ...known, ...options })
  onTestFinished(() => server.close())
  return server
}

/** Publishes an API and waits until the gateway serves it. */
async function publish({ box }: Server, api: ReturnType<typeof apiTo>): Promise<void> {
  await box.apis.create({ body: api })
  await box.apis.deployments.create({ id: api.id, body: {} })
  await caughtUp(box)
}

const caughtUp = (box: Server['box']) =>
  expect.poll(async () => (await box.gateway.list()).results.map(({ lag }) => lag)).toEqual([0])

async function folder(files: Readonly<Record<string, string>> = {}): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'signalbox-'))
  onTestFinished(() => rm(path, { recursive: true }))
  for (const [name, text] of Object.entries(files)) await writeFile(join(path, name), text)
  return path
}

/** Takes a port of this machine, if it is free, for the duration of the test. */
async function takePort(port = 0): Promise<number> {
  const server = createSocketServer()
  await new Promise<void>((resolve) => server.once('error', () => resolve()).listen(port, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return (server.address() as AddressInfo | null)?.port ?? port
}

async function freePort(): Promise<number> {
  const server = createSocketServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

describe('the gateway of a server', () => {
  it('serves what is published, and follows changes', async () => {
    const server = await open({ gateway: true })
    await publish(server, apiTo(await startBackend()))
    const call = async () => {
      const response = await fetch(`${server.gatewayUrl}/shop/orders?page=2`)
      return [response.status, await response.text()]
    }
    expect(await call()).toEqual([200, '/shop/orders?page=2'])
    await server.box.apis.patch({ id: 'shop', body: { state: 'deprecated' } })
    await server.box.apis.patch({ id: 'shop', body: { state: 'removed' } })
    await caughtUp(server.box)
    expect((await call())[0]).toBe(404)
  })

  it('opens routes by features', async () => {
    const server = await open({ gateway: true })
    const { box } = server
    await box.features.create({ body: { id: 'express', enabled: false, activationStrategy: 'NO_STRATEGY' } })
    const slot = (plugin: string, config: object) => ({ plugin: `cp:gateway.next.plugins.${plugin}`, config })
    const flows = [{ id: 'gated', plugins: { slots: [slot('FeatureGate', { feature: 'express' })] } }]
    const routes = [{ id: 'all', name: 'All', backend: 'main', flow_ref: 'gated', frontend: { paths: ['/'] } }]
    await publish(server, apiTo(await startBackend(), { flows, routes }))
    const status = async () => (await fetch(`${server.gatewayUrl}/shop`)).status
    expect(await status()).toBe(404)
    await box.features.patch({ id: 'express', body: [{ op: 'replace', path: '/enabled', value: true }] })
    expect(await status()).toBe(200)
  })

  it('passes WebSockets on', async () => {
    const backend = createHttpServer().on('upgrade', (request, socket) => {
      const key = `${request.headers['sec-websocket-key']}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`
      const accept = `Sec-WebSocket-Accept: ${hash('sha1', key, 'base64')}`
      socket.write(`HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n${accept}\r\n\r\n`)
      // A text in a frame: its length, and its bytes.
      socket.end(Buffer.from([0x81, 5, ...Buffer.from('hello'), 0x88, 0]))
    })
    await new Promise<void>((resolve) => backend.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void backend.close())
    const server = await open({ gateway: true })
    await publish(server, apiTo((backend.address() as AddressInfo).port))
    const socket = new WebSocket(`${server.gatewayUrl?.replace('http', 'ws')}/shop/chat`)
    const message = await new Promise<MessageEvent>((resolve, reject) => {
      socket.onmessage = resolve
      socket.onerror = () => reject(new Error('The WebSocket did not open'))
    })
    expect(message.data).toBe('hello')
  })

  it('does not start unless asked', async () => {
    expect(await open()).not.toHaveProperty('gatewayUrl')
    expect(await open({ gatewayPort: 'off', gateway: true })).not.toHaveProperty('gatewayUrl')
    expect(await open({ gatewayPort: 0, gateway: false })).not.toHaveProperty('gatewayUrl')
    expect((await open({ gatewayPort: 0 })).gatewayUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
  })

  it('fails the start if its chosen port is in use, and releases the other port', async () => {
    const [port, gatewayPort] = [await freePort(), await takePort()]
    await expect(open({ port, gatewayPort })).rejects.toThrow(
      `Port ${gatewayPort} of 127.0.0.1 is in use: set SIGNALBOX_GATEWAY_PORT to another port, or to off`,
    )
    expect((await open({ port })).url).toContain(`:${port}`)
  })

  it('is left out with a warning if its default port is in use', async () => {
    await takePort(9080)
    const server = await open({ port: await freePort(), gateway: true })
    expect(server).not.toHaveProperty('gatewayUrl')
    expect(server.warnings).toEqual([
      expect.stringContaining('Port 9080 of 127.0.0.1 is in use, so there is no gateway'),
    ])
    expect((await server.box.gateway.list()).results).toEqual([])
  })

  it('explains requests to callers of the API', async () => {
    const server = await open({ gateway: true })
    await publish(server, apiTo(1))
    expect(await server.box.gateway.explain({ body: { url: 'http://a.test/shop/x' } })).toMatchObject({
      outcome: 'route',
      route: 'shop:all',
    })
    const stranger = server.box.as({
      id: 'ann',
      authorizedPatterns: [{ pattern: 'other', rights: ['R'], domains: ['Api'] }],
    })
    expect(await stranger.gateway.explain({ body: { url: 'http://a.test/shop/x' } })).toMatchObject({
      outcome: 'route',
      route: 'hidden',
      plugins: [],
      candidates: [{ route: 'hidden', won: true }],
    })
  })

  it('lists the state of targets for callers who may read their API', async () => {
    const server = await open({ gateway: true })
    const targets = [
      { id: 'one', hostname: '127.0.0.1', port: await startBackend() },
      { id: 'two', hostname: '127.0.0.1', port: 1, drained: true },
    ]
    await publish(server, { ...apiTo(1), backends: [{ id: 'main', backend: { targets } }] })
    await (await fetch(`${server.gatewayUrl}/shop`)).text()
    const [plane] = (await server.box.gateway.list()).results
    expect((await server.box.gateway.backends()).results).toMatchObject([
      {
        ...{ plane: plane?.id, api: 'shop', draft: false, backend: 'main', stored: false, isPanicking: false },
        targets: [
          { target: 'one', state: 'usable', inFlight: 0, weight: 1, backup: false },
          { target: 'two', hostname: '127.0.0.1', port: 1, state: 'drained' },
        ],
      },
    ])
    const authorizedPatterns = [{ pattern: 'other', domains: ['Api' as const] }]
    expect(await server.box.as({ id: 'ann', authorizedPatterns }).gateway.backends()).toEqual({ results: [] })
  })

  it('counts requests for callers who may read their API', async () => {
    const server = await open({ gateway: true })
    await publish(server, apiTo(await startBackend()))
    const seen = async (api: Pick<typeof server.box, 'gateway'>) =>
      (await api.gateway.traffic()).results.flatMap(({ apis }) =>
        apis.map(({ api, routes }) => [api, routes.map(({ route, requests, causes }) => [route, requests, causes])]),
      )
    expect(await seen(server.box)).toEqual([])
    for (const path of ['/shop', '/shop/more', '/nothing'])
      await (await fetch(`${server.gatewayUrl}${path}`, { headers: { connection: 'close' } })).text()
    const none = { '1xx': 0, '2xx': 0, '3xx': 0, '4xx': 0, '5xx': 0 }
    const shop = ['shop', [['shop:all', { ...none, '2xx': 2 }, {}]]]
    const unknown = [undefined, [[undefined, { ...none, '4xx': 1 }, { 'errors.service.not.found': 1 }]]]
    await expect.poll(() => seen(server.box)).toEqual([unknown, shop])
    const reader = (pattern: string) =>
      server.box.as({ id: 'ann', authorizedPatterns: [{ pattern, rights: ['R'], domains: ['Api'] }] })
    expect(await seen(reader('shop'))).toEqual([shop])
    expect(await seen(reader('other'))).toEqual([])
  })

  it('finishes requests before the box closes', async () => {
    const { promise: arrived, resolve: arrive } = Promise.withResolvers<() => void>()
    const backend = await startBackend((_, response) => arrive(() => response.end('late')))
    const server = await createServer({ port: 0, ...known, gateway: true })
    await publish(server, apiTo(backend))
    const answer = fetch(`${server.gatewayUrl}/shop`)
    const finish = await arrived
    const closed = server.close()
    await expect
      .poll(() =>
        fetch(`${server.gatewayUrl}/shop`).then(
          () => 'open',
          () => 'closed',
        ),
      )
      .toBe('closed')
    expect(await server.box.health()).toMatchObject({ status: 'up' })
    finish()
    expect(await (await answer).text()).toBe('late')
    await closed
  })

  it('trusts the addresses that proxies in front of it tell', async () => {
    const server = await open({ gateway: true, gatewayTrusted: ['127.0.0.0/8'] })
    const backend = await startBackend(({ headers }, response) => response.end(headers['x-forwarded-for']))
    await publish(server, apiTo(backend))
    const headers = { 'X-Forwarded-For': '192.0.2.7' }
    expect(await (await fetch(`${server.gatewayUrl}/shop`, { headers })).text()).toContain('192.0.2.7')
  })

  it('announces targets that get no more requests, and those that get them again', async () => {
    const lines: string[] = []
    let isWell = false
    const server = await open({ gateway: true, announce: (line) => void lines.push(line) })
    const port = await startBackend(({ socket }, response) => (isWell ? response.end() : socket.destroy()))
    const client = { maxErrors: 1, sampleInterval: 1 }
    const backends = [{ id: 'main', client: 'c', backend: { targets: [{ hostname: '127.0.0.1', port }] } }]
    await publish(server, { ...apiTo(port), backends, clients_backend_config: [{ id: 'c', client }] } as never)
    const call = async () => (await fetch(`${server.gatewayUrl}/shop`)).status
    expect(await call()).toBe(502)
    isWell = true
    await expect.poll(call).toBe(200)
    const target = `The target 127.0.0.1:${port} of the backend shop:main`
    expect(lines.filter((line) => line.startsWith('The target'))).toEqual([
      `${target} is not called, since its circuit breaker is open: too many failures, the last one: the server closed the connection`,
      `${target} is usable again`,
    ])
  })

  it('calls only the servers that its settings allow', async () => {
    const server = await open({ gateway: true, gatewayBackends: ['10.0.0.0/8', '*.internal'], report: () => {} })
    await publish(server, apiTo(await startBackend()))
    expect((await fetch(`${server.gatewayUrl}/shop`)).status).toBe(503)
    const other = await open({ gateway: true, gatewayBackends: ['127.0.0.1'] })
    await publish(other, apiTo(await startBackend()))
    expect((await fetch(`${other.gatewayUrl}/shop`)).status).toBe(200)
  })

  it('never calls the ports of its own process', async () => {
    const server = await open({ gateway: true, adminPort: 0, report: () => {} })
    for (const url of [server.url, server.adminUrl, server.gatewayUrl]) {
      const api = apiTo(Number(new URL(url as string).port))
      await publish(server, api)
      expect([url, (await fetch(`${server.gatewayUrl}/shop/api/_live`)).status]).toEqual([url, 503])
      await server.box.apis.delete({ id: 'shop' })
    }
  })

  it('warns of backends whose certificates are not verified', async () => {
    const store = `sqlite:${join(await folder(), 'signalbox.db')}`
    const first = await createServer({ port: 0, ...known, store })
    const backend = { targets: [{ hostname: 'h', tls: true, tls_config: { verify: false } }] }
    await first.box.backends.create({ body: { id: 'shared', backend } })
    await first.box.apis.create({ body: { ...apiTo(1), backends: [{ id: 'main', backend }] } })
    await first.box.apis.deployments.create({ id: 'shop', body: {} })
    await first.close()
    const { warnings } = await open({ gateway: true, store })
    expect(warnings).toContainEqual(
      'The certificates of these backends are not verified, so others can intercept their traffic: shared, main of shop. Remove verify: false from their tls_config',
    )
  })

  it('keeps clients at their targets across restarts', async () => {
    const store = `sqlite:${join(await folder(), 'signalbox.db')}`
    const ports = await Promise.all([startBackend(), startBackend()])
    const targets = ports.map((port) => ({ hostname: '127.0.0.1', port }))
    const backend = { targets, load_balancing: { type: 'Sticky' } }
    const first = await createServer({ port: 0, ...known, gateway: true, store })
    await publish(first, { ...apiTo(1), backends: [{ id: 'main', backend }] })
    const [cookie = ''] = (await fetch(`${first.gatewayUrl}/shop`)).headers.getSetCookie()
    expect(cookie).toMatch(/^signalbox-target-[\da-f]{8}=\w+;/)
    await first.close()
    const second = await open({ gateway: true, store })
    const headers = { Cookie: cookie.split(';')[0] as string }
    expect((await fetch(`${second.gatewayUrl}/shop`, { headers })).headers.getSetCookie()).toEqual([])
  })
})

describe('the access log', () => {
  it('is a file to which the gateway appends', async () => {
    const file = join(await folder({ 'access.log': 'before\n' }), 'access.log')
    const server = await createServer({ port: 0, ...known, gateway: true, gatewayLog: `file:${file}` })
    await publish(server, apiTo(await startBackend()))
    await (await fetch(`${server.gatewayUrl}/shop/orders`)).text()
    await server.close()
    const [before, line = '', ...rest] = (await readFile(file, 'utf8')).split('\n')
    expect([before, rest]).toEqual(['before', ['']])
    expect(JSON.parse(line)).toMatchObject({ method: 'GET', path: '/shop/orders', status: 200, route: 'shop:all' })
  })

  it('that cannot be written fails the start', async () => {
    const file = join(await folder(), 'absent', 'access.log')
    await expect(open({ gateway: true, gatewayLog: `file:${file}` })).rejects.toThrow(
      `${file}, named in SIGNALBOX_GATEWAY_LOG, cannot be written: there is no such file or folder`,
    )
  })
})

describe('a server with a gateway', () => {
  const guard = (plugin: string) => ({
    flows: [{ id: 'default_plugin_chain', plugins: { slots: [{ plugin, config: {} }] } }],
  })
  const plan = { id: 'open', status: 'published', access_mode_configuration_type: 'keyless' }

  it('warns once of published APIs that anyone can call', async () => {
    const store = `sqlite:${join(await folder(), 'store.db')}`
    const first = await createServer({ port: 0, ...known, store })
    const apis = {
      open: {},
      limited: guard('cp:gateway.next.plugins.RateLimit'),
      planned: { documentation: { plans: [plan] } },
      guarded: guard('cp:gateway.next.plugins.IpAddressAllowedList'),
      staged: {},
    }
    for (const [id, more] of Object.entries(apis)) {
      await first.box.apis.create({ body: { ...apiTo(1, more), id, context_path: `/${id}` } })
      if (id !== 'staged') await first.box.apis.deployments.create({ id, body: {} })
    }
    await first.close()
    const { warnings } = await open({ store, gateway: true })
    expect(warnings.filter((one) => one.includes('Anyone'))).toEqual([
      expect.stringMatching(/^Anyone can call the APIs limited, open: /),
    ])
  })
})

describe('TLS of the gateway', () => {
  /** The name in the certificate that a server shows to a client that asks for a host, and the status of its response. */
  const shownTo = (url: string, servername: string, client: Partial<TestCertificate> = {}) =>
    new Promise<string>((resolve) => {
      const { cert, key } = client
      const options = { servername, rejectUnauthorized: false, ...(cert && key && { cert, key }) }
      const socket = connectTls(Number(new URL(url).port), '127.0.0.1', options)
      const host = servername || 'a.test'
      socket
        .once('error', () => resolve('refused'))
        .once('secureConnect', () => {
          const { CN } = socket.getPeerCertificate().subject
          // Of a missing client certificate, TLS 1.3 tells only after the handshake.
          socket.write(`GET /shop HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`)
          let text = ''
          socket.setEncoding('utf8').on('data', (more) => {
            text += more
          })
          socket.once('end', () => resolve(text === '' ? 'refused' : `${CN} ${text.slice(9, 12)}`))
        })
    })

  const [one, two, authority] = [certificateFor('a.test'), certificateFor('b.test'), certificateFor('authority.test')]
  const files = { 'a.crt': one.cert, 'a.key': one.key, 'b.crt': two.cert, 'b.key': two.key, 'ca.crt': authority.cert }
  const settings = async (more: ServerOptions = {}) => {
    const path = await folder(files)
    const at = (...names: string[]) => names.map((name) => join(path, name))
    return {
      at,
      options: { gateway: true, gatewayTlsCert: at('a.crt', 'b.crt'), gatewayTlsKey: at('a.key', 'b.key'), ...more },
    }
  }

  it('shows the certificate of the host that the client asks for, else the first', async () => {
    const server = await open((await settings()).options)
    await publish(server, apiTo(await startBackend()))
    const url = server.gatewayUrl as string
    expect(url).toMatch(/^https:/)
    expect(await shownTo(url, 'b.test')).toBe('b.test 200')
    expect(await shownTo(url, 'a.test')).toBe('a.test 200')
    expect(await shownTo(url, '')).toBe('a.test 200')
    expect(await shownTo(url, 'c.test')).toBe('a.test 421')
  })

  it.each([
    [false, 'no HTTP/2'],
    [true, 200],
  ])('lets clients speak HTTP/2 if that is set: %s', async (gatewayH2, expected) => {
    const server = await open((await settings({ gatewayH2 })).options)
    await publish(server, apiTo(await startBackend()))
    const session = connectHttp2(server.gatewayUrl as string, { rejectUnauthorized: false, servername: 'b.test' })
    onTestFinished(() => session.destroy())
    const status = new Promise((resolve) => {
      session.once('error', () => resolve('no HTTP/2'))
      session.once('connect', () =>
        session
          .request({ ':path': '/shop', ':authority': 'b.test' })
          .once('response', (head) => resolve(head[':status'])),
      )
    })
    expect(await status).toBe(expected)
    expect(await shownTo(server.gatewayUrl as string, 'b.test')).toBe('b.test 200')
  })

  it('can require certificates of clients', async () => {
    const { at, options } = await settings({ gatewayTlsClientCert: 'required' })
    const server = await open({ ...options, gatewayTlsClientCa: at('ca.crt') })
    await publish(server, apiTo(await startBackend()))
    const url = server.gatewayUrl as string
    expect(await shownTo(url, 'b.test', certificateFor('client', authority))).toBe('b.test 200')
    expect(await shownTo(url, 'b.test')).toBe('refused')
    expect(await shownTo(url, 'b.test', certificateFor('client'))).toBe('refused')
  })

  it.each<[what: string, more: (at: (...names: string[]) => string[]) => ServerOptions, says: string]>([
    [
      'a missing file',
      (at) => ({ gatewayTlsCert: at('a.crt', 'c.crt') }),
      'c.crt, named in SIGNALBOX_GATEWAY_TLS_CERT, cannot',
    ],
    ['too few keys', (at) => ({ gatewayTlsKey: at('a.key') }), 'names 2 files, but SIGNALBOX_GATEWAY_TLS_KEY 1'],
    [
      'keys in another order',
      (at) => ({ gatewayTlsKey: at('b.key', 'a.key') }),
      'are not a certificate and its key in PEM',
    ],
    [
      'no authority',
      () => ({ gatewayTlsClientCert: 'optional' }),
      'set SIGNALBOX_GATEWAY_TLS_CERT and SIGNALBOX_GATEWAY_TLS_CLIENT_CA',
    ],
    [
      'HTTP/2 without certificates',
      () => ({ gatewayTlsCert: [], gatewayTlsKey: [], gatewayH2: true }),
      'SIGNALBOX_GATEWAY_H2 is true: set SIGNALBOX_GATEWAY_TLS_CERT',
    ],
  ])('fails the start by %s', async (_, more, says) => {
    const { at, options } = await settings()
    await expect(open({ ...options, ...more(at) })).rejects.toThrow(says)
  })
})

describe('the port for operators', () => {
  const statusOf = async (url: string, init: RequestInit = {}) => (await fetch(url, init)).status

  it('has probes, metrics and explanations', async () => {
    const server = await open({ gateway: true, adminPort: 0 })
    await publish(server, apiTo(await startBackend()))
    const { adminUrl, gatewayUrl } = server
    for (const path of ['/live', '/ready', '/startup']) expect(await statusOf(adminUrl + path)).toBe(200)
    const answer = await fetch(`${gatewayUrl}/shop`)
    await answer.text()
    const metrics = await (await fetch(`${adminUrl}/metrics`)).text()
    expect(metrics).toContain('process_resident_memory_bytes ')
    expect(metrics).toMatch(/^signalbox_gateway_requests_total\{.*route="shop:all".*\} 1$/m)
    const decision = await fetch(`${adminUrl}/explain/${answer.headers.get('X-Request-Id')}`)
    expect(await decision.json()).toMatchObject({ route: 'shop:all', status: 200 })
    expect(await statusOf(`${adminUrl}/explain/unknown`)).toBe(404)
    const explained = await fetch(`${adminUrl}/explain`, { method: 'POST', body: '{"url": "http://a.test/shop"}' })
    expect(await explained.json()).toMatchObject({ route: 'shop:all' })
    expect(await statusOf(`${adminUrl}/explain`, { method: 'POST', body: 'x' })).toBe(400)
  })

  it('has the live tail and captured requests', async () => {
    const server = await open({ gateway: true, adminPort: 0 })
    await publish(server, { ...apiTo(await startBackend()), ...{ capture: true } })
    const { adminUrl, gatewayUrl } = server
    const leaving = new AbortController()
    const tail = await fetch(`${adminUrl}/tail?api=shop&status=2xx`, { signal: leaving.signal })
    expect(tail.headers.get('content-type')).toBe('text/event-stream')
    let heard = ''
    const read = (async () => {
      for await (const chunk of tail.body!.pipeThrough(new TextDecoderStream())) heard += chunk
    })().catch(() => {})
    await expect.poll(() => heard).toContain('keep-alive')
    const answer = await fetch(`${gatewayUrl}/shop`)
    await answer.text()
    const id = answer.headers.get('X-Request-Id')
    await expect.poll(() => heard).toContain(`"id":"${id}"`)
    expect(heard).toMatch(/^data: \{"kind":"request".*"status":200/m)
    leaving.abort()
    await read
    const { results } = (await (await fetch(`${adminUrl}/captures?api=shop`)).json()) as { results: unknown[] }
    expect(results).toMatchObject([{ id, api: 'shop', status: 200 }])
    for (const path of ['/captures', '/tail?status=6xx', '/tail?sample=2', '/tail?x=1'])
      expect([path, await statusOf(adminUrl + path)]).toEqual([path, 400])
  })

  it('shows requests on other addresses than loopback only if that is allowed', async () => {
    for (const [adminTraffic, status] of [
      [false, 403],
      [true, 404],
    ] as const) {
      const { adminUrl = '' } = await open({ adminPort: 0, adminHost: '0.0.0.0', adminTraffic })
      const local = `http://127.0.0.1:${new URL(adminUrl).port}`
      for (const path of ['/tail', '/captures?api=shop']) {
        const answer = await fetch(local + path)
        expect([path, answer.status]).toEqual([path, status])
        if (status === 403) expect(await answer.text()).toContain('SIGNALBOX_ADMIN_TRAFFIC')
      }
      expect(await statusOf(`${local}/ready`)).toBe(200)
    }
  })

  it('is off by default, and also serves a server without a gateway', async () => {
    expect(await open()).not.toHaveProperty('adminUrl')
    const { adminUrl } = await open({ adminPort: 0 })
    expect(await statusOf(`${adminUrl}/ready`)).toBe(200)
    expect(await (await fetch(`${adminUrl}/metrics`)).text()).toContain('process_resident_memory_bytes ')
    expect(await statusOf(`${adminUrl}/explain`, { method: 'POST', body: '{"url": "/"}' })).toBe(409)
    for (const path of ['/tail', '/captures?api=shop']) expect(await statusOf(adminUrl + path)).toBe(404)
  })

  it.each(['evil.test', '1.2.3.4.5'])(
    'on a loopback address does not answer to other names, which pages of other sites may use: %s',
    async (name) => {
      const { adminUrl } = await open({ adminPort: 0 })
      const { port } = new URL(adminUrl as string)
      expect(await statusOf(`http://localhost:${port}/live`)).toBe(200)
      const { promise, resolve } = Promise.withResolvers<string>()
      const socket = connect(Number(port), '127.0.0.1', () =>
        socket.write(`GET /metrics HTTP/1.1\r\nHost: ${name}\r\nConnection: close\r\n\r\n`),
      )
      socket.setEncoding('utf8').once('data', resolve)
      expect(await promise).toMatch(/^HTTP\/1.1 421 /)
    },
  )

  it('that is in use fails the start', async () => {
    const adminPort = await takePort()
    await expect(open({ adminPort })).rejects.toThrow(
      `Port ${adminPort} of 127.0.0.1 is in use: set SIGNALBOX_ADMIN_PORT`,
    )
  })
})
