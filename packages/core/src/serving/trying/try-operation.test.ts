import { describe, expect, it } from 'vitest'
import type { DataPlane } from '../planes/data-plane.ts'
import { tryOperation } from './try-operation.ts'
import { MOST_SENT, type Tried } from './try-schema.ts'

const document = {
  openapi: '3.1.0',
  components: { parameters: { Page: { name: 'page', in: 'query' } } },
  paths: {
    '/invoices/{id}': {
      parameters: [
        { name: 'id', in: 'path' },
        { name: 'X-Trace', in: 'header' },
      ],
      get: { parameters: [{ $ref: '#/components/parameters/Page' }, { name: 'tag', in: 'query' }] },
      put: { requestBody: { content: { 'application/merge-patch+json': {} } } },
      trace: {},
    },
    '/files/{path+}': { get: {} },
    '/a b/{x}.json?kind=all': { get: {} },
    '/headers': {
      get: {
        parameters: ['Host', 'Cookie', 'Authorization', 'Gateway-Client-Id', 'gateway_client_id', 'Connection', 'TE']
          .concat(['Transfer-Encoding', 'Content-Length', 'Upgrade', 'Proxy-Authorization', 'Keep-Alive', 'X-Own'])
          .map((name) => ({ name, in: 'header' })),
      },
    },
  },
}
const api = { id: 'billing', name: 'Billing', context_path: '/v1' }
const subscription = {
  ...{ id: 's-1', enabled: true, api_ref: 'billing', plan_ref: 'gold', owner_ref: 'acme' },
  ...{ subscription_kind: 'apikey', token_refs: [], dates: {} },
} as const

interface Settings {
  readonly respond?: (request: Request) => Response | Promise<Response>
  readonly plane?: Partial<DataPlane>
  readonly planes?: readonly DataPlane[]
  readonly wait?: (ms: number) => Promise<void>
  readonly gatewayUrl?: string
}

/** Tries a call. Returns its result and what the data plane was sent. */
function setUp({ respond = () => new Response('ok'), plane, planes, ...ports }: Settings = {}) {
  const sent: { request: Request; as: string }[] = []
  const here = {
    status: () => ({ url: 'http://127.0.0.1:9080' }),
    decision: () => undefined,
    async send(request: Request, { as }: { as: string }) {
      sent.push({ request, as })
      return respond(request)
    },
    ...plane,
  } as unknown as DataPlane
  const call = (tried: Partial<Tried> = {}, target: object = {}) =>
    tryOperation(
      {
        ...{ api: 'billing', method: 'get', path: '/invoices/{id}', subscription: 's-1' },
        ...{ parameters: { path: { id: '7' } } },
        ...tried,
      },
      { api, document, subscription, ...target } as never,
      { planes: planes ?? [here], clock: () => 0, wait: () => new Promise(() => {}), ...ports },
    )
  const targetOf = async (tried: Partial<Tried>) => {
    await call(tried)
    return sent.at(-1)?.request.url.replace('http://127.0.0.1:9080', '')
  }
  const failing = (tried: Partial<Tried>, target?: object) =>
    call(tried, target).then(
      () => 'nothing',
      (error) => `${error.code} ${Object.keys(error.fieldErrors)}`,
    )
  return { call, sent, targetOf, failing }
}

describe('an operation that is tried', () => {
  it('is called through the data plane, as the subscription', async () => {
    const { call, sent } = setUp()
    expect(await call()).toMatchObject({ status: 200, body: 'ok', encoding: 'text', ms: 0 })
    expect(sent.map(({ request, as }) => [request.method, request.url, as])).toEqual([
      ['GET', 'http://127.0.0.1:9080/v1/invoices/7', 's-1'],
    ])
  })

  it.each<[what: string, tried: Partial<Tried>, target: string]>([
    ['a slash in a parameter', { parameters: { path: { id: 'a/b?c#d' } } }, '/v1/invoices/a%2Fb%3Fc%23d'],
    ['half of a surrogate pair', { parameters: { path: { id: 'a\ud800' } } }, '/v1/invoices/a%EF%BF%BD'],
    ['several segments', { path: '/files/{path+}', parameters: { path: { path: 'a/b c' } } }, '/v1/files/a/b%20c'],
    [
      'text around a parameter',
      { path: '/a b/{x}.json?kind=all', parameters: { path: { x: '1' } } },
      '/v1/a%20b/1.json?kind=all',
    ],
    [
      'declared parameters of the query alone',
      { parameters: { path: { id: '7' }, query: { page: '1&x=2', tag: ['a', 'b'], other: 'x', as: 's-2' } } },
      '/v1/invoices/7?page=1%26x%3D2&tag=a&tag=b',
    ],
  ])('has a URL with %s', async (_, tried, target) => {
    expect(await setUp().targetOf(tried)).toBe(target)
  })

  it('gets declared headers alone, and none of the connection or of credentials', async () => {
    const { call, sent } = setUp()
    const names = document.paths['/headers'].get.parameters.map(({ name }) => name)
    const header = Object.fromEntries([...names, 'X-Other'].map((name) => [name, '1']))
    await call({ path: '/headers', parameters: { header } })
    expect(Object.fromEntries(sent[0]?.request.headers ?? [])).toEqual({
      ...{ accept: 'application/json, */*;q=0.8', 'accept-encoding': 'identity', 'x-own': '1' },
    })
  })

  it('sends a body with its media type, or the one that the document names first', async () => {
    const { call, sent } = setUp()
    await call({ method: 'PUT', body: '{"a":1}' })
    await call({ method: 'PUT', body: 'a,b', content_type: 'text/csv' })
    expect(sent.map(({ request }) => request.headers.get('content-type'))).toEqual([
      'application/merge-patch+json',
      'text/csv',
    ])
    expect(await sent[1]?.request.text()).toBe('a,b')
  })

  it('is called at the domain of the API, without a path that only a proxy knows', async () => {
    const { call, sent } = setUp({ gatewayUrl: 'https://gw.example:8443/edge' })
    await call()
    await call({}, { api: { ...api, domain: '*.shop.example' } })
    await call({}, { api: { ...api, domain: 'api.shop.example' } })
    expect(sent.map(({ request }) => request.url)).toEqual([
      'https://gw.example:8443/v1/invoices/7',
      'https://try.shop.example:8443/v1/invoices/7',
      'https://api.shop.example:8443/v1/invoices/7',
    ])
  })

  it.each<[what: string, tried: Partial<Tried>, expected: string]>([
    ['another path', { path: '/invoices' }, 'NOT_FOUND '],
    ['a path that the parameter stands for', { path: '/invoices/7' }, 'NOT_FOUND '],
    ['another method', { method: 'DELETE' }, 'NOT_FOUND '],
    ['a method that no gateway passes on', { method: 'TRACE' }, 'NOT_FOUND '],
    ['a member of every object', { method: 'toString' }, 'NOT_FOUND '],
    ['a path that is a member of every object', { path: '__proto__' }, 'NOT_FOUND '],
    ['no value for the path', { parameters: {} }, 'INVALID /parameters/path/id'],
    ['an empty value for the path', { parameters: { path: { id: '' } } }, 'INVALID /parameters/path/id'],
    ['dots', { parameters: { path: { id: '..' } } }, 'INVALID /parameters/path'],
    [
      'dots among segments',
      { path: '/files/{path+}', parameters: { path: { path: 'a/../b' } } },
      'INVALID /parameters/path',
    ],
    [
      'a line break in a header',
      { parameters: { path: { id: '7' }, header: { 'x-trace': 'a\r\nGateway-Client-Id: b' } } },
      'INVALID /parameters/header/x-trace',
    ],
    ['a body of GET', { body: 'x' }, 'INVALID /body'],
    ['a body above 256 KiB', { method: 'PUT', body: 'ä'.repeat(MOST_SENT / 2 + 1) }, 'TOO_LARGE '],
  ])('is not called with %s', async (_, tried, expected) => {
    const { failing, sent } = setUp()
    expect([await failing(tried), sent]).toEqual([expected, []])
  })

  it.each<[what: string, target: object, expected: string]>([
    ['without a document', { document: undefined }, 'NOT_FOUND '],
    ['with a subscription to another API', { subscription: { ...subscription, api_ref: 'other' } }, 'NOT_FOUND '],
    ['with a paused subscription', { subscription: { ...subscription, enabled: false } }, 'CONFLICT '],
    ['with a closed subscription', { subscription: { ...subscription, dates: { closed_at: 1 } } }, 'CONFLICT '],
  ])('is not called %s', async (_, target, expected) => {
    expect(await setUp().failing({}, target)).toBe(expected)
  })

  it('needs a data plane in this process', async () => {
    expect(await setUp({ planes: [] }).failing({})).toBe('UNAVAILABLE ')
    expect(await setUp({ planes: [{ status: () => ({}) } as never] }).failing({})).toBe('UNAVAILABLE ')
  })
})

describe('the response to an operation that is tried', () => {
  it('tells status, headers and the cause of an error of the gateway', async () => {
    const headers = [
      ['X-A', '1'],
      ['Set-Cookie', 'a=1'],
      ['Set-Cookie', 'b=2'],
      ['X-Request-Id', 'r'],
    ] as [string, string][]
    const { call } = setUp({
      respond: () => new Response('no', { status: 429, headers }),
      plane: { decision: (id) => ({ id, cause: 'errors.quota.exceeded' }) as never },
    })
    const { headers: told, ...rest } = await call()
    expect(rest).toEqual({ status: 429, body: 'no', encoding: 'text', ms: 0, cause: 'errors.quota.exceeded' })
    expect(told.filter(({ name }) => name === 'set-cookie').map(({ value }) => value)).toEqual(['a=1', 'b=2'])
  })

  it.each([
    ['text', new TextEncoder().encode('ä\n\u{feff}'), 'ä\n\u{feff}'],
    ['base64', Uint8Array.of(0x89, 0x50), 'iVA='],
    ['base64', Uint8Array.of(65, 0), 'QQA='],
  ] as const)('is %s if its bytes are', async (encoding, bytes, body) => {
    expect(await setUp({ respond: () => new Response(bytes) }).call()).toMatchObject({ encoding, body })
  })

  it('is 502 above 1 MiB', async () => {
    const whole = 'x'.repeat(1024 * 1024)
    expect((await setUp({ respond: () => new Response(whole) }).call()).body).toBe(whole)
    expect(await setUp({ respond: () => new Response(`${whole}x`) }).call()).toMatchObject({
      ...{ status: 502, cause: 'errors.backend.body.too.large' },
    })
  })

  it('is 504 after ten seconds, and the call is ended', async () => {
    const waited: number[] = []
    const { call, sent } = setUp({
      respond: () => new Promise(() => {}),
      wait: async (ms) => void waited.push(ms),
    })
    expect(await call()).toMatchObject({ status: 504, cause: 'errors.backend.timeout' })
    expect([waited, sent[0]?.request.signal.aborted]).toEqual([[10_000], true])
  })
})
