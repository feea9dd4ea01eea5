import { afterEach, describe, expect, it } from 'vitest'
import { call, known } from '../fixtures/known.fixture.ts'
import { chunk, chunked, connect, head, type RawConnection } from '../fixtures/raw.fixture.ts'
import { createServer, type Server, type ServerOptions } from '../serve/create-server.ts'

const opened: (() => unknown)[] = []
afterEach(async () => {
  for (const close of opened.splice(0)) await close()
})

async function open(options: ServerOptions): Promise<Server> {
  const server = await createServer({ port: 0, ...known, ...options })
  opened.push(server.close)
  return server
}

/** Opens `count` connections that each send the beginning of a request, then single bytes, and never the end. */
async function dripping(url: string, count: number, beginning: string): Promise<RawConnection[]> {
  const connections = await Promise.all(Array.from({ length: count }, () => connect(url)))
  for (const connection of connections) connection.send(beginning)
  const timer = setInterval(() => {
    for (const connection of connections) connection.send('x')
  }, 50)
  opened.push(() => {
    clearInterval(timer)
    for (const connection of connections) connection.destroy()
  })
  return connections
}

const closed = (connections: readonly RawConnection[]) => Promise.all(connections.map((one) => one.closed))
const isUp = async (url: string) => (await call(`${url}/api/_health`)).ok

describe('clients that never finish sending', () => {
  it('headers are disconnected, while others are served', async () => {
    const { url } = await open({ headersMs: 1000 })
    const slow = await dripping(url, 500, 'GET /api/_health HTTP/1.1\r\nHost: localhost\r\nX-Slow: ')
    expect(await isUp(url)).toBe(true)
    for (const text of await closed(slow)) expect(text).toMatch(/^(HTTP\/1.1 408 |$)/)
    expect(await isUp(url)).toBe(true)
  })

  it('a body receive 408 and are disconnected, with or without credentials', async () => {
    const { url } = await open({ bodyMs: 1000 })
    const open500 =
      'POST /api/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{'
    const slow = await dripping(url, 500, open500)
    expect(await isUp(url)).toBe(true)
    for (const text of await closed(slow)) {
      expect(text).toMatch(/^HTTP\/1.1 408 /)
      expect(text).toContain('"detail":"The body arrived too slowly: send at least 1024 bytes every 1 s"')
    }
    expect(await isUp(url)).toBe(true)
  })

  it('anything are disconnected', async () => {
    const { url } = await open({ headersMs: 500 })
    const silent = await Promise.all(Array.from({ length: 20 }, () => connect(url)))
    await closed(silent)
    expect(await isUp(url)).toBe(true)
  })

  it('nd-json have ten times as long', async () => {
    const { url, box } = await open({ bodyMs: 100 })
    const line = JSON.stringify({ id: 'slow', enabled: true, activationStrategy: 'NO_STRATEGY' })
    const upload = await connect(url)
    opened.push(upload.destroy)
    upload.send(head('POST', '/api/features.ndjson', chunked('application/nd-json')) + chunk(`${line}\n`))
    const json = await connect(url)
    opened.push(json.destroy)
    json.send(head('POST', '/api/features', chunked()) + chunk('{'))
    const order: string[] = []
    await Promise.all([upload.closed.then(() => order.push('nd-json')), json.closed.then(() => order.push('json'))])
    expect(order).toEqual(['json', 'nd-json'])
    await expect.poll(() => box.features.count()).toEqual({ count: 1 })
  })
})

describe('slow clients', () => {
  it('are served if they send enough', async () => {
    const { url } = await open({ bodyMs: 400 })
    const body = JSON.stringify({ id: 'long', value: 'x'.repeat(30_000) })
    const connection = await connect(url)
    opened.push(connection.destroy)
    connection.send(head('POST', '/api/configs', { 'Content-Type': 'application/json', 'Content-Length': body.length }))
    for (let at = 0; at < body.length; at += 2000) {
      connection.send(body.slice(at, at + 2000))
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
    expect(await connection.until(/\r\n\r\n/)).toMatch(/^HTTP\/1.1 201 /)
  })

  it('can reuse a connection', async () => {
    const { url } = await open({ bodyMs: 300 })
    const connection = await connect(url)
    opened.push(connection.destroy)
    const body = JSON.stringify({ id: 'again', value: 1 })
    const request = head('PUT', '/api/configs/again', {
      'Content-Type': 'application/json',
      'Content-Length': body.length,
    })
    await call(`${url}/api/configs`, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body })
    for (let i = 1; i <= 3; i++) {
      connection.send(request + body)
      await connection.until(new RegExp(`(HTTP/1.1 200[\\s\\S]*){${i}}`))
      await new Promise((resolve) => setTimeout(resolve, 200))
    }
  })
})
