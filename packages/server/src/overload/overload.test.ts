import { describe, expect, it, onTestFinished } from 'vitest'
import { certificateFor } from '../fixtures/certificates.fixture.ts'
import { call, known } from '../fixtures/known.fixture.ts'
import { connect, head, type RawConnection } from '../fixtures/raw.fixture.ts'
import { certificateFiles, tlsClient } from '../fixtures/tls.fixture.ts'
import { scrape } from '../observers/metrics/scrape.fixture.ts'
import { createServer, type ServerOptions } from '../serve/create-server.ts'

const probes = ['/api/_ready', '/api/_live', '/api/_health', '/api/_ready?from=haproxy']

async function open(options: ServerOptions = {}) {
  const reports: string[] = []
  const report = (error: unknown) => void reports.push((error as Error).message)
  const server = await createServer({ ...known, port: 0, adminPort: 0, report, ...options })
  onTestFinished(() => server.close())
  return { ...server, reports, metrics: () => scrape(server.adminUrl) }
}

type Opened = Awaited<ReturnType<typeof open>>

/** A connection that is closed at the end of the test. */
async function connected(url: string, localAddress?: string): Promise<RawConnection> {
  const connection = await connect(url, localAddress)
  onTestFinished(connection.destroy)
  return connection
}

const headers = /^HTTP\/1\.1 (\d+)[\s\S]*?\r\n\r\n/

/** Sends a request on a connection of its own. Resolves with the head of the response; empty if there is none. */
async function ask(url: string, path: string, sent: Readonly<Record<string, string>> = {}, localAddress?: string) {
  const connection = await connected(url, localAddress)
  connection.send(head('GET', path, sent))
  const text = await connection.until(headers).catch(() => '')
  return { status: Number(headers.exec(text)?.[1] ?? 0), text, ...connection }
}

/** Fills a server with connections that wait for their next request. */
const fill = (url: string, count: number) =>
  Promise.all(
    Array.from({ length: count }, async () => {
      const one = await ask(url, '/api/features')
      expect(one.status).toBe(200)
      return one
    }),
  )

async function expectProbes({ url, adminUrl }: Opened): Promise<void> {
  for (const path of [...probes, ...probes]) {
    const { status, destroy } = await ask(url, path)
    expect([path, status]).toEqual([path, 200])
    destroy()
  }
  for (const path of ['/ready', '/live', '/startup']) expect((await fetch(adminUrl + path)).status).toBe(200)
}

describe('sixty event streams on a server with room for forty connections', () => {
  it('leave room for probes and calls, and their limits are metrics', async () => {
    const server = await open({ connections: 40 })
    const streams = await Promise.all(Array.from({ length: 60 }, () => ask(server.url, '/api/events')))
    expect(streams.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(20)
    await expectProbes(server)
    for (let i = 0; i < 20; i++) expect((await call(`${server.url}/api/features`)).status).toBe(200)
    const { value } = await server.metrics()
    expect(value('signalbox_connections_limit')).toBe(40)
    expect(value('signalbox_event_streams_limit')).toBe(32)
    expect(value('signalbox_event_streams')).toBe(streams.filter(({ status }) => status === 200).length)
    expect(value('signalbox_connections')).toBeLessThan(40)
  })

  it.skipIf(process.platform !== 'linux')('do so if each has an address and a key of its own', async () => {
    const server = await open({ connections: 40 })
    for (let i = 0; i < 60; i++)
      await server.box.apiKeys.create({
        body: { clientId: `c${i}`, clientSecret: `a-secret-of-client-${i}`, name: 'c', admin: true },
      })
    const streams = await Promise.all(
      Array.from({ length: 60 }, (_, i) => {
        const own = { 'Service-Client-Id': `c${i}`, 'Service-Client-Secret': `a-secret-of-client-${i}` }
        return ask(server.url, '/api/events', own, `127.0.0.${2 + i}`)
      }),
    )
    const refused = streams.filter(({ status }) => status === 503)
    expect([refused.length, streams.filter(({ status }) => status === 200).length]).toEqual([28, 32])
    for (const { text } of refused) {
      expect(text).toMatch(/\r\nretry-after: \d+\r\n/i)
      expect(text).toMatch(/\r\nconnection: close\r\n/i)
    }
    await expectProbes(server)
    expect((await call(`${server.url}/api/features`)).status).toBe(200)
    const { value } = await server.metrics()
    expect([value('signalbox_event_streams'), value('signalbox_connections') < 40]).toEqual([32, true])
  })
})

describe('connections beyond the limit', () => {
  it('answer probes, reject everything else with 503, and are closed, with one report', async () => {
    const server = await open({ connections: 10, addressShare: 1 })
    const [first, ...others] = await fill(server.url, 10)
    await expectProbes(server)
    for (let i = 0; i < 3; i++) {
      const { status, text, closed } = await ask(server.url, '/api/features')
      expect([status, /\r\nretry-after: 5\r\n/i.test(text), /\r\nconnection: close\r\n/i.test(text)]).toEqual([
        503,
        true,
        true,
      ])
      expect(await closed).toContain(
        '"detail":"10 connections are open, and on further ones only probes are answered: try again in 5 seconds, or use another server"',
      )
    }
    const posted = await connected(server.url)
    posted.send(`${head('POST', '/api/features', { 'Content-Length': '100000' })}{`)
    expect(await posted.closed).toMatch(/^HTTP\/1\.1 503 /)
    for (const one of others) {
      one.send(head('GET', '/api/features'))
      await one.until(/(HTTP\/1\.1 200[\s\S]*){2}/)
    }
    expect(server.reports).toEqual([
      '10 connections are open, and on further ones only probes are answered: raise SIGNALBOX_CONNECTIONS, or find the clients that keep them open',
    ])
    first?.destroy()
    await expect.poll(async () => (await ask(server.url, '/api/features')).status).toBe(200)
  })

  it('serve calls once there is room', async () => {
    const { url, metrics } = await open({ connections: 2, addressShare: 1 })
    const [first] = await fill(url, 2)
    const waiting = await connected(url)
    first?.destroy()
    await expect.poll(async () => (await metrics()).value('signalbox_connections')).toBe(2)
    waiting.send(head('GET', '/api/features') + head('GET', '/api/configs'))
    expect(await waiting.until(/(HTTP\/1\.1 [\s\S]*){2}/)).toMatch(/^HTTP\/1\.1 200 [\s\S]*HTTP\/1\.1 200 /)
  })

  it('are bounded, and a flood of them keeps neither probes nor usual connections from being served', async () => {
    const server = await open({ connections: 10, addressShare: 1 })
    const usual = await fill(server.url, 10)
    const flood = await Promise.all(Array.from({ length: 400 }, () => connected(server.url)))
    await expectProbes(server)
    expect((await server.metrics()).value('signalbox_connections')).toBeLessThanOrEqual(10 + 64)
    expect(await Promise.all(flood.slice(0, 300).map(({ closed }) => closed))).toEqual(Array(300).fill(''))
    for (const one of usual) {
      one.send(head('GET', '/api/features'))
      await one.until(/(HTTP\/1\.1 200[\s\S]*){2}/)
    }
    for (const { destroy } of [...flood, ...usual]) destroy()
    await expect.poll(async () => (await server.metrics()).value('signalbox_connections')).toBe(0)
    await fill(server.url, 10)
  })

  it('are closed after a while if they send nothing', async () => {
    const { url } = await open({ connections: 1, addressShare: 1 })
    await fill(url, 1)
    const silent = await connected(url)
    expect(await silent.closed).toBe('')
  })

  it('are treated alike with TLS, where sockets are wrapped', async () => {
    const authority = certificateFor('authority.test')
    const files = await certificateFiles(certificateFor('localhost', authority))
    const server = await open({ connections: 2, addressShare: 1, tlsCert: [files.cert], tlsKey: [files.key] })
    const call = tlsClient(authority)
    const silent = await Promise.all([connected(server.url), connected(server.url)])
    for (let i = 0; i < 3; i++) expect((await call(`${server.url}/api/_ready`)).status).toBe(200)
    const { status, headers } = await call(`${server.url}/api/features`)
    expect([status, headers['retry-after'], headers.connection]).toEqual([503, '5', 'close'])
    for (const { destroy } of silent) destroy()
    await expect.poll(async () => (await call(`${server.url}/api/features`)).status).toBe(200)
  })
})

describe.skipIf(process.platform !== 'linux')('one address', () => {
  it('gets a share of the connections, and probes beyond it', async () => {
    const server = await open({ connections: 8 })
    await fill(server.url, 6)
    const { status, text } = await ask(server.url, '/api/features')
    expect([status, /\r\nretry-after: 5\r\n/i.test(text)]).toEqual([429, true])
    await expectProbes(server)
    for (let i = 2; i < 6; i++)
      expect((await ask(server.url, '/api/features', {}, `127.0.0.${i}`)).status).not.toBe(429)
    expect(server.reports[0]).toBe(
      '6 connections of one address are open, and on further ones of it only probes are answered: set SIGNALBOX_TRUST_PROXY if the address is that of a proxy, raise SIGNALBOX_ADDRESS_SHARE, or find the client that keeps them open',
    )
  })

  it('gets all connections if it is a trusted proxy, and each of its clients a share of the event streams', async () => {
    const { url, box } = await open({ connections: 10, trustProxy: 1 })
    for (const id of ['one', 'two'])
      await box.apiKeys.create({
        body: { clientId: id, clientSecret: `a-secret-of-${id}-and-more`, name: id, admin: true },
      })
    const stream = async (id: string, address: string) => {
      const own = { 'Service-Client-Id': id, 'Service-Client-Secret': `a-secret-of-${id}-and-more` }
      return (await ask(url, '/api/events', { ...own, 'X-Forwarded-For': address })).status
    }
    const forms = ['2001:db8::1', '2001:DB8::2', '[2001:db8::3]:443', '2001:db8:0:0:ffff::4']
    for (const address of forms) expect(await stream('one', `192.0.2.1, ${address}`)).toBe(200)
    for (const address of ['2001:db8::5', '2001:0db8::6']) expect(await stream('two', address)).toBe(200)
    expect(await stream('two', '2001:db8::7')).toBe(429)
    expect(await stream('two', '::ffff:192.0.2.9')).toBe(200)
    expect(await stream('two', '192.0.2.9')).toBe(200)
    expect(await stream('two', '192.0.2.10')).toBe(503)
    expect((await ask(url, '/api/features', { 'X-Forwarded-For': '2001:db8::7' })).status).toBe(200)
  })
})

describe('event streams', () => {
  const kinds = [
    ['/api/events', '?types=NONE'],
    ['/api/events/Feature', '?types=NONE'],
    ['/api/gateway/tail', '?sample=2'],
  ] as const

  it.each(kinds)('of %s count until they end, and no others', async (path, wrong) => {
    const server = await open({ connections: 2, addressShare: 1 })
    const count = async () => (await server.metrics()).value('signalbox_event_streams')
    const first = await ask(server.url, path)
    expect([first.status, await count()]).toEqual([200, 1])
    for (const [other] of kinds) expect((await ask(server.url, other)).status).toBe(503)
    first.destroy()
    await expect.poll(count).toBe(0)
    expect((await ask(server.url, path + wrong)).status).toBe(400)
    expect((await fetch(server.url + path)).status).toBe(401)
    expect((await call(server.url + path, { method: 'HEAD' })).status).toBe(200)
    await expect.poll(count).toBe(0)
    expect((await ask(server.url, path)).status).toBe(200)
  })

  it('of data planes count, too', async () => {
    const server = await open({ connections: 2, addressShare: 1 })
    const { key } = await server.box.gatewayKeys.create({ body: { id: 'edge', name: 'Edge' } })
    const changes = await connected(server.url)
    changes.send(`GET /api/gateway/changes?after=0 HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${key}\r\n\r\n`)
    expect(await changes.until(headers)).toMatch(/^HTTP\/1\.1 200 /)
    expect((await ask(server.url, '/api/events')).status).toBe(503)
    expect((await server.metrics()).value('signalbox_event_streams')).toBe(1)
  })

  it('that are rejected are reported once', async () => {
    const { url, reports } = await open({ connections: 2, addressShare: 1 })
    await ask(url, '/api/events')
    for (let i = 0; i < 3; i++) {
      const { text, closed } = await ask(url, '/api/events')
      expect(text).toMatch(/\r\nretry-after: 10\r\n/i)
      expect(await closed).toContain('"detail":"1 event streams are open, and further ones are rejected: try again in')
    }
    expect(reports).toEqual([
      expect.stringContaining('the operator can raise SIGNALBOX_CONNECTIONS or SIGNALBOX_STREAM_SHARE'),
    ])
  })
})
