import { createClient } from '@signalbox/client'
import { contract, operations } from '@signalbox/core/contract'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { checkSettings } from '../settings/read-settings.ts'
import type { Settings } from '../settings/settings.ts'
import { type Era, jsonOf, overHttp, textsOf } from './client.fixture.ts'
import { prepareMcpServer } from './mcp-server.ts'
import { type Sender, serveHttp } from './serve-http.ts'
import { admin, headersOf, openService, reader } from './service.fixture.ts'

let service: Awaited<ReturnType<typeof openService>>
beforeAll(async () => {
  service = await openService()
})
afterAll(() => service.close())

const reported: unknown[] = []
const report = (error: unknown) => void reported.push(error)

/** Serves the service over HTTP. */
async function serve({ write = false, ...others }: Partial<Settings> & { readonly write?: boolean } = {}) {
  const settings = { ...checkSettings(others), port: 0 }
  const create = prepareMcpServer({ operations: operations(contract), report, write })
  const apiFor = ({ headers }: Sender) =>
    createClient({ baseUrl: service.url, headers, retry: { attempts: 0 } as never })
  const serving = await serveHttp(settings, { create, apiFor, report })
  onTestFinished(() => serving.close())
  return serving.url
}

/** Sends one message by hand. */
const post = (url: string, headers: Record<string, string>, body = ping) =>
  fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream', ...headers },
    body,
  })
const ping = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} })

describe.each<Era>(['legacy', 'modern'])('a server over HTTP, to a client of the %s protocol', (era) => {
  it('answers each request with the rights of its own key', async () => {
    const url = await serve()
    const asReader = await overHttp(url, { headers: headersOf(reader), era })
    const asAdmin = await overHttp(url, { headers: headersOf(admin), era })
    const read = await asReader.callTool({ name: 'features_get', arguments: { id: 'shop:express' } })
    expect(jsonOf(read)).toMatchObject({ id: 'shop:express', enabled: true })
    const keys = { name: 'apiKeys_list', arguments: {} }
    expect(await asReader.callTool(keys)).toMatchObject({ isError: true })
    expect(jsonOf(await asAdmin.callTool(keys)).results.length).toBeGreaterThan(1)
  })

  it('refuses calls without rights as over HTTP: with the same code and text', async () => {
    const url = await serve()
    const cases = [
      ['no key', {}],
      ['a wrong secret', headersOf({ ...reader, clientSecret: 'some other secret' })],
      ['a key without the right', headersOf(reader)],
    ] as const
    for (const [what, headers] of cases) {
      const client = await overHttp(url, { headers, era })
      const result = await client.callTool({ name: 'configs_get', arguments: { id: 'shop:colours' } })
      const response = await fetch(`${service.url}/api/configs/shop:colours`, { headers })
      expect(result.isError, what).toBe(true)
      expect(jsonOf(result), what).toEqual(await response.json())
    }
  })
})

describe('a server over HTTP', () => {
  it.each([
    ['Authorization', `Bearer ${reader.clientId}:${reader.clientSecret}`],
    ['Authorization', `Basic ${btoa(`${reader.clientId}:${reader.clientSecret}`)}`],
    ['X-API-Key', `${reader.clientId}:${reader.clientSecret}`],
  ])('takes the key in %s', async (name, value) => {
    const client = await overHttp(await serve(), { headers: { [name]: value } })
    expect(jsonOf(await client.callTool({ name: 'me' }))).toMatchObject({ id: 'reader', kind: 'ApiKey' })
  })

  it.each([
    ['a page of another host', { Origin: 'https://evil.example' }],
    ['a page without an origin', { Origin: 'null' }],
  ])('rejects %s', async (_, headers) => {
    expect((await post(await serve(), headers)).status).toBe(403)
  })

  it('rejects requests for other hosts, to which DNS may have been rebound', async () => {
    const url = new URL(await serve())
    const { request } = await import('node:http')
    const statusFor = (host: string) =>
      new Promise((resolve, reject) => {
        const headers = {
          Host: host,
          'Content-Type': 'application/json',
          Accept: 'application/json, text/event-stream',
        }
        const sent = request(
          { port: url.port, host: '127.0.0.1', path: '/mcp', method: 'POST', headers },
          (response) => {
            response.resume()
            resolve(response.statusCode)
          },
        )
        sent.once('error', reject).end(ping)
      })
    expect(await statusFor(`evil.example:${url.port}`)).toBe(403)
    expect(await statusFor(`localhost:${url.port}`)).toBe(200)
  })

  it('accepts the hosts of the settings', async () => {
    const url = await serve({ mcpHosts: ['mcp.example'] })
    expect((await post(url, { Origin: 'https://mcp.example' })).status).toBe(200)
  })

  it('serves one path, and keeps no sessions', async () => {
    const url = await serve()
    const elsewhere = await post(url.replace('/mcp', '/'), {})
    expect([elsewhere.status, await elsewhere.json()]).toMatchObject([
      404,
      { detail: 'Nothing is served here: use /mcp' },
    ])
    expect((await fetch(url, { headers: { Accept: 'text/event-stream' } })).status).toBe(405)
    expect((await fetch(url, { method: 'DELETE' })).status).toBe(405)
    const initialize = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'x', version: '1' } }
    const message = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params: initialize })
    expect((await post(url, {}, message)).headers.get('Mcp-Session-Id')).toBeNull()
  })

  it('rejects what is no message, and messages that are too large', async () => {
    const url = await serve()
    expect((await post(url, {}, '{')).status).toBe(400)
    expect((await post(url, {}, '[]')).status).toBe(400)
    expect((await post(url, {}, 'x'.repeat(5 * 1024 * 1024))).status).toBe(413)
    expect((await post(url, { 'Content-Type': 'text/plain' })).status).toBe(415)
    expect((await post(url, {})).status).toBe(200)
  })
})

describe('a tool', () => {
  it('fails with the problem of each field, and never with a secret', async () => {
    const client = await overHttp(await serve({ write: true }), { headers: headersOf(admin) })
    const body = { id: 'a b', enabled: 'yes', activationStrategy: 'NO_STRATEGY' }
    const result = await client.callTool({ name: 'features_create', arguments: { body } })
    expect(result.isError).toBe(true)
    expect(jsonOf(result)).toMatchObject({
      code: 'INVALID',
      status: 400,
      fieldErrors: { '/id': [{ message: 'error.pattern' }], '/enabled': [{ message: 'error.type' }] },
    })
    expect(JSON.stringify(result)).not.toContain(admin.clientSecret)
  })

  it.each([
    ['an unknown argument', 'features_list', { page: 1, pageSise: 2 }, 'The tool does not take the argument pageSise'],
    ['an id that is a number', 'features_get', { id: 7 }, 'id must be a string'],
    [
      'a number that may have lost digits',
      'features_checkWith',
      { id: 'a', body: { n: [2 ** 53] } },
      '/body/n/0 would lose',
    ],
    ['an id that is missing', 'features_get', {}, 'id is missing'],
    ['an id that is a path', 'features_get', { id: '..' }, 'id must be a valid segment of a URL path'],
    ['a page that is a list', 'features_list', { page: [1] }, 'page must be a string'],
    ['a page below the first', 'features_list', { page: 0 }, 'page must'],
    ['a limit that is too high', 'events_stream', { limit: 5000 }, 'limit must be a whole number from 1 to 1000'],
    ['a part that is a text', 'features_list', { part: '2' }, 'part must be a whole number of at least 1'],
    ['a body that is a text', 'features_checkWith', { id: 'shop:express', body: 'ann' }, 'The body'],
    ['members of every object', 'features_get', { id: 'a', constructor: 1 }, 'the argument constructor'],
  ])('rejects %s', async (_, name, args, message) => {
    const client = await overHttp(await serve(), { headers: headersOf(admin) })
    const result = await client.callTool({ name, arguments: args as never })
    expect(result.isError).toBe(true)
    expect(jsonOf(result)).toMatchObject({ code: 'INVALID', detail: expect.stringContaining(message) })
  })

  it('that is unknown or changes something is rejected with the way out', async () => {
    const client = await overHttp(await serve(), { headers: headersOf(admin) })
    const call = (name: string) => client.callTool({ name, arguments: { id: 'shop:express' } })
    await expect(call('features_gett')).rejects.toThrow(
      'The tool features_gett is unknown (did you mean features_get?)',
    )
    await expect(call('features_delete')).rejects.toThrow('start signalbox mcp with --write')
    await expect(call('apiKeys_export')).rejects.toThrow('The tool apiKeys_export is unknown')
    expect(await service.box.features.get({ id: 'shop:express' })).toBeDefined()
  })

  it('gives its reason to the log', async () => {
    const client = await overHttp(await serve({ write: true }), { headers: headersOf(admin) })
    const patch = (args: object) =>
      client.callTool({ name: 'configs_patch', arguments: { id: 'shop:limit', body: { value: 11 }, ...args } })
    await patch({})
    await patch({ reason: 'OPS-1: «more»', body: { value: 12 } })
    const { results } = await service.box.events.history({ key: 'shop:limit', limit: 2 })
    expect(results.map(({ reason, authInfo }) => [reason, authInfo?.id])).toEqual([
      ['OPS-1: «more»', 'tests'],
      ['signalbox mcp', 'tests'],
    ])
  })

  it('guards a change by the entity tag that an earlier answer named', async () => {
    const client = await overHttp(await serve({ write: true }), { headers: headersOf(admin) })
    const [, hint] = textsOf(await client.callTool({ name: 'scripts_get', arguments: { id: 's' } }))
    const [, ifMatch] = /, for ifMatch, is (".+")$/.exec(hint ?? '') ?? []
    const patch = () => client.callTool({ name: 'scripts_patch', arguments: { id: 's', body: { name: 't' }, ifMatch } })
    expect((await patch()).isError).toBeUndefined()
    expect(jsonOf(await patch())).toMatchObject({ code: 'PRECONDITION_FAILED' })
  })

  it('shows no secret, not even one that is issued only now', async () => {
    const client = await overHttp(await serve({ write: true }), { headers: headersOf(admin) })
    const call = async (name: string, args: object) =>
      jsonOf(await client.callTool({ name, arguments: args as Record<string, unknown> }))
    const clientSecret = 'a secret that is chosen'
    const key = await call('apiKeys_create', { body: { clientId: 'new', name: 'New', clientSecret } })
    expect(key).toMatchObject({ clientId: 'new', clientSecret: '********' })
    expect(await service.box.identify({ clientId: 'new', clientSecret })).toMatchObject({ id: 'new' })
    expect(await call('gatewayKeys_create', { body: { id: 'new' } })).toMatchObject({ id: 'new', key: '********' })
    const subscription = await call('subscriptions_create', { body: { api_ref: 'shop', plan_ref: 'gold' } })
    expect(subscription.credentials).toMatchObject({ clientSecret: '********' })
    expect(await call('subscriptions_rotate', { id: subscription.id })).toMatchObject({ clientSecret: '********' })
    const users = await call('users_create', { body: { id: 'ben', name: 'Ben', password: clientSecret } })
    expect(JSON.stringify(users)).not.toContain(clientSecret)
  })
})

describe('a large answer', () => {
  const note = 'n'.repeat(900)
  beforeAll(async () => {
    const body = Array.from({ length: 120 }, (_, i) => ({ id: `large:${String(i).padStart(3, '0')}`, value: note }))
    await service.box.configs.import({ body })
    await service.box.configs.create({ body: { id: 'huge', value: 'ü'.repeat(120_000) } })
  })

  it('that is a list is cut after a whole result, with the way to get the others', async () => {
    const client = await overHttp(await serve(), { headers: headersOf(admin) })
    const list = (args: object) => client.callTool({ name: 'configs_list', arguments: { pattern: 'large:*', ...args } })
    const first = await list({ pageSize: 100 })
    const { results, metadata } = jsonOf(first)
    const [, hint = ''] = textsOf(first)
    const [, size] = /call the tool again with pageSize (\d+)/.exec(hint) ?? []
    expect([results.length, metadata.count]).toEqual([Number(size), 120])
    const ids = []
    for (let page = 1; page <= Math.ceil(120 / Number(size)); page++) {
      const answer = await list({ pageSize: Number(size), page })
      expect(textsOf(answer)).toHaveLength(1)
      ids.push(...jsonOf(answer).results.map(({ id }: { id: string }) => id))
    }
    expect(new Set(ids).size).toBe(120)
  })

  it('that is no list comes in parts of one text', async () => {
    const client = await overHttp(await serve(), { headers: headersOf(admin) })
    let text = ''
    let hint = ''
    for (let part = 1; part === 1 || hint.includes('again with part'); part++) {
      const texts = textsOf(await client.callTool({ name: 'configs_get', arguments: { id: 'huge', part } }))
      text += texts[0]
      hint = texts[1] ?? ''
    }
    expect(hint).toBe('This is part 3 of 3 of one JSON text')
    expect(JSON.parse(text).value).toBe('ü'.repeat(120_000))
  })

  it('that is a report is continued by skip', async () => {
    const client = await overHttp(await serve(), { headers: headersOf(admin) })
    const report = (skip: number) =>
      client.callTool({ name: 'events_exportHistory', arguments: { pattern: 'large:*', limit: 70, skip } })
    const keys: string[] = []
    for (;;) {
      const result = await report(keys.length)
      keys.push(...jsonOf(result).results.map(({ key }: { key: string }) => key))
      if (textsOf(result).length === 1) break
      expect(textsOf(result)[1]).toContain(`call the tool again with skip ${keys.length}`)
    }
    expect(new Set(keys).size).toBe(120)
  })

  it('of an event stream has as many events as asked for, or those of some seconds', async () => {
    const client = await overHttp(await serve(), { headers: headersOf(admin) })
    const stream = (args: object) =>
      client.callTool({ name: 'events_streamDomain', arguments: { domain: 'Config', ...args } })
    const some = await stream({ lastEventId: 0, limit: 3 })
    expect(jsonOf(some).results.map(({ domain }: { domain: string }) => domain)).toEqual(['Config', 'Config', 'Config'])
    expect(textsOf(some)[1]).toContain('There are more')
    expect(textsOf(await stream({ seconds: 1 }))).toEqual(['{"results":[]}'])
  })
})

describe('a client over HTTP', () => {
  const call = { name: 'events_stream', arguments: { seconds: 60 } }

  it('that cancels a call ends it in the service', async () => {
    const client = await overHttp(await serve(), { headers: headersOf(admin), era: 'modern' })
    const stop = new AbortController()
    const cancelled = expect(client.callTool(call, { signal: stop.signal })).rejects.toThrow()
    await expect.poll(() => streamsOf(service.box)).toBe(1)
    stop.abort()
    await cancelled
    await expect.poll(() => streamsOf(service.box)).toBe(0)
  })

  it.each<Era>(['legacy', 'modern'])('that leaves (%s) ends its calls in the service', async (era) => {
    const client = await overHttp(await serve(), { headers: headersOf(admin), era })
    const left = expect(client.callTool(call)).rejects.toThrow()
    await expect.poll(() => streamsOf(service.box)).toBe(1)
    await client.close()
    await left
    await expect.poll(() => streamsOf(service.box)).toBe(0)
    expect(reported).toEqual([])
  })
})

/** How many event streams the service has open. */
const streamsOf = async (box: (typeof service)['box']): Promise<number> => (await box.about()).events.streams
