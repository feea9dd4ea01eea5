import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Webhook } from 'standardwebhooks'
import { describe, expect, it, onTestFinished } from 'vitest'
import { start } from '../fixtures/command.fixture.ts'
import { call, known } from '../fixtures/known.fixture.ts'
import { type Delivery, startReceiver } from '../fixtures/receiver.fixture.ts'
import { createServer, type ServerOptions } from './create-server.ts'

const json = (body: unknown, method = 'POST') => ({
  method,
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify(body),
})

async function open(options: ServerOptions = {}) {
  const server = await createServer({ port: 0, ...known, webhookPrivate: true, ...options })
  onTestFinished(server.close)
  return server
}

/** Notations of addresses that belong to this machine or its network, or lead there. */
const privateHosts = [
  ...['127.0.0.1', 'localhost', '2130706433', '0177.0.0.1', '0x7f.1', '127.1', '0'],
  ...['[::]', '[::1]', '[::ffff:127.0.0.1]', '[64:ff9b::7f00:1]', '[2002:7f00:1::]', '[fc00::1]', '[fe80::1]'],
]

describe('a receiver', () => {
  it('receives signed events', async () => {
    const receiver = await startReceiver((_, response) => response.end())
    const { url } = await open()
    const hook = { clientId: 'ci', callbackUrl: `${receiver.url}/hook`, headers: { Authorization: 'Bearer x' } }
    const created = (await (await call(`${url}/api/webhooks`, json(hook))).json()) as { secret: string }
    await call(`${url}/api/configs`, json({ id: 'a', value: 1 }))
    await call(`${url}/api/configs/a`, { method: 'DELETE' })
    // The two events arrive in one call, unless the machine takes a second for them.
    await expect.poll(() => receiver.deliveries.flatMap(({ events }) => events)).toHaveLength(2)
    const sent = receiver.deliveries.flatMap(({ path, headers, body }) => {
      expect([path, headers.authorization]).toEqual(['/hook', 'Bearer x'])
      return (new Webhook(created.secret).verify(body, headers) as { objectsEdited: unknown[] }).objectsEdited
    })
    expect(sent).toMatchObject([
      { type: 'CONFIG_CREATED', key: 'a', payload: { id: 'a', value: 1 }, authInfo: { kind: 'ApiKey' } },
      { type: 'CONFIG_DELETED', key: 'a' },
    ])
    const tested = await (await call(`${url}/api/webhooks/ci/_test`, { method: 'POST' })).json()
    expect(tested).toMatchObject({ status: 200, webhookId: receiver.deliveries.at(-1)!.webhookId })
  })

  it('that fails, stalls, redirects, is invalid or disconnects is reported, without delaying others', async () => {
    const behaviours: Record<string, Parameters<typeof startReceiver>[0]> = {
      '/fails': (_, response) => response.writeHead(500).end('secret of the receiver'),
      '/stalls': () => {},
      '/redirects': (_, response) => response.writeHead(302, { location: '/ok' }).end(),
      '/nonsense': (_, response) => response.socket?.end('what?\r\n\r\n'),
      '/hangs-up': (_, response) => response.socket?.destroy(),
      '/late-body': (_, response) => response.writeHead(200).write('x'),
      '/ok': (_, response) => response.end('ok'),
    }
    const receiver = await startReceiver((delivery, response) => behaviours[delivery.path]?.(delivery, response))
    const { box } = await open()
    const ids = Object.keys(behaviours).map((path) => path.slice(1))
    for (const id of ids)
      await box.webhooks.create({ body: { clientId: id, callbackUrl: `${receiver.url}/${id}`, domains: ['Config'] } })
    await box.configs.create({ body: { id: 'a', value: 1 } })
    const firstOf = async (id: string) => (await box.webhooks.deliveries({ id })).results.at(-1)
    await expect.poll(() => firstOf('ok')).toMatchObject({ status: 200 })
    expect(await firstOf('stalls')).toBeUndefined()
    await expect.poll(async () => (await Promise.all(ids.map(firstOf))).every(Boolean)).toBe(true)
    const ends = await Promise.all(
      ids.map(async (id) => {
        const { status, error = '' } = (await firstOf(id))!
        return [id, status, error]
      }),
    )
    expect(ends).toEqual([
      ['fails', 500, 'The receiver responded with status 500'],
      ['stalls', undefined, 'No response within 5000 ms'],
      ['redirects', 302, 'The receiver redirects (302); redirects are not followed'],
      ['nonsense', undefined, expect.stringContaining('Parse Error')],
      ['hangs-up', undefined, 'socket hang up'],
      ['late-body', 200, ''],
      ['ok', 200, ''],
    ])
    expect(receiver.deliveries.filter(({ path }) => path === '/ok')).toHaveLength(1)
  })

  it('on a private address is only called if allowed', async () => {
    const receiver = await startReceiver((_, response) => response.end())
    const { port } = new URL(receiver.url)
    const { box } = await open({ webhookPrivate: false })
    for (const [n, host] of privateHosts.entries()) {
      await expect(
        box.webhooks.create({ body: { clientId: `h${n}`, callbackUrl: `http://${host}:${port}` } }),
      ).rejects.toMatchObject({
        code: 'INVALID',
        message: expect.stringContaining('is not a public address: use a public one, or allow private addresses'),
        fieldErrors: { '/callbackUrl': [{ message: 'error.address' }] },
      })
    }
    expect(receiver.deliveries).toEqual([])
  })
})

/** Returns the keys that arrived, counting each batch once: a repeat must be the previous batch with the same id. */
function arrived(deliveries: readonly Delivery[]): { keys: string[]; repeats: number } {
  const keys: string[] = []
  let repeats = 0
  for (const [i, { webhookId, events }] of deliveries.entries()) {
    const before = deliveries[i - 1]
    if (before?.webhookId === webhookId) {
      expect(events).toEqual(before.events)
      repeats++
    } else keys.push(...events.map(({ key }) => key))
  }
  expect(new Set(deliveries.map(({ webhookId }) => webhookId)).size).toBe(deliveries.length - repeats)
  return { keys, repeats }
}

describe('a server that is killed while it delivers', () => {
  it('resumes: every event arrives in order, and only the batch in flight twice', async () => {
    const KILLS = 2
    const folder = await mkdtemp(join(tmpdir(), 'signalbox-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    const env = {
      SIGNALBOX_STORE: `sqlite:${join(folder, 'killed.db')}`,
      SIGNALBOX_WEBHOOK_PRIVATE: 'true',
      SIGNALBOX_MODE: 'development',
    }
    const receiver = await startReceiver((_, response) => setTimeout(() => response.end(), 20))
    const committed: string[] = []
    let next = 0

    /** Writes until the server is gone. Everything it acknowledged has been committed. */
    async function write(url: string): Promise<void> {
      for (;;) {
        const id = `k${next++}`
        const answer = await call(`${url}/api/configs`, json({ id, value: 1 })).catch(() => undefined)
        if (answer?.status !== 201) return
        committed.push(id)
      }
    }

    for (let kills = 0; kills <= KILLS; kills++) {
      const server = start({ env })
      const url = await server.serving
      if (kills === 0)
        await call(`${url}/api/webhooks`, json({ clientId: 'h', callbackUrl: receiver.url, domains: ['Config'] }))
      const before = receiver.deliveries.length
      const writing = write(url)
      await expect.poll(() => receiver.deliveries.length - before).toBeGreaterThan(5)
      if (kills < KILLS) server.signal('SIGKILL')
      else server.signal('SIGTERM')
      await server.ended
      await writing
    }

    const server = start({ env })
    const url = await server.serving
    const last = { id: 'the-end', value: 1 }
    expect((await call(`${url}/api/configs`, json(last))).status).toBe(201)
    await expect.poll(() => receiver.deliveries.at(-1)?.events.at(-1)?.key).toBe(last.id)
    const { keys, repeats } = arrived(receiver.deliveries)
    const acknowledged = new Set(committed)
    expect(keys.filter((key) => acknowledged.has(key))).toEqual(committed)
    expect(keys).toEqual([...new Set(keys)])
    expect(repeats).toBeLessThanOrEqual(KILLS)
    expect(committed.length).toBeGreaterThan(5 * KILLS) // a slow disk gives each delivery one event
  })
})
