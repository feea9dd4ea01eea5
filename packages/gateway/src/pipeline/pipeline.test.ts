import { describe, expect, it } from 'vitest'
import type { Decided } from '../exchange/decided.ts'
import type { GatewayOptions } from '../gateway.ts'
import { getHeader, getHeaders } from '../headers/header-list.ts'
import type { Exchange } from '../plugin-api/exchange.ts'
import type { Hooks } from '../plugin-api/own-plugin.ts'
import type { Stage } from '../plugin-api/plugin.ts'
import { RefusedError } from '../plugin-api/refused.ts'
import { ownCookies } from '../request/own-cookies.ts'
import { causeOf, flowOf, sentHeader, setUp, testPlugin } from './pipeline.fixture.ts'

const route = { id: 'all', backend: 'b', flow_ref: 'f', frontend: { paths: ['/'] } }

/** A gateway with one route, whose flow has these slots of the plugin `test`. */
function withHooks(
  hooksOf: (config: Readonly<Record<string, unknown>>) => Hooks & { stage?: Stage },
  slots: readonly object[] = [{}],
  options: Partial<GatewayOptions> = {},
) {
  const plugin = testPlugin({
    compile: (config) => hooksOf(config as never),
    stage: (config) => ((config as { stage?: Stage }).stage ?? 'request') as Stage,
  })
  return setUp({ routes: [route], flows: [flowOf(...slots)] } as never, { plugins: [plugin], ...options })
}

describe('a request', () => {
  it('of a route is forwarded to the target of its backend', async () => {
    const { target, forwardTarget, answer } = await setUp().decide({ target: '/a/b?c=1' })
    expect([answer, target?.port, forwardTarget]).toEqual([undefined, 9, '/a/b?c=1'])
  })

  it('tells the prefix that the chosen backend does not get, also if its headers were made before', async () => {
    const prefixed = { id: 'all', backend: 'b', flow_ref: 'f', frontend: { paths: ['/a'], strip_path: true } }
    const plugin = testPlugin({
      compile: () => ({
        request(exchange) {
          exchange.out.set('X-Own', '1')
          if (exchange.query !== '') exchange.backend = { ...exchange.backend, root: '/r', rewrite: true }
          return undefined
        },
      }),
    })
    const { decide } = setUp({ routes: [prefixed], flows: [flowOf({})] } as never, { plugins: [plugin] })
    const prefixOf = async (target: string) => sentHeader(await decide({ target }), 'x-forwarded-prefix')
    expect([await prefixOf('/a/b'), await prefixOf('/a/b?other')]).toEqual(['/a', undefined])
  })

  it('is refused all the same if a hook for refusals rejects, which is reported', async () => {
    const { decide, reports } = withHooks(() => ({
      request: () => ({ refuse: 'errors.address.forbidden' }),
      onRefusal: true,
      response: () => Promise.reject(new Error('oops')),
    }))
    expect((await decide()).answer?.status).toBe(403)
    await expect.poll(() => reports.length).toBe(1)
  })

  it('is answered with the revision only if the gateway shows it', async () => {
    const unknown = { headers: ['Host', 'other.example'] }
    const [silent, open] = await Promise.all(
      [setUp(), setUp({}, { configRevision: true })].map(({ decide }) => decide(unknown)),
    )
    const shown = (decided: Decided | undefined) =>
      getHeader([...(decided?.answer?.headers ?? [])], 'gateway-config-revision')
    expect([shown(silent), shown(open)]).toEqual([undefined, '0'])
  })

  it('for a host that the certificate of its connection does not cover is refused', async () => {
    const { decide } = setUp()
    const covers = (host: string) => host === 'other.example'
    expect(await causeOf(decide({ covers }))).toBe('421 errors.host.misdirected')
  })

  it('of no route is refused', async () => {
    expect(await causeOf(setUp().decide({ headers: ['Host', 'other.example'] }))).toBe('404 errors.service.not.found')
  })

  it('with a method that no route takes is refused with those that are taken', async () => {
    const routes = [{ id: 'a', backend: 'b', frontend: { paths: ['/a'], methods: ['GET', 'PUT'] } }]
    const { answer } = await setUp({ routes } as never).decide({ target: '/a', method: 'POST' })
    expect([answer?.status, getHeader(answer!.headers, 'allow')?.split(', ').sort()]).toEqual([
      405,
      ['GET', 'HEAD', 'PUT'],
    ])
  })

  it('of a route without a backend is refused', async () => {
    const routes = [{ id: 'a', frontend: { paths: ['/a'] } }]
    expect(await causeOf(setUp({ routes } as never).decide({ target: '/a' }))).toBe('503 errors.backend.unavailable')
  })

  it('of a route that cannot be compiled is refused', async () => {
    const routes = [{ ...route, flow_ref: 'missing' }]
    expect(await causeOf(setUp({ routes } as never).decide())).toBe('503 errors.route.misconfigured')
  })

  it.each([
    [{ strip_path: true }, '', '/7/x', '/shop'],
    [{ strip_path: true }, '/v1', '/v1/7/x', '/shop'],
    [{}, '/v1', '/v1/shop/7/x', undefined],
  ])('with %j and the root %j is forwarded to %s', async (frontend, root, path, prefix) => {
    const backends = [{ id: 'b', backend: { targets: [{ hostname: '127.0.0.1', port: 9 }], root } }]
    const routes = [{ id: 'a', backend: 'b', frontend: { paths: ['/shop'], ...frontend } }]
    const decided = await setUp({ backends, routes } as never).decide({ target: '/shop/7/x?y=1' })
    expect([decided.forwardTarget, sentHeader(decided, 'x-forwarded-prefix')]).toEqual([`${path}?y=1`, prefix])
  })

  it('has the path parameters, decoded', async () => {
    const routes = [{ ...route, frontend: { paths: ['/:a/{b}.json'] } }]
    const seen: unknown[] = []
    const plugin = testPlugin({ compile: () => ({ request: ({ params }) => void seen.push({ ...params }) }) })
    const { decide } = setUp({ routes, flows: [flowOf({})] } as never, { plugins: [plugin] })
    await decide({ target: '/caf%C3%A9/7.json' })
    expect(seen).toEqual([{ a: 'café', b: '7' }])
  })
})

describe('the testing header', () => {
  const api = {
    routes: [{ id: 'a', backend: 'b', frontend: { paths: ['/'] } }],
    testing: { enabled: true, headerKey: 'X-Try', headerValue: 'secret' },
  }

  it('opens the draft, and goes no further', async () => {
    const decided = await setUp(api as never).decide({ headers: ['Host', 'shop.example', 'X-Try', 'secret'] })
    expect([decided.draft, sentHeader(decided, 'x-try')]).toEqual([true, undefined])
  })

  it('counts as none if it is wrong, and is in Vary either way', async () => {
    const { gateway, decide } = setUp(api as never)
    const decided = await decide({ headers: ['Host', 'shop.example', 'X-Try', 'wrong'] })
    const { headers } = await gateway.pipeline.respond(decided, 200, ['Vary', 'Accept'])
    expect([decided.draft, getHeaders(headers, 'vary')]).toEqual([false, ['Accept', 'x-try']])
  })
})

describe('plugins', () => {
  it('run by stage, and within a stage in the order of the route', async () => {
    const order: unknown[] = []
    const slots = ['request', 'limit', 'answer', 'limit'].map((stage, i) => ({
      config: { stage, name: `${stage} ${i}` },
    }))
    const { decide } = withHooks(({ name }) => ({ request: () => void order.push(name) }), slots)
    await decide()
    expect(order).toEqual(['answer 2', 'limit 1', 'limit 3', 'request 0'])
  })

  it('charge what a consumer uses after the rate limits of the route, whatever their stage', async () => {
    const order: unknown[] = []
    const slots = ['identify', 'limit', 'request'].map((stage) => ({ config: { stage } }))
    const { decide } = withHooks(
      ({ stage }) => ({
        request: () => void order.push(stage),
        ...(stage === 'identify' && { limit: () => void order.push('charge') }),
      }),
      slots,
    )
    await decide()
    expect(order).toEqual(['identify', 'limit', 'charge', 'request'])
  })

  it('run only for the paths of their slot; exclude has precedence', async () => {
    let runs = 0
    const slots = [{ include: ['/a*', '*/z'], exclude: ['/a/secret*'] }]
    const { decide } = withHooks(() => ({ request: () => void runs++ }), slots)
    for (const target of ['/a', '/a/b', '/x/z', '/b', '/a/secret/z', '/A']) await decide({ target })
    expect(runs).toBe(3)
  })

  it('that are disabled do not run', async () => {
    let runs = 0
    await withHooks(() => ({ request: () => void runs++ }), [{ enabled: false }]).decide()
    expect(runs).toBe(0)
  })

  it('of the data plane that are unknown make their route refuse', async () => {
    const { decide } = setUp({ routes: [route], flows: [flowOf({ plugin: 'unknown' })] } as never)
    expect(await causeOf(decide())).toBe('503 errors.plugin.unknown')
  })

  it('that cannot be compiled make their route refuse, and are reported', async () => {
    const { decide, reports } = withHooks(() => {
      throw new Error('no')
    })
    expect(await causeOf(decide())).toBe('503 errors.route.misconfigured')
    expect(String(reports)).toContain('The plugin test of the route shop:all cannot be compiled')
  })

  it('refuse with a cause, a status and headers; later ones do not run', async () => {
    const ran: unknown[] = []
    const refused = { refuse: 'errors.address.forbidden', headers: ['X-Why', 'address'] }
    const { decide } = withHooks(
      ({ name }) => ({
        request() {
          ran.push(name)
          return name === 1 ? refused : undefined
        },
      }),
      [{ config: { name: 1 } }, { config: { name: 2 } }],
    )
    const { answer } = await decide()
    expect([answer?.status, getHeader(answer!.headers, 'x-why'), ran]).toEqual([403, 'address', [1]])
  })

  it('that answer end the request, and the response hooks see the answer', async () => {
    const { decide } = withHooks(() => ({
      request: () => ({ answer: { status: 200, headers: ['X-A', '1'], body: 'hello' } }),
      response: (_, { headers }) => void headers.set('X-A', `${headers.get('x-a')}2`),
    }))
    const { answer } = await decide()
    expect([answer?.status, answer?.body, getHeader(answer!.headers, 'x-a')]).toEqual([200, 'hello', '12'])
    expect((await decide({ method: 'HEAD' })).answer?.body).toBeUndefined()
  })

  it('may be asynchronous; a promise is returned only then', async () => {
    const { gateway } = withHooks(({ late }) => ({
      request: () => (late ? Promise.resolve({ refuse: 'errors.address.forbidden' }) : undefined),
    }))
    const incoming = { method: 'GET', target: '/', rawHeaders: ['Host', 'shop.example'], address: '', secure: false }
    expect(gateway.pipeline.decide(incoming)).not.toBeInstanceOf(Promise)
    const late = withHooks(() => ({ request: async () => ({ refuse: 'errors.address.forbidden' }) }))
    expect(late.gateway.pipeline.decide(incoming)).toBeInstanceOf(Promise)
    expect(await causeOf(late.decide())).toBe('403 errors.address.forbidden')
  })

  it.each([
    [
      'throw',
      () => {
        throw new Error('no')
      },
    ],
    ['reject', () => Promise.reject(new Error('no'))],
    ['take longer than they may', () => new Promise<undefined>(() => {})],
  ])('that %s fail the request, and are reported', async (_, request) => {
    const { decide, reports } = withHooks(() => ({ request }), [{}], { pluginTimeout: 20 })
    expect(await causeOf(decide())).toBe('500 errors.plugin.failed')
    expect(String(reports)).toContain('The plugin test failed')
  })

  it('that limit their time themselves may take longer', async () => {
    const request = () => new Promise<undefined>((resolve) => setTimeout(resolve, 40, undefined))
    const { decide } = withHooks(() => ({ request, waits: true }), [{}], { pluginTimeout: 20 })
    expect((await decide()).answer).toBeUndefined()
  })

  it('that refuse in response hooks refuse with their cause', async () => {
    const { gateway, decide, reports } = withHooks(() => ({
      response() {
        throw new RefusedError({ refuse: 'errors.backend.body.too.large' })
      },
    }))
    const { status, answer } = await gateway.pipeline.respond(await decide(), 200, [])
    expect([status, String(answer?.body).includes('errors.backend.body.too.large'), reports]).toEqual([502, true, []])
  })

  it('respond in place of a backend that fails, through the hooks for responses', async () => {
    const { gateway, decide } = withHooks(() => ({
      failed: (_, cause) => ({ status: 200, headers: ['X-Cause', cause], body: 'kept' }),
      response: (_, { headers }) => void headers.set('X-Seen', '1'),
    }))
    const { status, headers, body } = gateway.pipeline.fail(await decide(), 'errors.backend.timeout')
    expect([status, body, headers.slice(0, 4)]).toEqual([
      200,
      'kept',
      ['X-Cause', 'errors.backend.timeout', 'X-Seen', '1'],
    ])
    expect(gateway.pipeline.fail(await decide(), 'errors.request.timeout').status).toBe(408)
  })

  it('are told when a request goes to the backend, and not when it is refused', async () => {
    const told: string[] = []
    const { decide } = withHooks(() => ({
      request: ({ path }) => (path === '/no' ? { refuse: 'errors.address.forbidden' } : undefined),
      forwarded: ({ path }) => void told.push(path),
    }))
    await decide({ target: '/yes' })
    await decide({ target: '/no' })
    expect(told).toEqual(['/yes'])
  })

  it('see responses first, in the order of the route, or last, as they say', async () => {
    const orders = { a: 'last', b: undefined, c: 'first', d: undefined } as const
    const { gateway, decide } = withHooks(
      ({ name }) => {
        const order = orders[name as keyof typeof orders]
        return { response: (_, { headers }) => void headers.add('X-Seen', String(name)), ...(order && { order }) }
      },
      Object.keys(orders).map((name) => ({ config: { name } })),
    )
    const { headers } = await gateway.pipeline.respond(await decide(), 200, [])
    expect(headers.filter((_, i) => headers[i - 1] === 'X-Seen')).toEqual(['c', 'b', 'd', 'a'])
  })

  it('that throw in response hooks fail the response', async () => {
    const { gateway, decide, reports } = withHooks(() => ({
      response() {
        throw new Error('no')
      },
    }))
    const { status, answer } = await gateway.pipeline.respond(await decide(), 200, [])
    expect([status, String(answer?.body).includes('errors.plugin.failed'), reports.length]).toEqual([500, true, 1])
  })

  it('see refusals in their response hooks only if they ask to', async () => {
    const mark: Hooks['response'] = (_, { headers }) => void headers.set('X-Seen', '1')
    const hooks = (onRefusal: boolean) => () => ({
      request: () => ({ refuse: 'errors.address.forbidden' }),
      response: mark,
      onRefusal,
    })
    const seen = async (onRefusal: boolean) =>
      getHeader((await withHooks(hooks(onRefusal)).decide()).answer!.headers, 'x-seen')
    expect([await seen(true), await seen(false)]).toEqual(['1', undefined])
  })

  it('change what the backend gets, but not what others see of the request', async () => {
    const seen: unknown[] = []
    const { decide } = withHooks(
      ({ n }) => ({
        request({ out, headers }: Exchange) {
          seen.push(headers.get('x-n'))
          out.set('X-N', `${n}`)
        },
      }),
      [{ config: { n: 1 } }, { config: { n: 2 } }],
    )
    expect(sentHeader(await decide(), 'x-n')).toBe('2')
    expect(seen).toEqual([undefined, undefined])
  })

  it.each(['a\rb', 'a\nb', 'a\0b', 'a\u0100'])('cannot set a header to %j', async (value) => {
    const { decide } = withHooks(() => ({ request: ({ out }) => void out.set('X-A', value) }))
    expect(await causeOf(decide())).toBe('500 errors.plugin.failed')
  })

  it('see and change what the gateway itself adds', async () => {
    const { decide } = withHooks(() => ({
      request({ out }) {
        out.remove('X-Forwarded-For')
        out.set('X-Forwarded-Proto', 'other')
        return undefined
      },
    }))
    const { out } = await decide()
    expect([out.all('x-forwarded-for'), out.all('x-forwarded-proto')]).toEqual([[], ['other']])
  })

  it('set the path for the backend, which must be canonical', async () => {
    const { decide } = withHooks(
      ({ path }) => ({
        request(exchange: Exchange) {
          exchange.forwardPath = path as string
          return undefined
        },
      }),
      [
        { include: ['/ok'], config: { path: '/other' } },
        { include: ['/bad'], config: { path: '/a/../b' } },
      ],
    )
    expect((await decide({ target: '/ok?x=1' })).forwardTarget).toBe('/other?x=1')
    expect(await causeOf(decide({ target: '/bad' }))).toBe('503 errors.route.misconfigured')
  })

  it('refuse bodies beyond their own limit, and never beyond that of the gateway', async () => {
    const limits: number[] = []
    const readBody = async (limit: number) => {
      limits.push(limit)
      return new Uint8Array()
    }
    for (const mostBody of [undefined, 10, 1e9])
      await withHooks(() => ({ body: 'whole', mostBody, request: () => undefined }) as Hooks).decide({ readBody })
    expect(limits).toEqual([1_048_576, 10, 1_048_576])
  })

  it('get the whole body if they ask for it', async () => {
    const seen: unknown[] = []
    const { decide } = withHooks(() => ({ body: 'whole', request: ({ body }) => void seen.push(body) }))
    const decided = await decide({ readBody: async () => Uint8Array.of(1, 2) })
    expect([seen, decided.body]).toEqual([[Uint8Array.of(1, 2)], Uint8Array.of(1, 2)])
    const tooLarge = () => Promise.reject(new RefusedError({ refuse: 'errors.body.too.large' }))
    expect(await causeOf(decide({ readBody: tooLarge }))).toBe('413 errors.body.too.large')
  })

  it('learn how the exchange ended', async () => {
    const outcomes: unknown[] = []
    const { gateway, decide } = withHooks(() => ({
      done: (_, { status, bytesOut }) => void outcomes.push([status, bytesOut]),
    }))
    const decided = await decide()
    for (let i = 0; i < 2; i++) gateway.pipeline.finish(decided, { status: 200, bytesIn: 0, bytesOut: 5 })
    expect(outcomes).toEqual([[200, 5]])
  })
})

describe('a response of a backend', () => {
  const { gateway, decide } = setUp()
  const respond = async (status: number, headers: readonly string[]) =>
    gateway.pipeline.respond(await decide(), status, headers)

  it('is passed on without headers of the connection and cookies of the control plane', async () => {
    const { headers } = await respond(200, [
      ...['Connection', 'close, X-Own', 'X-Own', '1', 'Keep-Alive', 'x', 'Proxy-Authenticate', 'x', 'x-b', '1'],
      ...['Set-Cookie', 'a=1', 'Set-Cookie', 'signalbox_session=x; Path=/', 'X-B', '2', 'X-Request-Id', 'backend'],
    ])
    expect(headers.slice(0, 6)).toEqual(['x-b', '1', 'Set-Cookie', 'a=1', 'X-B', '2'])
    expect(headers.slice(6)).toEqual(['X-Request-Id', expect.stringMatching(/^[0-9a-z]{26}$/)])
  })

  it.each(ownCookies)('sets no cookie %s', async (name) => {
    for (const value of [`${name}=x; Path=/`, `${name}=`, ` ${name} =x`, name])
      expect((await respond(200, ['set-cookie', value])).headers).not.toContain('set-cookie')
    const other = `${name}_of_theirs=x`
    expect((await respond(200, ['Set-Cookie', other])).headers).toContain(other)
  })

  it('has the cookie of a balancer, which plugins do not see', async () => {
    const seen: unknown[] = []
    const plugin = testPlugin({
      compile: () => ({ response: (_, { headers }) => void seen.push(headers.has('set-cookie')) }),
    })
    const targets = [9, 10].map((port) => ({ hostname: '127.0.0.1', port }))
    const backends = [{ id: 'b', backend: { targets, load_balancing: { type: 'Sticky' } } }]
    const { gateway, decide } = setUp({ backends, routes: [route], flows: [flowOf({})] } as never, {
      plugins: [plugin],
    })
    const { headers } = await gateway.pipeline.respond(await decide(), 200, [])
    expect([getHeaders(headers, 'set-cookie').length, seen]).toEqual([1, [false]])
  })
})

describe('an error page', () => {
  const { decide } = setUp()
  const refused = (accept?: string, method = 'GET'): Promise<Decided> =>
    decide({ method, headers: ['Host', 'other.example', ...(accept ? ['Accept', accept] : [])] })

  it('is JSON for clients that prefer it', async () => {
    const { answer, id } = await refused('application/json')
    expect(JSON.parse(String(answer?.body))).toMatchObject({
      'gateway-error-id': id,
      'gateway-cause': 'errors.service.not.found',
    })
  })

  it('has a header that names the error for proxies', async () => {
    const name = 'proxy-status'
    expect(getHeader((await refused()).answer!.headers, name)).toContain('error=destination_not_found')
    const silent = setUp({}, { proxyStatus: false })
    expect(getHeader((await silent.decide({ headers: ['Host', 'x'] })).answer!.headers, name)).toBeUndefined()
  })

  it('has no body for HEAD', async () => {
    expect((await refused(undefined, 'HEAD')).answer?.body).toBeUndefined()
  })
})

describe('a CORS preflight', () => {
  const preflight = {
    method: 'OPTIONS',
    headers: ['Host', 'shop.example', 'Origin', 'https://a.example', 'Access-Control-Request-Method', 'PUT'],
  }
  const routes = [{ id: 'a', backend: 'b', flow_ref: 'f', frontend: { paths: ['/'], methods: ['PUT'] } }]
  const cors = {
    plugin: 'cp:gateway.next.plugins.Cors',
    config: { allow_origin: 'https://a.example', allow_methods: ['PUT'] },
  }

  it('is answered by the route of the method it asks about', async () => {
    const { answer } = await setUp({ routes, flows: [flowOf(cors)] } as never).decide(preflight)
    expect([answer?.status, getHeader(answer!.headers, 'access-control-allow-origin')]).toEqual([
      204,
      'https://a.example',
    ])
  })

  it('is refused like any other method if that route does not answer it', async () => {
    expect(await causeOf(setUp({ routes, flows: [flowOf()] } as never).decide(preflight))).toBe(
      '405 errors.method.not.allowed',
    )
  })
})
