import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { createSignalbox } from '@signalbox/core'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { toHono } from '../to-hono.ts'
import { type NodeOptions, toNode } from './index.ts'
import { byApp, byDoor, comparable, type Door, exchange } from './two-doors.fixture.ts'

const key = { clientId: 'me', clientSecret: 'sixteen-characters' }
const basic = `Authorization: Basic ${btoa('me:sixteen-characters')}`
const user = { id: 'ann', name: 'Ann', password: 'a long password', email: 'ann@example.org', admin: true }

const doors = {} as { app: Door; door: Door }
beforeAll(async () => {
  const options = { bodyLimit: 4096, apiBodyLimit: 4096, report: () => {} }
  Object.assign(doors, { app: await byApp(options), door: await byDoor(options) })
  for (const { box } of Object.values(doors)) {
    await box.apiKeys.create({ body: { ...key, name: 'Me', admin: true } })
    await box.users.create({ body: user as never })
    const ids = ['shop:a', 'shop:b']
    for (const id of ids) await box.features.create({ body: { id, enabled: true, activationStrategy: 'NO_STRATEGY' } })
    await box.experiments.create({ body: experiment as never })
  }
})
afterAll(async () => {
  for (const door of Object.values(doors)) await door.close()
})

const experiment = {
  id: 'e',
  name: 'E',
  enabled: true,
  variants: [
    { id: 'A', name: 'A', traffic: 0.5 },
    { id: 'B', name: 'B', traffic: 0.5 },
  ],
}
const length = (body: string | Uint8Array) => `Content-Length: ${Buffer.byteLength(body)}`
const json = 'Content-Type: application/json'
const context = JSON.stringify({ id: 'ann' })
const feature = (id: string) => JSON.stringify({ id, enabled: true, activationStrategy: 'NO_STRATEGY' })

/** The text of a request whose connection is closed after the response. */
const head = (line: string, ...headers: readonly string[]) =>
  [`${line} HTTP/1.1`, 'Host: localhost:9000', 'Connection: close', ...headers, '', ''].join('\r\n')
const get = (path: string, ...headers: readonly string[]) => head(`GET ${path}`, basic, ...headers)
const send = (line: string, body: string, ...headers: readonly string[]) =>
  head(line, basic, json, length(body), ...headers) + body
const bytes = (...parts: readonly (string | readonly number[])[]) =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : Buffer.from(part))))
const chunked = (...chunks: readonly string[]) =>
  `${chunks.map((one) => `${Buffer.byteLength(one).toString(16)}\r\n${one}\r\n`).join('')}0\r\n\r\n`

/** Requests, and whether the door answers them. Writes come in this order. */
const requests: readonly (readonly [name: string, sent: string | Uint8Array, isAnswered: boolean])[] = [
  ['a check', get('/api/features/shop:a/check'), true],
  ['a check with a context', send('POST /api/features/shop:a/check', context), true],
  ['a check without a body', head('POST /api/features/shop:a/check', basic), true],
  ['a check with an empty body', head('POST /api/features/shop:a/check', basic, 'Content-Length: 0'), true],
  ['a check with an explanation', get('/api/features/shop:a/check?explain=true'), true],
  ['a query that is no boolean', get('/api/features/shop:a/check?explain=perhaps'), true],
  ['a misspelt parameter', get('/api/features/shop:a/check?explan=true'), true],
  ['an unknown parameter', get('/api/features/shop:a/check?cache=%20no&%zz=+'), true],
  ['a record', get('/api/features/shop:a'), true],
  ['an unknown record', get('/api/features/nothing'), true],
  ['a page of a list', get('/api/features?page=1&pageSize=2'), true],
  ['a tree', get('/api/tree/features?pattern=shop:*'), true],
  ['a nested list, which differs by its query', get('/api/features?render=tree'), true],
  ['a page that is none', get('/api/features?page=one'), true],
  ['health', head('GET /api/_health'), true],
  ['health with a body', `${head('GET /api/_health', length('{}'))}{}`, true],
  ['who calls', get('/api/me'), true],
  ['nobody', head('GET /api/me'), true],
  ['nobody, from a script of a page', head('GET /api/me', 'Sec-Fetch-Mode: cors'), true],
  ['nobody, from a library of pages', head('GET /api/me', 'X-Requested-With: x'), true],
  ['a wrong secret', head('GET /api/me', `Authorization: Basic ${btoa('me:wrong')}`), true],
  ['no credentials in the header', head('GET /api/me', 'Authorization: Negotiate x'), true],
  ['two headers of credentials', get('/api/me', basic), true],
  ['a bearer', head('GET /api/me', 'Authorization: Bearer me:sixteen-characters'), true],
  ['an API key', head('GET /api/me', 'X-API-Key: me:sixteen-characters'), true],
  ['an API key twice', head('GET /api/me', 'X-API-Key: me:sixteen-characters', 'X-API-Key: you:x'), true],
  ['a client id', head('GET /api/me', 'service-client-id: me', 'SERVICE-CLIENT-SECRET: sixteen-characters'), true],
  ['spaces around a header', head('GET /api/me', 'X-API-Key: \t me:sixteen-characters \t '), true],
  ['an empty header', head('GET /api/me', 'X-API-Key:'), true],
  ['a header in Latin-1', bytes(head('GET /api/me', 'X-API-Key: m').slice(0, -4), [0xe9], ':x\r\n\r\n'), true],
  ['an id in percent-encoding', get('/api/features/shop%3Aa/check'), true],
  ['an id with a space', get('/api/features/a%20b'), true],
  ['an id with a plus', get('/api/features/x+y'), true],
  ['an id with an apostrophe', get("/api/features/it's"), true],
  ['an id in UTF-8', get('/api/features/%C3%A4'), true],
  ['an id with a percent sign', get('/api/features/100%25'), true],
  ['an id that is encoded twice', get('/api/features/100%2525'), true],
  ['an id with a slash', get('/api/features/shop%2Fa'), true],
  ['an id with a question mark', get('/api/features/shop%3Fa'), true],
  ['an id with a zero', get('/api/features/a%00'), true],
  ['an id of 3,000 characters', get(`/api/features/${'x'.repeat(3000)}`), true],
  ['an id that is not UTF-8', get('/api/features/%E0%A4'), false],
  ['a percent sign alone', get('/api/features/100%'), false],
  ['encoded dots', get('/api/features/%2e%2e/me'), false],
  ['dots', get('/api/features/../me'), false],
  ['a trailing slash', get('/api/features/'), false],
  ['two slashes', get('//api/features'), false],
  ['a backslash', get('/api\\features'), false],
  ['brackets and quotes', get('/api/features/<"{|}">?x=<">'), false],
  ['bytes in the target', bytes('GET /api/features/', [0xc3, 0xa4], get('/').slice(5)), false],
  ['a fragment', get('/api/me#x'), false],
  ['an absolute target', get('http://localhost:9000/api/me'), false],
  ['another host in the target', get('http://elsewhere/api/me'), false],
  ['an asterisk', head('OPTIONS *'), false],
  ['an unknown path', get('/api/nothing'), false],
  ['a path outside', get('/elsewhere'), false],
  ['a method that the path does not have', send('PUT /api/features/shop:a/check', context), false],
  ['an unusual method', head('PROPFIND /api/features', basic), false],
  ['HEAD', head('HEAD /api/features/shop:a', basic), false],
  ['OPTIONS', head('OPTIONS /api/features/shop:a', 'Origin: https://example.org'), false],
  ['an origin', get('/api/features/shop:a', 'Origin: https://example.org'), true],
  ['a document', get('/apis/workflows/doc.md', 'Accept-Encoding: gzip'), false],
  ['a download', get('/api/features.ndjson'), false],
  ['no host', `GET /api/_health HTTP/1.0\r\n\r\n`, false],
  ['HTTP/1.0', `GET /api/_health HTTP/1.0\r\nHost: localhost\r\n\r\n`, true],
  ['two hosts', get('/api/me', 'Host: elsewhere'), true],
  ['a host in capitals', get('/api/me').replace('localhost', 'LOCALHOST'), false],
  ['an address of IPv6', get('/api/me').replace('localhost', '[::1]'), false],
  ['a host that is none', get('/api/me').replace('localhost', 'a b'), false],
  [
    'a trace',
    get('/api/features/shop:a', 'traceparent: 00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'),
    true,
  ],
  ['a body that is no JSON', send('POST /api/features/shop:a/check', '{"id":'), true],
  ['a body that is no object', send('POST /api/features/shop:a/check', '[1]'), true],
  ['a body with a name twice', send('POST /api/features/shop:a/check', '{"id":"a","id":"b"}'), true],
  ['a body of spaces', send('POST /api/features/shop:a/check', '  '), true],
  [
    'a body with a byte order mark',
    bytes(head('POST /api/features/shop:a/check', basic, json, 'Content-Length: 5'), [0xef, 0xbb, 0xbf], '{}'),
    true,
  ],
  [
    'a body that is not UTF-8',
    bytes(head('POST /api/features/shop:a/check', basic, json, 'Content-Length: 12'), '{"id":"a', [0xff, 0xfe], '"}'),
    true,
  ],
  ['a body in UTF-8', send('POST /api/features/shop:a/check', '{"id":"ä€😀"}'), true],
  ['a body of another type', send('POST /api/features/shop:a/check', context).replace('/json', '/xml'), true],
  ['a body without a type', send('POST /api/features/shop:a/check', context).replace(`${json}\r\n`, ''), true],
  ['a body with two types', send('POST /api/features/shop:a/check', context, json), true],
  ['a charset', send('POST /api/features/shop:a/check', context).replace('/json', '/json; charset="UTF-8"'), true],
  ['another charset', send('POST /api/features/shop:a/check', context).replace('/json', '/json;charset=latin1'), true],
  [
    'a body in chunks',
    head('POST /api/features/shop:a/check', basic, json, 'Transfer-Encoding: chunked') + chunked(context),
    false,
  ],
  [
    'a body in chunks of the coding gzip',
    head('POST /api/features/shop:a/check', basic, json, 'Transfer-Encoding: gzip, chunked') + chunked(context),
    false,
  ],
  ['a body that is too large', send('POST /api/features/shop:a/check', `{"id":"${'x'.repeat(5000)}"}`), false],
  [
    'a length that is too large',
    head('POST /api/features/shop:a/check', basic, json, `Content-Length: ${2 ** 40}`),
    false,
  ],
  ['a body of an operation that is limited to less', send('POST /api/login', `{"user":"${'x'.repeat(4000)}"}`), true],
  ['a body of nobody', `${head('POST /api/features', json, length(context))}${context}`, true],
  [
    'a body that is expected to be refused',
    head('POST /api/features', json, 'Content-Length: 99', 'Expect: 100-continue'),
    true,
  ],
  ['a body for a record without one', send('DELETE /api/features/nothing', context), true],
  ['a login from elsewhere', send('POST /api/login', '{}', 'Origin: https://example.org'), true],
  ['a login from another site', send('POST /api/login', '{}', 'Sec-Fetch-Site: cross-site'), true],
  ['a login', send('POST /api/login', JSON.stringify({ userId: user.id, password: user.password })), true],
  ['a session that does not exist', head('GET /api/me', 'Cookie: a=b; signalbox_session=x'), true],
  ['two sessions', head('GET /api/me', 'Cookie: signalbox_session=x', 'Cookie: signalbox_session=y'), true],
  ['a creation', send('POST /api/features', feature('new')), true],
  ['a creation that conflicts', send('POST /api/features', feature('new')), true],
  ['a creation that is not valid', send('POST /api/features', '{"id":1,"enabeld":true}'), true],
  ['a creation with a reason', send('POST /api/features', feature('reason'), 'X-Change-Reason: because%20of'), true],
  ['a patch', send('PATCH /api/features/new', '{"enabled":false}').replace('/json', '/merge-patch+json'), true],
  ['a replacement', send('PUT /api/features/new', feature('new')), true],
  ['a replacement of another version', send('PUT /api/features/new', feature('new'), 'If-Match: "0"'), true],
  ['an unchanged record', get('/api/features/shop:a', 'If-None-Match: *'), true],
  ['a changed record', get('/api/features/shop:a', 'If-None-Match: "x"', 'If-None-Match: "y"'), true],
  ['a display', send('POST /api/experiments/e/displayed?clientId=ann', ''), true],
  ['a flag of OFREP', send('POST /ofrep/v1/evaluate/flags/shop:a', '{"context":{"targetingKey":"ann"}}'), true],
  ['an unknown flag of OFREP', send('POST /ofrep/v1/evaluate/flags/nothing', '{}'), true],
  ['all flags of OFREP', send('POST /ofrep/v1/evaluate/flags', '{"context":{"targetingKey":"ann"}}'), true],
  ['a deletion', head('DELETE /api/features/new', basic), true],
  ['a deletion again', head('DELETE /api/features/new', basic), true],
  ['an upload', send('POST /api/features.ndjson', feature('line')).replace('/json', '/nd-json'), false],
  ['several requests at once', get('/api/me').replace('close', 'keep-alive') + get('/api/features/shop:a/check'), true],
  ['text after a request', `${get('/api/_health').replace('close', 'keep-alive')}HELO\r\n\r\n`, true],
]

describe('a request by the door and by the app has the same response', () => {
  it.each(requests)('%s', async (_, sent, isAnswered) => {
    const before = doors.door.answered()
    const [door, app] = [await exchange(doors.door, sent), await exchange(doors.app, sent)]
    expect(comparable(door)).toBe(comparable(app))
    expect(door.length).toBeGreaterThan(0)
    expect(doors.door.answered() > before).toBe(isAnswered)
  })
})

/** Sends a request, leaves as soon as it is sent, and waits until the server has noticed. */
function sendAndLeave({ port }: Door, text: string): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.end(text, () => socket.destroy()))
    socket.once('close', () => resolve())
  })
}

async function open(...[options, further]: Parameters<typeof byDoor>): Promise<Door> {
  const door = await byDoor({ access: 'open', ...options }, further)
  onTestFinished(() => door.close())
  return door
}
const statusOf = (received: Buffer) => Number(received.toString('latin1', 9, 12))
const bodyOf = (received: Buffer) => received.toString().split('\r\n\r\n')[1] ?? ''

it('no page has the origin of a host that is none', async () => {
  const text = send('POST /api/login', '{}', 'Origin: http://1.2.3.4.5').replace('localhost:9000', '1.2.3.4.5')
  for (const door of [doors.door, doors.app]) expect(statusOf(await exchange(door, text))).toBe(403)
})

describe('a client that leaves', () => {
  it('after its whole request is served', async () => {
    const door = await open()
    await sendAndLeave(door, send('POST /api/features', feature('left')))
    await expect.poll(() => door.box.isActive('left')).toBe(true)
  })

  it('in the middle of a body leaves nothing behind', async () => {
    const reported: unknown[] = []
    const door = await open({ report: (error) => reported.push(error) })
    const body = feature('half')
    await sendAndLeave(door, head('POST /api/features', json, length(body)) + body.slice(0, -1))
    await exchange(door, get('/api/features'))
    expect([door.answered(), door.box.isActive('half'), reported]).toEqual([2, false, []])
  })
})

it('a connection stays open after a response', async () => {
  const door = await open()
  await door.box.features.create({ body: JSON.parse(feature('a')) })
  const path = '/api/features/a/check'
  const texts = [get(path), send(`POST ${path}`, context)]
  const keep = (text: string) => text.replace('close', 'keep-alive')
  for (const text of texts) await exchange(door, text) // the first calls load code
  const timers = vi.spyOn(globalThis, 'setTimeout')
  onTestFinished(() => timers.mockRestore())
  for (const text of texts) expect((await exchange(door, keep(text), text)).toString().match(/HTTP/g)).toHaveLength(2)
  // No timer waits for the rest of a body.
  expect(timers.mock.calls.filter(([, ms]) => ms === 500)).toEqual([])
})

describe('a body', () => {
  it('may arrive in pieces', async () => {
    const door = await open()
    const text = send('POST /api/features', feature('pieces'))
    const socket = connect(door.port, '127.0.0.1').setNoDelay()
    for (const part of text.match(/[\s\S]{1,25}/g) ?? []) await new Promise((resolve) => socket.write(part, resolve))
    await expect.poll(() => door.box.isActive('pieces')).toBe(true)
    socket.destroy()
  })

  it('of 900,000 bytes arrives whole', async () => {
    const door = await open()
    const body = JSON.stringify({ id: 'ann', plan: 'ä'.repeat(450_000) })
    const received = await exchange(door, send('POST /api/features/none/check', body))
    expect([statusOf(received), door.answered()]).toEqual([404, 1])
  })

  it('whose response comes before its end may go on for half a second', async () => {
    const door = await open({ access: () => undefined })
    const text = head('POST /api/features', json, 'Content-Length: 100').replace('close', 'keep-alive')
    expect(statusOf(await exchange(door, `${text}{`))).toBe(401)
    const rest = `{${' '.repeat(99)}`
    expect((await exchange(door, text, rest + get('/api/features'))).toString().match(/HTTP\/1.1 401/g)).toHaveLength(2)
  })
})

describe('a large answer', () => {
  it('is sent in chunks, compressed if the client accepts it', async () => {
    const door = await open()
    const body = Array.from({ length: 3000 }, (_, i) => JSON.parse(feature(`many:${i}`)))
    await door.box.features.import({ body })
    const plain = (await exchange(door, get('/api/tree/features'))).toString()
    expect(plain).toMatch(/transfer-encoding: chunked/i)
    expect(plain.match(/"active"/g)).toHaveLength(3000)
    const response = await fetch(`http://127.0.0.1:${door.port}/api/tree/features`)
    expect(response.headers.get('Content-Encoding')).toBe('gzip')
    expect(Object.keys(((await response.json()) as { many: object }).many)).toHaveLength(3000)
    expect(door.answered()).toBe(2)
  })
})

describe('the options', () => {
  it('get the request of Node', async () => {
    const seen: unknown[] = []
    const observe: NodeOptions['observe'] = async ({ operation, context: { env, req } }, respond) => {
      const { status } = await respond()
      seen.push([operation, status, env.incoming.url, req.method, new URL(req.url).pathname, req.header('X-A')])
      return { status: 418, headers: {}, body: 'tea' }
    }
    const door = await open({}, { observe })
    expect(statusOf(await exchange(door, get('/api/features?page=1', 'X-A: 1', 'X-A: 2')))).toBe(418)
    expect(seen).toEqual([['features.list', 200, '/api/features?page=1', 'GET', '/api/features', '1, 2']])
  })

  it('let the host identify callers by a request without its body', async () => {
    const door = await open({
      access: async (request) => {
        expect([request.body, request.method]).toEqual([null, 'POST'])
        return request.headers.get('X-Who') === 'ann' ? { id: 'ann', admin: true } : undefined
      },
    })
    const received = [
      await exchange(door, send('POST /api/features', feature('a'), 'X-Who: ann')),
      await exchange(door, send('POST /api/features', feature('b'))),
    ]
    expect(received.map(statusOf)).toEqual([201, 401])
  })

  it('with origins leave all requests to the app', async () => {
    const door = await open({ corsOrigins: ['https://example.org'] })
    const received = await exchange(door, get('/api/features', 'Origin: https://example.org'))
    expect(received.toString()).toMatch(/access-control-allow-origin: https:\/\/example.org/i)
    expect(door.answered()).toBe(0)
  })

  it('are those of toHono', () => {
    expect(() => toNode(createSignalbox(), { bodylimit: 1 } as never)).toThrow(/toNode.*bodyLimit/)
  })

  it('report what fails, and an observer that throws is answered 500', async () => {
    const reported: unknown[] = []
    const access = () => Promise.reject(new Error('down'))
    const failing = await open({ access, report: (error) => reported.push(String(error)), requestIdOf: () => 'r1' })
    const received = await exchange(failing, get('/api/features'))
    expect([statusOf(received), JSON.parse(bodyOf(received)).requestId, reported]).toEqual([500, 'r1', ['Error: down']])
  })
})

it('targets that were matched before are matched again, however many there are', async () => {
  const door = await open()
  await door.box.features.create({ body: JSON.parse(feature('a')) })
  const target = (i: number) => `/api/features/${i % 2 === 0 ? 'a' : `none-${i}`}/check?x=${i}`
  const texts = Array.from({ length: 1500 }, (_, i) => get(target(i)).replace('close', 'keep-alive'))
  for (let round = 0; round < 2; round++) {
    const received = (await exchange(door, texts.join('') + get('/api/_health'))).toString()
    const statuses = received.match(/HTTP\/1.1 \d+/g) ?? []
    expect(statuses.slice(0, 1500)).toEqual(texts.map((_, i) => `HTTP/1.1 ${i % 2 === 0 ? 200 : 404}`))
  }
})

describe('as the only listener of a server', () => {
  it.each(['itself', 'its member'])('%s answers every request, with the listener of the app', async (which) => {
    const box = createSignalbox()
    const otherwise = getRequestListener(toHono(box, { access: 'open' }).fetch)
    const door = toNode(box, { access: 'open', otherwise })
    const server = createServer(which === 'itself' ? door : door.request)
    onTestFinished(() => void server.close())
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const ask = async (path: string, options?: RequestInit) => (await fetch(url + path, options)).status
    const wait = { signal: AbortSignal.timeout(10_000) }
    expect([await ask('/api/features'), await ask('/nowhere', wait), await ask('/apis/openapi.json', wait)]).toEqual([
      ...[200, 404, 200],
    ])
  })

  it('answers every request with origins, too', async () => {
    const left: unknown[] = []
    const door = toNode(createSignalbox(), { corsOrigins: ['*'], otherwise: (incoming) => left.push(incoming.url) })
    expect([door({ url: '/a' } as never, {} as never), left]).toEqual([true, ['/a']])
    expect(toNode(createSignalbox(), { corsOrigins: ['*'] })({ url: '/a' } as never, {} as never)).toBe(false)
  })
})
