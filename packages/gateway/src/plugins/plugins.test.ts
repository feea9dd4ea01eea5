import type { JsonObject } from '@signalbox/core/gateway'
import { describe, expect, it } from 'vitest'
import { fakeExchange, fakeHead, fakeRoute } from '../pipeline/exchange.fixture.ts'
import type { Answer, Verdict } from '../plugin-api/hooks.ts'
import { RefusedError } from '../plugin-api/refused.ts'
import { compiled } from './compiled.fixture.ts'

type Request = Parameters<typeof fakeExchange>[0]

const asked = (name: string, config: JsonObject, request: Request = {}) =>
  compiled(name, config).request!(fakeExchange(request)) as Verdict
const responded = (name: string, config: JsonObject, headers: readonly string[], request: Request = {}) => {
  const head = fakeHead(headers)
  compiled(name, config).response?.(fakeExchange(request), head)
  return head.headers.list
}

describe('RemoveHeadersIn and RemoveHeadersOut', () => {
  const config = { header_names: ['X-A', 'content-length', 'Transfer-Encoding', 'Host'] }
  const headers = ['x-a', '1', 'Host', 'a.example', 'X-B', '2', 'X-A', '3', 'Content-Length', '0']
  const left = ['Host', 'a.example', 'X-B', '2', 'Content-Length', '0']

  it('remove headers in any case from requests, but none that frame them', () => {
    const exchange = fakeExchange({ headers })
    compiled('RemoveHeadersIn', config).request!(exchange)
    expect(exchange.out.list).toEqual(left)
    expect(exchange.headers.get('x-a')).toBe('1')
  })

  it('remove headers from responses', () => {
    expect(responded('RemoveHeadersOut', config, headers)).toEqual(left)
  })
})

describe('SecurityHeaders', () => {
  it('sets strict headers by default', () => {
    expect(responded('SecurityHeaders', {}, ['X-Frame-Options', 'ALLOWALL'])).toEqual([
      ...['X-Frame-Options', 'DENY', 'X-Content-Type-Options', 'nosniff'],
      ...['Referrer-Policy', 'strict-origin-when-cross-origin'],
    ])
  })

  it('leaves alone what is off', () => {
    const config = { content_type_options: false, frame_options: 'off', referrer_policy: 'off' }
    expect(responded('SecurityHeaders', config, ['X-Frame-Options', 'SAMEORIGIN'])).toEqual([
      ...['X-Frame-Options', 'SAMEORIGIN'],
    ])
  })

  it('sets the configured ones', () => {
    const config = {
      content_type_options: false,
      frame_options: 'SAMEORIGIN',
      referrer_policy: 'no-referrer',
      content_security_policy: "default-src 'self'",
      permissions_policy: 'camera=()',
      cross_origin_opener_policy: 'same-origin',
      cross_origin_resource_policy: 'same-site',
      hsts_max_age: 600,
      hsts_include_subdomains: true,
    }
    const headers = [
      ...['X-Frame-Options', 'SAMEORIGIN', 'Referrer-Policy', 'no-referrer'],
      ...['Content-Security-Policy', "default-src 'self'", 'Permissions-Policy', 'camera=()'],
      ...['Cross-Origin-Opener-Policy', 'same-origin', 'Cross-Origin-Resource-Policy', 'same-site'],
    ]
    expect(responded('SecurityHeaders', config, [], { secure: false })).toEqual(headers)
    expect(responded('SecurityHeaders', config, [])).toEqual([
      ...headers,
      ...['Strict-Transport-Security', 'max-age=600; includeSubDomains'],
    ])
  })
})

describe('IpAddressAllowedList', () => {
  it.each<[addresses: string[], address: string, isAllowed: boolean]>([
    [['10.0.0.0/8'], '10.1.2.3', true],
    [['10.0.0.0/8'], '::ffff:10.1.2.3', true],
    [['10.0.0.0/8', '2001:db8::/32'], '2001:db8::1', true],
    [['10.0.*'], '10.1.0.1', false],
    [['10.0.0.0/8'], '', false],
    [['0.0.0.0/0', '::/0'], '', false],
    [[], '10.1.2.3', false],
  ])('%j admits %s: %s', (addresses, address, isAllowed) => {
    const verdict = isAllowed ? undefined : { refuse: 'errors.address.forbidden' }
    expect(asked('IpAddressAllowedList', { addresses }, { address })).toEqual(verdict)
  })
})

describe('IpAddressBlockList', () => {
  it.each<[addresses: string[], address: string, isBlocked: boolean]>([
    [['10.0.0.0/8'], '10.1.2.3', true],
    [['10.0.0.0/8'], '::ffff:10.1.2.3', true],
    [['10.0.0.0/8'], '11.1.2.3', false],
    [['2001:db8::/32'], '2001:db8::1', true],
    [['10.0.0.0/8'], '', true],
  ])('%j refuses %s: %s', (addresses, address, isBlocked) => {
    const verdict = isBlocked ? { refuse: 'errors.address.forbidden' } : undefined
    expect(asked('IpAddressBlockList', { addresses }, { address })).toEqual(verdict)
  })

  it('costs nothing if it is empty', () => {
    expect(compiled('IpAddressBlockList')).toEqual({})
  })
})

describe('AllowHttpMethods', () => {
  it.each<[config: JsonObject, method: string, isAllowed: boolean]>([
    [{}, 'DELETE', true],
    [{ allowed: ['GET'] }, 'GET', true],
    [{ allowed: ['get'] }, 'GET', true],
    [{ allowed: ['GET'] }, 'HEAD', true],
    [{ allowed: ['GET'] }, 'POST', false],
    [{ allowed: ['POST'] }, 'HEAD', false],
    [{ allowed: ['HEAD'] }, 'GET', false],
    [{ forbidden: ['DELETE'] }, 'GET', true],
    [{ forbidden: ['DELETE'] }, 'DELETE', false],
    [{ forbidden: ['GET'] }, 'HEAD', false],
    [{ forbidden: ['HEAD'] }, 'GET', true],
    [{ forbidden: ['HEAD'] }, 'HEAD', false],
    [{ allowed: ['GET', 'DELETE'], forbidden: ['DELETE'] }, 'DELETE', false],
  ])('%j admits %s: %s', (config, method, isAllowed) => {
    const refused = { refuse: 'errors.method.not.allowed', headers: ['Allow', expect.any(String)] }
    expect(asked('AllowHttpMethods', config, { method })).toEqual(isAllowed ? undefined : refused)
  })

  it.each<[config: JsonObject, ofRoute: string[], allow: string]>([
    [{ allowed: ['GET', 'PURGE'] }, [], 'GET, PURGE, HEAD'],
    [{ allowed: ['GET', 'POST', 'LOCK'], forbidden: ['POST', 'LOCK'] }, [], 'GET, HEAD'],
    [{ forbidden: ['LOCK', 'DELETE', 'PATCH'] }, [], 'GET, HEAD, POST, PUT, OPTIONS'],
    [{ allowed: ['GET', 'POST'] }, ['POST', 'PUT'], 'POST'],
    [{ forbidden: ['POST', 'LOCK'] }, ['GET', 'POST'], 'GET, HEAD'],
  ])('%j, on a route for %j, tells what is allowed: %s', (config, methods, allow) => {
    const route = fakeRoute({ frontend: { methods, matches: [] } })
    expect(compiled('AllowHttpMethods', config, { route }).request!(fakeExchange({ route, method: 'LOCK' }))).toEqual({
      refuse: 'errors.method.not.allowed',
      headers: ['Allow', allow],
    })
  })
})

describe('RequestBodySizeLimit', () => {
  const tooLarge = { refuse: 'errors.body.too.large' }
  const config = { max_bytes: 10 }
  const bytes = (count: number) => new Uint8Array(count)

  it.each<[length: string, isAllowed: boolean]>([
    ['0', true],
    ['10', true],
    ['11', false],
    ['99999999999999999999999', false],
  ])('judges a Content-Length of %s at once', (length, isAllowed) => {
    const headers = ['Content-Length', length]
    expect(asked('RequestBodySizeLimit', config, { headers })).toEqual(isAllowed ? undefined : tooLarge)
    expect(compiled('RequestBodySizeLimit', config).requestBody!(fakeExchange({ headers }))).toBeUndefined()
  })

  it('judges a body that was read as a whole', () => {
    expect(asked('RequestBodySizeLimit', config, { body: bytes(11) })).toEqual(tooLarge)
    expect(asked('RequestBodySizeLimit', config, { body: bytes(10) })).toBeUndefined()
  })

  it('counts the bytes of a body of unknown length', () => {
    const hooks = compiled('RequestBodySizeLimit', config)
    expect(hooks.request!(fakeExchange())).toBeUndefined()
    const transform = hooks.requestBody!(fakeExchange())!
    const first = bytes(6)
    expect(transform.chunk(first)).toBe(first)
    expect(transform.chunk(bytes(4))?.length).toBe(4)
    expect(() => transform.chunk(bytes(1))).toThrow(RefusedError)
    expect(hooks.requestBody!(fakeExchange())!.chunk(first)).toBe(first) // each request has its own count
  })
})

describe('ForceHttpsTraffic', () => {
  const plain = { secure: false, path: '/a', query: '?b=1' }

  it.each<[method: string, status: number]>([
    ['GET', 301],
    ['HEAD', 301],
    ['POST', 308],
    ['DELETE', 308],
  ])('redirects a plain %s with %d', (method, status) => {
    expect(asked('ForceHttpsTraffic', {}, { ...plain, method })).toEqual({
      answer: { status, headers: ['Location', 'https://api.example/a?b=1'] },
    })
  })

  it('redirects to its port', () => {
    expect(asked('ForceHttpsTraffic', { port: 8443 }, plain)).toMatchObject({
      answer: { headers: ['Location', 'https://api.example:8443/a?b=1'] },
    })
  })

  it('admits requests over https', () => {
    expect(asked('ForceHttpsTraffic', {})).toBeUndefined()
  })

  it('refuses a plain request without a host', () => {
    expect(asked('ForceHttpsTraffic', {}, { ...plain, host: '' })).toMatchObject({ refuse: 'errors.bad.request' })
  })

  it('sends Strict-Transport-Security over https only, and only if it is configured', () => {
    const sent = ['Strict-Transport-Security', 'max-age=600']
    expect(responded('ForceHttpsTraffic', { hsts_max_age: 600 }, [])).toEqual(sent)
    expect(responded('ForceHttpsTraffic', { hsts_max_age: 600 }, [], { secure: false })).toEqual([])
    expect(compiled('ForceHttpsTraffic').response).toBeUndefined()
  })
})

describe('PathRewrite', () => {
  it.each<[pattern: string, to: string, path: string, rewritten: string]>([
    ['^/v(\\d+)/', '/api/$1/', '/v2/orders', '/api/2/orders'],
    ['^/v(?P<version>\\d+)', '/$<version>', '/v2/orders', '/2/orders'],
    ['a', 'b', '/a/a', '/b/b'],
    ['x', 'y', '/a', '/a'],
    ['^/a', '', '/a', '/'],
    ['^/a/', '', '/a/b', '/b'],
    ['^.*$', 'b', '/a', '/b'],
  ])('%s → %s makes %s %s', (pattern, to, forwardPath, rewritten) => {
    const exchange = fakeExchange({ forwardPath })
    compiled('PathRewrite', { pattern, to }).request!(exchange)
    expect(exchange.forwardPath).toBe(rewritten)
  })

  it('takes linear time', () => {
    const exchange = fakeExchange({ forwardPath: `/${'a'.repeat(5000)}b` })
    compiled('PathRewrite', { pattern: '^/(a+)+$', to: '/' }).request!(exchange)
    expect(exchange.forwardPath.length).toBe(5002)
  })
})

describe('MaintenanceMode and BuildMode', () => {
  it('refuse every request', () => {
    expect(asked('MaintenanceMode', {})).toEqual({ refuse: 'errors.service.in.maintenance' })
    expect(asked('BuildMode', {})).toEqual({ refuse: 'errors.service.under.construction' })
  })

  it('tell when to try again, if that is configured', () => {
    expect(asked('MaintenanceMode', { retry_after: 120 })).toEqual({
      refuse: 'errors.service.in.maintenance',
      headers: ['Retry-After', '120'],
    })
  })
})

describe('Redirection', () => {
  const request = { path: '/a/b', query: '?c=1', params: { id: 'x/y?z', empty: '' } }
  const location = (to: string, more: Request = {}) => {
    const verdict = asked('Redirection', { to }, { ...request, ...more }) as { answer: Answer }
    return verdict.answer.headers[1]
  }

  it.each([301, 302, 303, 307, 308])('has the status %d', (code) => {
    expect(asked('Redirection', { to: '/x', code })).toEqual({ answer: { status: code, headers: ['Location', '/x'] } })
  })

  it('has the status 303 by default', () => {
    expect(asked('Redirection', { to: '/x' })).toMatchObject({ answer: { status: 303 } })
  })

  it.each<[to: string, location: string]>([
    ['https://b.example', 'https://b.example'],
    ['https://b.example${path}${query}', 'https://b.example/a/b?c=1'],
    ['https://b.example:8443/x${path}', 'https://b.example:8443/x/a/b'],
    ['/x?${query}', '/x?c=1'],
    ['/x?y=1&${query}', '/x?y=1&c=1'],
    ['/x?y=1${query}', '/x?y=1&c=1'],
    ['/orders/:id', '/orders/x%2Fy%3Fz'],
    ['/orders?id=:id', '/orders?id=x%2Fy%3Fz'],
    ['/orders/:unknown/a:id', '/orders/:unknown/a:id'],
    ['/orders/:toString', '/orders/:toString'],
    ['/é', '/%C3%A9'],
    ['/a${unknown}', '/a${unknown}'],
  ])('to %s leads to %s', (to, expected) => {
    expect(location(to)).toBe(expected)
  })

  it('leaves out an absent query', () => {
    expect(location('/x${query}', { query: '' })).toBe('/x')
    expect(location('/x?y=1${query}', { query: '' })).toBe('/x?y=1')
  })

  it.each<[to: string, more: Request]>([
    ['/${path}', { path: '//evil.example' }],
    ['/${path}', { path: '/evil.example' }],
    ['/:id', { params: { id: '/evil.example' } }],
    ['/:empty/evil.example', {}],
    ['/:empty/:empty/evil.example', {}],
  ])('to a path stays on the host: %s, %j', (to, more) => {
    expect(new URL(location(to, more)!, 'https://api.example').host).toBe('api.example')
  })
})

describe('StaticResponse', () => {
  const text = (body: unknown) => new TextDecoder().decode(body as Uint8Array)
  const answered = (config: JsonObject, method = 'GET') =>
    (asked('StaticResponse', config, { method }) as { answer: Answer }).answer

  it('is an empty 200 by default', () => {
    expect(answered({})).toEqual({ status: 200, headers: [] })
  })

  it('has the configured status, headers and body', () => {
    const { body, ...head } = answered({
      status: 418,
      headers: { 'Content-Type': 'text/plain', 'X-A': '1' },
      body: 'é',
    })
    expect(head).toEqual({ status: 418, headers: ['Content-Type', 'text/plain', 'X-A', '1'] })
    expect(text(body)).toBe('é')
  })

  it('can have any bytes', () => {
    expect(answered({ body_base64: 'AP8=' }).body).toEqual(Uint8Array.of(0, 255))
  })

  it.each<[what: string, config: JsonObject, method: string]>([
    ['for HEAD', { body: 'x' }, 'HEAD'],
    ['with 204', { body: 'x', status: 204 }, 'GET'],
    ['with 304', { body: 'x', status: 304 }, 'GET'],
  ])('has no body %s', (_, config, method) => {
    expect(answered(config, method).body).toBeUndefined()
  })
})

describe('ExpectedConsumer', () => {
  const slot = (name: string, config: JsonObject = {}, enabled = true) => ({
    plugin: `cp:gateway.next.plugins.${name}`,
    enabled,
    include: [],
    exclude: [],
    config,
  })
  const basic = 'Basic realm="shop", charset="UTF-8"'
  const bearer = 'Bearer realm="shop"'

  it('admits whom another plugin has identified', () => {
    expect(asked('ExpectedConsumer', {}, { consumer: { id: 'ann' } })).toBeUndefined()
  })

  it.each<[what: string, plugins: object[], challenges: string[]]>([
    ['API keys', [slot('ApikeyCalls')], [basic]],
    ['API keys in headers only', [slot('ApikeyCalls', { extractors: { basic: false } })], [bearer]],
    ['API keys, and tokens of the gateway', [slot('ApikeyCalls', { scopes: ['a'] })], [basic, bearer]],
    ['JSON Web Tokens', [slot('JwtUserExtractor')], [bearer]],
    ['tokens of a provider', [slot('OIDCJwtVerifier')], [bearer]],
    ['all of them', [slot('JwtUserExtractor'), slot('ApikeyCalls'), slot('ApikeyCalls')], [basic, bearer]],
    ['client certificates', [slot('HasClientCertMatchingValidator')], []],
    ['nothing that is enabled', [slot('ApikeyCalls', {}, false)], []],
  ])('challenges the others on a route that takes %s', (_, plugins, challenges) => {
    const route = fakeRoute({ plugins })
    expect(compiled('ExpectedConsumer', {}, { route }).request!(fakeExchange({ route }))).toEqual({
      refuse: 'errors.credentials.missing',
      ...(challenges.length > 0 && {
        headers: challenges.flatMap((challenge) => ['WWW-Authenticate', challenge]),
      }),
    })
  })
})
