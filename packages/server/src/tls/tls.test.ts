import { X509Certificate } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { get } from 'node:https'
import { connect } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { describe, expect, it, onTestFinished } from 'vitest'
import { apiTo, startBackend } from '../fixtures/backend.fixture.ts'
import { certificateFor, type TestCertificate } from '../fixtures/certificates.fixture.ts'
import { credentials, known } from '../fixtures/known.fixture.ts'
import { certificateFiles, tlsClient } from '../fixtures/tls.fixture.ts'
import { createServer, type ServerOptions } from '../serve/create-server.ts'

const authority = certificateFor('authority.test')
const [one, two] = [certificateFor('localhost', authority), certificateFor('localhost', authority)]
const serialOf = ({ cert }: TestCertificate) => new X509Certificate(cert).serialNumber

async function open(options: ServerOptions = {}) {
  const files = await certificateFiles(one)
  const server = await createServer({ port: 0, ...known, tlsCert: [files.cert], tlsKey: [files.key], ...options })
  onTestFinished(() => server.close())
  return { server, files, call: tlsClient(authority) }
}

const login = { method: 'POST', body: { userId: 'admin', password: known.adminPassword } }

describe('a server with a certificate', () => {
  it('serves https alone', async () => {
    const { server, call } = await open()
    expect(server.url).toMatch(/^https:\/\/127\.0\.0\.1:\d+$/)
    const { status, serial } = await call(`${server.url}/api/features`)
    expect([status, serial]).toEqual([200, serialOf(one)])
    await expect(fetch(server.url.replace('https:', 'http:'))).rejects.toThrow()
    await expect(tlsClient(two)(`${server.url}/api/features`)).rejects.toThrow('certificate')
  })

  it('gives cookies that browsers send over https alone', async () => {
    const { server, call } = await open()
    const { headers } = await call(`${server.url}/api/login`, login)
    expect(headers['set-cookie']).toEqual([expect.stringMatching(/^__Host-.*; HttpOnly; SameSite=Lax;.*; Secure$/)])
  })

  it('takes the scheme of clients from a trusted proxy, if it tells one', async () => {
    const { server, call } = await open({ trustProxy: 1 })
    const cookieFor = async (headers: Record<string, string>) =>
      String((await call(`${server.url}/api/login`, { ...login, headers })).headers['set-cookie'])
    expect(await cookieFor({})).toMatch(/; Secure$/)
    expect(await cookieFor({ 'X-Forwarded-Proto': 'http' })).not.toMatch(/Secure/)
    expect(await cookieFor({ 'X-Forwarded-Proto': 'https' })).toMatch(/; Secure$/)
  })

  it.each([
    ['/api/configs', 'application/json', 201],
    ['/api/configs.ndjson', 'application/nd-json', 200],
  ] as const)('accepts the session from pages of its own origin: %s', async (path, type, expected) => {
    const { server, call } = await open()
    const { headers } = await call(`${server.url}/api/login`, login)
    const own = { Cookie: String(headers['set-cookie']).split(';')[0] as string, 'Content-Type': type }
    const browser = tlsClient(authority, {}, {})
    const post = { method: 'POST', body: { id: 'size', value: 1 } }
    const from = async (Origin: string) =>
      (await browser(server.url + path, { ...post, headers: { ...own, Origin } })).status
    expect(await from(server.url)).toBe(expected)
    expect(await from(server.url.replace('https:', 'http:'))).toBe(403)
    expect(await from('https://localhost')).toBe(403)
  })

  it.each([
    ['TLSv1.2', 401],
    ['TLSv1.3', 'refused'],
  ] as const)('accepts TLS 1.2 with the oldest version %s: %s', async (tlsMinVersion, expected) => {
    const { server } = await open({ tlsMinVersion })
    const old = tlsClient(authority, { maxVersion: 'TLSv1.2' })
    const none = { headers: { 'Service-Client-Id': 'x' } }
    const status = old(`${server.url}/api/features`, none).then(
      (answer) => answer.status,
      () => 'refused',
    )
    expect(await status).toBe(expected)
    expect((await tlsClient(authority)(`${server.url}/api/features`)).status).toBe(200)
  })

  it('chooses its certificate by the host that clients ask for', async () => {
    const other = await certificateFiles(certificateFor('other.test'))
    const first = await certificateFiles(one)
    const server = await createServer({
      ...{ port: 0, ...known, tlsCert: [first.cert, other.cert], tlsKey: [first.key, other.key] },
    })
    onTestFinished(() => server.close())
    const shownFor = (servername: string) =>
      new Promise((resolve) => {
        const options = { servername, rejectUnauthorized: false }
        const socket = connectTls(Number(new URL(server.url).port), '127.0.0.1', options, () => {
          resolve(socket.getPeerCertificate().subject.CN)
          socket.destroy()
        })
      })
    expect(await shownFor('other.test')).toBe('other.test')
    expect(await shownFor('unknown.test')).toBe('localhost')
  })

  it('closes at once, despite connections without a request and unfinished handshakes', async () => {
    const { server } = await open()
    const port = Number(new URL(server.url).port)
    const raw = connect(port, '127.0.0.1')
    const idle = connectTls(port, '127.0.0.1', { rejectUnauthorized: false })
    await Promise.all([
      new Promise((resolve) => raw.once('connect', resolve)),
      new Promise((resolve) => idle.once('secureConnect', resolve)),
    ])
    const gone = Promise.all([raw, idle].map((socket) => new Promise((resolve) => socket.once('close', resolve))))
    await server.close()
    await gone
  })

  it.each<[what: string, options: ServerOptions, says: string]>([
    ['a missing file', { tlsCert: ['absent.crt'] }, 'absent.crt, named in SIGNALBOX_TLS_CERT, cannot be read'],
    ['too few keys', { tlsKey: [] }, 'SIGNALBOX_TLS_CERT names 1 files, but SIGNALBOX_TLS_KEY 0'],
  ])('does not start with %s', async (_, options, says) => {
    await expect(open(options)).rejects.toThrow(says)
  })
})

describe('certificates that are read again', () => {
  it('are shown to new connections, while no call fails and open connections go on', async () => {
    const { server, files, call } = await open()
    const stream = await new Promise<import('node:http').IncomingMessage>((resolve) =>
      get(`${server.url}/api/events`, { ca: authority.cert, servername: 'localhost', headers: credentials }, resolve),
    )
    let streamed = ''
    stream.setEncoding('utf8').on('data', (text: string) => {
      streamed += text
    })
    const calls = { count: 0, isOver: false }
    const seen = new Set<string>()
    const once = tlsClient(authority, { keepAlive: false })
    const callers = [call, once, call, once].map(async (ask) => {
      while (!calls.isOver) {
        const { status, serial } = await ask(`${server.url}/api/features`)
        expect(status).toBe(200)
        seen.add(serial)
        calls.count++
      }
    })
    for (const next of [two, one, two]) {
      const before = calls.count
      await expect.poll(() => calls.count).toBeGreaterThan(before + 20)
      await files.write(next)
      expect(await server.reloadCertificates()).toEqual(['server'])
      await expect.poll(async () => (await once(`${server.url}/api/features`)).serial).toBe(serialOf(next))
    }
    calls.isOver = true
    await Promise.all(callers)
    expect(seen).toEqual(new Set([serialOf(one), serialOf(two)]))
    await call(`${server.url}/api/configs`, { method: 'POST', body: { id: 'late', value: 1 } })
    await expect.poll(() => streamed).toContain('"late"')
    stream.destroy()
  })

  it('stay as they were if a new file is wrong', async () => {
    const { server, files } = await open()
    const serial = async () => (await tlsClient(authority)(`${server.url}/api/features`)).serial
    await writeFile(files.cert, 'no certificate')
    await expect(server.reloadCertificates()).rejects.toThrow(
      `Certificates were not read again, and the earlier ones stay in use: ${files.cert} and ${files.key} are not a certificate and its key in PEM`,
    )
    expect(await serial()).toBe(serialOf(one))
    await writeFile(files.cert, two.cert)
    await expect(server.reloadCertificates()).rejects.toThrow('key values mismatch')
    expect(await serial()).toBe(serialOf(one))
    await files.write(two)
    await server.reloadCertificates()
    expect(await serial()).toBe(serialOf(two))
  })

  it('are those of the gateway, too, and each listener keeps its own', async () => {
    const ofGateway = await certificateFiles(one)
    const { server, files, call } = await open({
      ...{ gateway: true, gatewayTlsCert: [ofGateway.cert], gatewayTlsKey: [ofGateway.key] },
    })
    await server.box.apis.create({ body: apiTo(await startBackend()) })
    await server.box.apis.deployments.create({ id: 'shop', body: {} })
    const fresh = tlsClient(authority, { keepAlive: false })
    const shop = `${server.gatewayUrl}/shop`
    const headers = { Host: 'localhost' }
    await expect.poll(async () => (await call(shop, { headers })).status).toBe(200)
    await ofGateway.write(two)
    await writeFile(files.key, 'no key')
    await expect(server.reloadCertificates()).rejects.toThrow(files.key)
    expect((await fresh(shop, { headers })).serial).toBe(serialOf(two))
    expect((await call(shop, { headers })).serial).toBe(serialOf(one))
    expect((await fresh(`${server.url}/api/features`)).serial).toBe(serialOf(one))
    await files.write(two)
    expect(await server.reloadCertificates()).toEqual(['server', 'gateway'])
    expect((await fresh(`${server.url}/api/features`)).serial).toBe(serialOf(two))
  })

  it('are none without TLS', async () => {
    const server = await createServer({ port: 0, ...known })
    onTestFinished(() => server.close())
    expect(await server.reloadCertificates()).toEqual([])
  })
})

it('workers of the gateway follow a server with a certificate', { timeout: 60_000 }, async () => {
  const { server, call } = await open({ gateway: true, gatewayWorkers: 2 })
  await call(`${server.url}/api/apis`, { method: 'POST', body: apiTo(await startBackend()) })
  await call(`${server.url}/api/apis/shop/deployments`, { method: 'POST', body: {} })
  await expect.poll(async () => (await fetch(`${server.gatewayUrl}/shop`)).status, { timeout: 20_000 }).toBe(200)
})
