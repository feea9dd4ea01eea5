import { existsSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import { readEvents } from '../../fixtures/event-reader.fixture.ts'
import { call, credentials, known } from '../../fixtures/known.fixture.ts'
import { chunk, chunked, connect, head } from '../../fixtures/raw.fixture.ts'
import { createServer, type ServerOptions } from '../../serve/create-server.ts'

type Line = Readonly<Record<string, unknown>>

/** A server that logs its requests to a file, and functions that read its lines. */
async function logging(options: ServerOptions = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'signalbox-'))
  const file = join(folder, 'access.log')
  const server = await createServer({ port: 0, ...known, accessLog: `file:${file}`, ...options })
  onTestFinished(async () => {
    await server.close()
    rmSync(folder, { recursive: true })
  })
  /** All lines so far. Each must be JSON. */
  const lines = (): Line[] => {
    const text = readFileSync(file, 'utf8')
    if (text !== '') expect(text.endsWith('\n')).toBe(true)
    return text
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line) as Line)
  }
  /** Waits for a number of lines. */
  const until = async (count: number): Promise<Line[]> => {
    await expect.poll(() => lines().length).toBeGreaterThanOrEqual(count)
    expect(lines()).toHaveLength(count)
    return lines()
  }
  return { server, url: server.url, lines, until, file }
}

const feature = { id: 'shop:pay', enabled: true, activationStrategy: 'NO_STRATEGY' }
const post = (body: unknown): RequestInit => ({
  method: 'POST',
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify(body),
})

describe('a line of the access log', () => {
  it('has these members', async () => {
    const { url, until } = await logging()
    const traceparent = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`
    const created = await call(`${url}/api/features?secret=hidden`, {
      ...post(feature),
      headers: { 'Content-Type': 'application/json', 'User-Agent': 'shop/1.0 "quoted"', traceparent },
    })
    expect(created.status).toBe(201)
    const body = await created.text()
    const [line] = await until(1)
    expect(line).toEqual({
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      id: created.headers.get('X-Request-Id'),
      trace: 'a'.repeat(32),
      method: 'POST',
      host: '127.0.0.1',
      path: '/api/features',
      status: 201,
      operation: 'features.create',
      caller: `ApiKey:${known.clientId}`,
      ms: expect.any(Number),
      bytesIn: JSON.stringify(feature).length,
      bytesOut: Buffer.byteLength(body),
      address: '127.0.0.0',
      agent: 'shop/1.0 "quoted"',
    })
  })

  it('of a failure has its code, and no caller if nobody was identified', async () => {
    const { url, until } = await logging()
    await call(`${url}/api/features/none`)
    await fetch(`${url}/api/features`, { headers: { Authorization: 'Bearer canary-1' } })
    await call(`${url}/api/features`, { ...post({ id: 1 }) })
    await fetch(`${url}/api/nowhere`)
    const lines = await until(4)
    expect(lines.map(({ path, status, error, operation, caller }) => [path, status, error, operation, caller])).toEqual(
      [
        ['/api/features/none', 404, 'NOT_FOUND', 'features.get', `ApiKey:${known.clientId}`],
        ['/api/features', 401, 'UNAUTHENTICATED', 'features.list', undefined],
        ['/api/features', 400, 'INVALID', 'features.create', `ApiKey:${known.clientId}`],
        ['/api/nowhere', 404, 'NOT_FOUND', undefined, undefined],
      ],
    )
  })

  it('has the canonical path', async () => {
    const { url, until } = await logging()
    const connection = await connect(url)
    const targets = [
      '/api//features',
      '/api/features/%c3%a9',
      'http://localhost/api/features?a=b',
      '/api/x"',
      '/api/%zz\\',
    ]
    for (const target of targets) connection.send(head('GET', target))
    const lines = await until(5)
    connection.destroy()
    const paths = ['/api/features', '/api/features/%C3%A9', '/api/features', '/api/x%22', '/api/%zz%5C']
    expect(lines.map(({ path }) => path)).toEqual(paths)
  })

  it('does not tell who is looked for or erased', async () => {
    const { url, until } = await logging()
    const paths = [
      '/api/experiments/e/clients/ann',
      '/api//clients/a%2fnn',
      '/api/clients/an%6e/x',
      '/api/users/ann/traces',
    ]
    for (const path of paths) await call(`${url}${path}`, { method: 'DELETE' })
    await call(`${url}/api/clients/ann`)
    const lines = await until(5)
    expect(lines.map(({ path }) => path)).toEqual([
      '/api/experiments/e/clients/{clientId}',
      '/api/clients/{clientId}',
      '/api/clients/{clientId}',
      '/api/users/{id}/traces',
      '/api/clients/{clientId}',
    ])
  })

  it('comes for a request and for what cannot be read after it', async () => {
    const { url, until } = await logging()
    const connection = await connect(url)
    connection.send(`${head('GET', '/api/features')}HELO\r\n\r\n`)
    const answer = await connection.closed
    const [first, second] = await until(2)
    expect([first?.status, second?.status]).toEqual([200, 400])
    expect(answer).toMatch(
      new RegExp(`^HTTP/1.1 200 OK\r\n.*X-Request-Id: ${first?.id}\r\n.*X-Request-Id: ${second?.id}\r\n`, 's'),
    )
  })

  it('counts the bytes of chunked bodies, and none for HEAD', async () => {
    const { url, until } = await logging()
    const connection = await connect(url)
    const body = JSON.stringify(feature)
    connection.send(
      head('POST', '/api/features', chunked()) + chunk(body.slice(0, 9)) + chunk(body.slice(9)) + chunk(''),
    )
    await until(1)
    connection.send(head('HEAD', '/api/features'))
    const [posted, asked] = await until(2)
    connection.destroy()
    expect(posted?.bytesIn).toBe(body.length)
    expect([asked?.method, asked?.bytesIn, asked?.bytesOut]).toEqual(['HEAD', 0, 0])
  })

  it('of an event stream comes when it ends, with its bytes', async () => {
    const { url, lines, until } = await logging()
    const reader = readEvents(url)
    await reader.open
    await call(`${url}/api/features`, post(feature))
    await reader.until(1)
    expect((await until(1))[0]).toMatchObject({ operation: 'features.create' })
    reader.destroy()
    await expect.poll(() => lines().length).toBe(2)
    expect(lines()[1]).toMatchObject({ status: 200, operation: 'events.stream', bytesOut: expect.any(Number) })
    expect(lines()[1]?.bytesOut).toBeGreaterThan(100)
  })

  it('has status 499 if the client left before the end', async () => {
    const { url, until } = await logging()
    const connection = await connect(url)
    connection.send(
      `${head('POST', '/api/features', { 'Content-Length': 100, 'Content-Type': 'application/json' })}{"id":`,
    )
    await sleep(20)
    connection.destroy()
    expect((await until(1))[0]).toMatchObject({ status: 499, bytesIn: 6, operation: 'features.create' })
  })

  it('comes for what arrives too slowly, too', async () => {
    const { url, until } = await logging({ bodyMs: 100 })
    const connection = await connect(url)
    connection.send(`${head('POST', '/api/features', { 'Content-Length': 100, 'Content-Type': 'application/json' })}{`)
    const answer = await connection.closed
    const [line] = await until(1)
    expect(line).toMatchObject({ status: 408 })
    expect(answer).toContain(`X-Request-Id: ${line?.id}\r\n`)
  })
})

describe('hostile input', () => {
  it('gives one line of JSON each', async () => {
    const { url, lines, until } = await logging()
    const hostile = [
      `GET /${'a'.repeat(100_000)} HTTP/1.1\r\nHost: x\r\n\r\n`,
      'GET / HTTP/1.1\r\nHost: x\r\nBad\x01Name: y\r\n\r\n',
      'HELO\r\n\r\n',
      'GET /a"b\\c HTTP/1.1\r\nHost: "x"\\\r\n\r\n',
      'GET /%0d%0a%00{"fake":1} HTTP/1.1\r\nHost: x\r\n\r\n',
      'GET /\xff\xfe\x80 HTTP/1.1\r\nHost: \xff\xfe\r\n\r\n',
      'GET / HTTP/1.1\r\nHost: x\r\nUser-Agent: \xff"\\\t{}\r\n\r\n',
      `GET /api/features/sbx_${'c'.repeat(20)}anary HTTP/1.1\r\nHost: x\r\n\r\n`,
      'GET / HTTP/1.1\r\nHost: user:canary@x\r\n\r\n',
      `GET /?q=canary#canary HTTP/1.1\r\nHost: x\r\nCookie: s=canary\r\nAuthorization: Bearer canary\r\n\r\n`,
      'GET http://user:canary@x/ HTTP/1.1\r\nHost: x\r\nUser-Agent: Bearer canary\r\n\r\n',
      'GET /api/%2e%2e/%2e HTTP/1.1\r\nHost: x\r\nX-Request-Id: "},{"\r\n\r\n',
      `POST /api/features HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n`,
      'GET /api/nowhere/password=canary HTTP/1.1\r\nHost: x\r\n\r\n',
      'POST /api/features HTTP/1.1\r\nHost: x\r\nExpect: canary\r\n\r\n',
    ]
    for (const [i, text] of hostile.entries()) {
      const connection = await connect(url)
      connection.send(Buffer.from(text, 'latin1'))
      await until(i + 1)
      connection.destroy()
    }
    expect(lines().map(({ status }) => status)).toEqual([
      431, 400, 400, 400, 404, 400, 200, 401, 400, 400, 400, 400, 400, 404, 417,
    ])
    expect(JSON.stringify(lines())).not.toContain('canary')
    for (const line of lines()) expect(line.id).toMatch(/^[0-9a-z]{26}$/)
  })

  it('is told the id of a request that cannot be read', async () => {
    const { url, until } = await logging()
    const connection = await connect(url)
    connection.send('HELO signalbox\r\n\r\n')
    const answer = await connection.closed
    const [line] = await until(1)
    expect(answer).toBe(`HTTP/1.1 400 Bad Request\r\nConnection: close\r\nX-Request-Id: ${line?.id}\r\n\r\n`)
    expect(Object.keys(line ?? {})).toEqual([
      ...['time', 'id', 'status', 'error', 'ms', 'bytesIn', 'bytesOut', 'address'],
    ])
  })
})

describe('the access log', () => {
  it('has a line for each of 2,000 requests at once, with the id of its response', async () => {
    const { url, until } = await logging()
    const ids = await Promise.all(
      Array.from({ length: 2000 }, async (_, i) => {
        const response = await fetch(`${url}/api/features/${i}`, { headers: credentials })
        await response.text()
        return [`/api/features/${i}`, response.headers.get('X-Request-Id')]
      }),
    )
    const lines = await until(2000)
    expect(new Map(lines.map(({ path, id }) => [path, id]))).toEqual(new Map(ids as [string, string][]))
    expect(new Set(lines.map(({ id }) => id)).size).toBe(2000)
  })

  it('leaves out successful probes', async () => {
    const { url, until } = await logging()
    for (const path of ['/api/_live', '/api/_ready?x=1', '/api/_health'])
      expect((await fetch(url + path)).status).toBe(200)
    await fetch(`${url}/api/_live`, { method: 'DELETE' })
    expect(await until(1)).toMatchObject([{ path: '/api/_live', status: 405 }])
  })

  it('lists a share of the successful requests, and all errors', async () => {
    const { url, until } = await logging({ accessLogSample: 0.25 })
    for (let i = 0; i < 40; i++) await call(`${url}/api/features`)
    for (let i = 0; i < 3; i++) await call(`${url}/api/features/none`)
    const lines = await until(13)
    expect(lines.filter(({ status }) => status === 404)).toHaveLength(3)
  })

  it('is written to the end when the server is closed', async () => {
    const { server, url, lines } = await logging()
    for (let i = 0; i < 5; i++) await call(`${url}/api/features`)
    await server.close()
    expect(lines()).toHaveLength(5)
  })

  it.runIf(existsSync('/dev/full'))('does not disturb the server if it cannot be written', async () => {
    const reports: unknown[] = []
    const report = (error: unknown) => reports.push(error)
    const server = await createServer({ port: 0, ...known, accessLog: 'file:/dev/full', report })
    onTestFinished(() => server.close())
    await expect
      .poll(async () => {
        const { status } = await call(`${server.url}/api/features`)
        return [status, reports.length]
      })
      .toEqual([200, 1])
    for (let i = 0; i < 50; i++) expect((await call(`${server.url}/api/features`)).status).toBe(200)
    await server.close()
    expect(reports).toMatchObject([{ code: 'ENOSPC' }])
  })

  it.runIf(existsSync('/proc/self/fd'))('is closed if the server cannot listen', async () => {
    const { file, server } = await logging()
    const openFiles = () =>
      readdirSync('/proc/self/fd').flatMap((fd) => {
        try {
          return readlinkSync(`/proc/self/fd/${fd}`)
        } catch {
          return [] // closed meanwhile
        }
      })
    const other = `${file}.other`
    const port = Number(new URL(server.url).port)
    await expect(createServer({ port, ...known, accessLog: `file:${other}` })).rejects.toThrow('is in use')
    expect(openFiles()).toContain(file)
    expect(openFiles()).not.toContain(other)
  })

  it('must be writable at the start', async () => {
    const started = createServer({ port: 0, ...known, accessLog: 'file:/none/access.log' })
    await expect(started).rejects.toThrow('/none/access.log, named in SIGNALBOX_ACCESS_LOG, cannot be written')
  })
})

describe('the id of a request', () => {
  const idOf = async (url: string, id: string) =>
    (await fetch(`${url}/api/features`, { headers: { 'X-Request-Id': id } })).headers.get('X-Request-Id')

  it('is that of trusted proxies, if it is valid', async () => {
    const { url, until } = await logging({ trustProxy: 1 })
    expect(await idOf(url, 'proxy:1.a_B-2')).toBe('proxy:1.a_B-2')
    expect((await until(1))[0]?.id).toBe('proxy:1.a_B-2')
    for (const wrong of ['a b', 'a"', 'x'.repeat(129), 'a,b', '{}']) expect(await idOf(url, wrong)).toMatch(/^\w{26}$/)
    expect(await idOf(url, 'x'.repeat(128))).toBe('x'.repeat(128))
  })

  it('is made anew without trusted proxies', async () => {
    const { url } = await logging()
    expect(await idOf(url, 'mine')).toMatch(/^[0-9a-z]{26}$/)
  })

  it('does not exist without logs and traces', async () => {
    const server = await createServer({ port: 0, ...known })
    onTestFinished(() => server.close())
    const response = await fetch(`${server.url}/api/features`, { headers: { 'X-Request-Id': 'mine' } })
    expect(response.headers.has('X-Request-Id')).toBe(false)
  })
})
