import { isHeldBack, isOwnHeader } from '@signalbox/core/gateway'
import { describe, expect, it } from 'vitest'
import type { ExchangeState } from '../exchange/exchange-state.ts'
import { causeOf, sentHeader, setUp } from '../pipeline/pipeline.fixture.ts'
import { ruleOf } from './header-rules.ts'

const { decide } = setUp()
const host = ['Host', 'shop.example'] as const
const trusting = setUp({}, { trust: { proxies: ['10.0.0.0/8', '2001:db8::/32'] } })

/** What the backend gets of a request with these headers, from a peer that is trusted or not. */
async function forwarded(headers: readonly string[], { address = '203.0.113.7', ...sent } = {}) {
  const decided = await trusting.decide({ headers: [...host, ...headers], address, ...sent })
  return { decided, get: (name: string) => sentHeader(decided, name) }
}
const proxy = { address: '10.0.0.1' }

describe('the host of a request', () => {
  it.each([
    ['shop.example', 'shop.example'],
    ['SHOP.Example', 'shop.example'],
    ['shop.example.', 'shop.example'],
    ['shop.example:80', 'shop.example'],
  ])('%s is %s', async (sent, read) => {
    expect((await decide({ headers: ['Host', sent] })).host).toBe(read)
  })

  it.each(['', 'a, b', 'u@b', 'a/b', 'bücher.example', 'a..b', 'shop.example:0', 'shop.example:99999', 'a b', '[::1'])(
    '%j is refused',
    async (sent) => {
      expect(await causeOf(decide({ headers: ['Host', sent] }))).toBe('400 errors.request.host.invalid')
    },
  )

  it('has a port, which matters to routes whose domain names it, also if it is the default', async () => {
    for (const [port, host] of [
      [443, 'shop.example'],
      [443, 'shop.example:443'],
      [8443, 'shop.example:8443'],
    ] as const) {
      const ofPort = setUp({ domain: `shop.example:${port}` })
      expect((await ofPort.decide({ headers: ['Host', host], secure: true })).target?.port).toBe(9)
    }
    expect(await causeOf(setUp({ domain: 'shop.example:81' }).decide())).toBe('404 errors.service.not.found')
  })

  it('is refused if it is sent twice, or not at all', async () => {
    expect(await causeOf(decide({ headers: [...host, ...host] }))).toBe('400 errors.request.host.invalid')
    expect(await causeOf(decide({ headers: [] }))).toBe('400 errors.request.host.invalid')
  })

  it('may be absent in HTTP/1.0, and meets no route with a domain', async () => {
    expect(await causeOf(decide({ headers: [], version: '1.0' }))).toBe('404 errors.service.not.found')
  })

  it('in an absolute target must be that of the header', async () => {
    const decided = await decide({ target: 'http://SHOP.example/a?b=1' })
    expect([decided.host, decided.path, decided.query]).toEqual(['shop.example', '/a', '?b=1'])
    expect(await causeOf(decide({ target: 'http://evil.example/a' }))).toBe('400 errors.request.authority.mismatch')
  })
})

describe('the path of a request', () => {
  it.each([
    ['/a%61', '/aa'],
    ['/a//b', '/a/b'],
    ['/a%2a?x=%2F', '/a%2A'],
    ['http://shop.example', '/'],
  ])('%s is %s', async (target, path) => {
    const decided = await decide({ target })
    expect([decided.path, decided.forwardTarget.split('?')[0]]).toEqual([path, path])
  })

  it.each(['/a%2Fb', '/a;b', '/../a', '/%2e%2e/a', '/a%00', '/a\\b', '/a#b', '/a%zz', '/%C0%AE'])(
    '%s is refused',
    async (target) => {
      expect(await causeOf(decide({ target }))).toBe('400 errors.request.path.invalid')
    },
  )

  it('is refused if the target is longer than 8 KiB', async () => {
    expect(await causeOf(decide({ target: `/${'a'.repeat(8192)}` }))).toBe('414 errors.target.too.long')
  })

  it('must begin with a slash', async () => {
    expect(await causeOf(decide({ target: 'a' }))).toBe('400 errors.bad.request')
    expect(await causeOf(decide({ target: '*' }))).toBe('400 errors.bad.request')
  })

  it('may have a query of at most 1,000 parameters', async () => {
    expect((await decide({ target: `/?${'a&'.repeat(999)}a` })).answer).toBeUndefined()
    expect(await causeOf(decide({ target: `/?${'a&'.repeat(1000)}a` }))).toBe('400 errors.bad.request')
  })

  it('may need what its route allows', async () => {
    const route = { id: 'all', backend: 'b', frontend: { paths: ['/'], allow: ['encoded-slash', 'empty-segments'] } }
    const lenient = setUp({ routes: [route] } as never)
    expect((await lenient.decide({ target: '/a%2fb//c' })).forwardTarget).toBe('/a%2Fb//c')
    expect(await causeOf(lenient.decide({ target: '/a;b' }))).toBe('400 errors.request.path.invalid')
    const stripped = { ...route, frontend: { ...route.frontend, paths: ['/a/b'], strip_path: true } }
    const stripping = setUp({ routes: [stripped] } as never)
    expect((await stripping.decide({ target: '/a/b//c/' })).forwardTarget).toBe('//c/')
  })
})

describe('the method of a request', () => {
  it.each(['delete', 'Get', 'pAtch', 'trace', 'connect'])('%s is refused for its case', async (method) => {
    expect(await causeOf(decide({ method }))).toBe('400 errors.bad.request')
    const overHttp2 = [':method', method, ':scheme', 'https', ':path', '/a', ':authority', 'shop.example']
    expect(await causeOf(decide({ method, version: '2', headers: overHttp2 }))).toBe('400 errors.bad.request')
  })

  it.each(['PROPFIND', 'purge'])('%s is unknown, and passed on as it is', async (method) => {
    expect(await decide({ method })).toMatchObject({ answer: undefined, method })
  })

  it.each(['TRACE', 'CONNECT'])('%s is refused', async (method) => {
    expect(await causeOf(decide({ method }))).toBe('405 errors.method.not.allowed')
  })

  it('OPTIONS for the whole server, and OPTIONS that goes no further, are answered', async () => {
    expect((await decide({ method: 'OPTIONS', target: '*' })).answer?.status).toBe(204)
    expect((await decide({ method: 'OPTIONS', headers: [...host, 'Max-Forwards', '0'] })).answer?.status).toBe(204)
    const decided = await decide({ method: 'OPTIONS', headers: [...host, 'Max-Forwards', '3'] })
    expect(sentHeader(decided, 'max-forwards')).toBe('2')
  })
})

describe('headers', () => {
  it('of the connection are not passed on', async () => {
    const { get } = await forwarded([
      ...['Connection', 'X-Own, close', 'X-Own', '1', 'Keep-Alive', 'x', 'TE', 'trailers', 'Upgrade', 'h2c'],
      ...[
        'HTTP2-Settings',
        'x',
        'Trailer',
        'X',
        'Proxy-Authorization',
        'Basic x',
        'Expect',
        '100-continue',
        'X-Kept',
        '1',
      ],
    ])
    const gone = ['connection', 'x-own', 'keep-alive', 'te', 'upgrade', 'http2-settings', 'trailer', 'expect']
    expect([...gone, 'proxy-authorization'].map(get)).toEqual(Array.from({ length: 9 }))
    expect(get('x-kept')).toBe('1')
  })

  it('keep their order, spelling and repetitions', async () => {
    const { decided } = await forwarded(['X-b', '1', 'x-A', '2', 'X-B', '3'])
    expect(decided.out.list.slice(2, 8)).toEqual(['X-b', '1', 'x-A', '2', 'X-B', '3'])
  })

  it.each(['Host', 'Content-Length', 'Transfer-Encoding'])('must not name %s in Connection', async (name) => {
    const refused = decide({ headers: [...host, 'Connection', name] })
    expect(await causeOf(refused)).toBe('400 errors.request.framing')
    expect((await refused).mustClose).toBe(true)
  })

  it('are at most 100, of at most 8 KiB each', async () => {
    const many = Array.from({ length: 100 }, (_, i) => [`x-${i}`, '']).flat()
    expect(await causeOf(decide({ headers: [...host, ...many] }))).toBe('431 errors.headers.too.large')
    expect(await causeOf(decide({ headers: [...host, 'X', 'a'.repeat(8193)] }))).toBe('431 errors.headers.too.large')
  })

  /** Headers that products take as proof of who calls. */
  const claims = [
    ...['X-Real-IP', 'X-Original-URL', 'X-Rewrite-URL', 'X-Forwarded-User', 'X-Forwarded-Server', 'X-Original-Host'],
    ...['X-SSL-Client', 'X-Client-Cert', 'Client-Cert-Chain', 'X-Forwarded-Client-Cert', 'X-Forwarded-Email'],
    ...['X-Forwarded-Groups', 'X-Forwarded-Access-Token', 'X-Forwarded-Preferred-Username', 'X-Forwarded-Scheme'],
    ...['X-Forwarded-Ssl', 'X-Forwarded-By', 'X-Forwarded-Path', 'X-Forwarded-Uri', 'X-Original-Forwarded-For'],
    ...['Remote-User', 'X-Remote-User', 'X-Auth-Request-Email', 'True-Client-IP', 'CF-Connecting-IP', 'X-Client-IP'],
    ...['X-MS-Client-Principal-Id', 'X-Authentik-Username', 'X-Goog-Authenticated-User-Email', 'X-ARR-ClientCert'],
    ...['X-Original-URI', 'X-Forwarded', 'Forwarded-For', 'SSL-Client-Cert', 'SSL-Client-Verify'],
    ...['SSL-Client-Subject-DN', 'Proxy', 'X-HTTP-DestinationURL', 'Proxy-Status'],
  ]
  const own = ['X-Forwarded-Prefix', 'Gateway-Consumer-Id', 'Client-Cert', 'Gateway-Anything']
  /** The names of the headers with the value `claimed` that a backend gets. */
  const claimed = (list: readonly string[]) => list.filter((_, i) => list[i + 1] === 'claimed' && i % 2 === 0)
  const claimAll = (names: readonly string[]) => names.flatMap((name) => [name, 'claimed'])

  it('that backends take as proof are dropped, whoever sends them, in every spelling', async () => {
    const spellings = [...claims, ...own].flatMap((name) => [
      ...[name, name.toUpperCase(), name.replaceAll('-', '_'), name.replace('-', '_').toLowerCase()],
    ])
    for (const name of spellings)
      for (const peer of [{}, proxy]) {
        const { decided } = await forwarded([name, 'claimed'], peer)
        expect([name, ...claimed(decided.out.list)]).toEqual([name])
        expect([name, (decided as ExchangeState).headers.get(name.toLowerCase())]).toEqual([name, undefined])
      }
  })

  it('that backends take as proof are dropped over HTTP/2', async () => {
    const pseudo = [':method', 'GET', ':scheme', 'http', ':path', '/', ':authority', 'shop.example']
    const headers = [...pseudo, ...claimAll([...claims, ...own].map((name) => name.toLowerCase()))]
    const { decided } = await forwarded([], {})
    expect(claimed(decided.out.list)).toEqual([])
    expect(claimed((await trusting.decide({ version: '2', headers })).out.list)).toEqual([])
  })

  it('that backends take as proof are passed on if their API names them, in that spelling, and not by Connection', async () => {
    const passing = setUp({ pass_headers: ['X-Forwarded-EMAIL', 'ssl_client_verify', 'X-Real-IP', 'X-Any'] })
    const sent = claimAll([
      ...['x-forwarded-email', 'X_Forwarded_Email', 'SSL_CLIENT_VERIFY', 'SSL-Client-Verify', 'X-Real-IP', 'X-Any'],
    ])
    const passed = ['X-Any', 'x-forwarded-email', 'SSL_CLIENT_VERIFY', 'X-Real-IP']
    const decided = await passing.decide({ headers: [...host, ...sent] })
    expect(claimed(decided.out.list)).toEqual(passed)
    expect((decided as ExchangeState).headers.get('x-forwarded-email')).toBe('claimed')
    const hop = await passing.decide({ headers: [...host, 'Connection', 'X-Forwarded-Email', ...sent] })
    expect(claimed(hop.out.list)).toEqual(passed.filter((name) => name !== 'x-forwarded-email'))
  })

  it('that backends take as proof can be conditions of routes', async () => {
    const frontend = { paths: ['/'], headers: { 'X-Forwarded-Scheme': 'claimed' } }
    const conditional = setUp({ routes: [{ id: 'a', backend: 'b', frontend }] } as never)
    const decided = await conditional.decide({ headers: [...host, 'X-Forwarded-Scheme', 'claimed'] })
    expect([decided.answer, claimed(decided.out.list)]).toEqual([undefined, []])
  })

  it('of the gateway itself are never passed on, also if an API names them', async () => {
    const names = ['X-Forwarded-For', 'X-Forwarded-Host', 'Forwarded', 'Via', 'Proxy-Authorization', 'TE', 'Upgrade']
    const passing = setUp({ pass_headers: [...own, ...names] })
    const decided = await passing.decide({ headers: [...host, ...claimAll([...own, ...names])] })
    expect(claimed(decided.out.list)).toEqual([])
    expect(sentHeader(decided, 'x-forwarded-for')).toBe('203.0.113.7')
  })

  it('have one rule, for APIs that name them and for requests', () => {
    const known = ['host', 'cookie', 'x-request-id', 'traceparent', 'via', 'expect', 'x-forwarded-port', 'keep-alive']
    const names = [...claims, ...own, ...known, 'Gateway-Client-Id', 'X-Own', 'Accept', 'Sec-Fetch-Site'].map((name) =>
      name.toLowerCase(),
    )
    for (const name of names) {
      const rule = ruleOf(name)
      expect([name, isHeldBack(name), isOwnHeader(name)]).toEqual([
        name,
        rule === 'held',
        ![undefined, 'held'].includes(rule),
      ])
    }
  })

  it('with credentials of the gateway are for plugins only, so nobody can claim an identity on an open route', async () => {
    const sent = ['Gateway-Client-Id', 'someone', 'gateway-client-secret', 's', 'Gateway_Client_Id', 'someone']
    const { decided, get } = await forwarded(sent)
    expect(decided.out.list.filter((name) => /^gateway/i.test(name))).toEqual([])
    expect(get('gateway-client-id')).toBeUndefined()
    expect((decided as ExchangeState).headers.get('gateway-client-id')).toBe('someone')
  })

  it('that look like those of the gateway with underscores are dropped, kept or refused', async () => {
    const headers = [...host, 'Content_Length', '3', 'gateway_consumer_id', 'x', 'my_header', '1']
    const names = (list: readonly string[]) => list.filter((name, i) => i % 2 === 0 && name.includes('_'))
    expect(names((await decide({ headers })).out.list)).toEqual(['my_header'])
    const keeping = setUp({}, { underscore: 'keep' })
    expect(names((await keeping.decide({ headers })).out.list)).toHaveLength(3)
    expect(await causeOf(setUp({}, { underscore: 'refuse' }).decide({ headers }))).toBe('400 errors.bad.request')
  })

  it('lose the cookies of the control plane, and only those', async () => {
    const { get } = await forwarded([
      'Cookie',
      'a=1; signalbox_session=s; __Host-signalbox_session=t; b=signalbox_session',
    ])
    expect(get('cookie')).toBe('a=1; b=signalbox_session')
    for (const name of [
      ...['signalbox_session', 'signalbox_sign_in'],
      ...['signalbox_portal', 'signalbox_portal_once', 'signalbox_portal_sign_in'],
    ])
      for (const one of [name, `__Host-${name}`]) {
        expect((await forwarded(['Cookie', `${one}=1`])).get('cookie')).toBeUndefined()
        expect((await forwarded(['Cookie', `a=1;${one} =x;b=2`, 'cookie', one])).get('cookie')).toBe('a=1;b=2')
      }
    for (const other of ['signalbox_portal2', 'x__Host-signalbox_portal', 'Signalbox_portal', 'signalbox_theme'])
      expect((await forwarded(['Cookie', `${other}=1`])).get('cookie')).toBe(`${other}=1`)
  })
})

describe('the form of an error', () => {
  it.each<[string, { target?: string; headers?: string[] }]>([
    ['that is found late', { target: '/nowhere' }],
    ['in the path', { target: '/a;b' }],
    ['in the framing', { headers: ['Connection', 'host'] }],
  ])('is that of all Accept headers, for an error %s', async (_, { headers = [], ...sent }) => {
    const accepts = ['Accept', 'application/json', 'accept', 'text/plain, */*']
    const far = setUp({ context_path: '/far' })
    const { answer } = await far.decide({ headers: [...host, ...accepts, ...headers], ...sent })
    expect(answer?.body).toContain('"gateway-cause"')
  })
})

describe('the client', () => {
  it('is the peer, whatever an untrusted peer claims', async () => {
    const { decided, get } = await forwarded([
      ...['X-Forwarded-For', '1.2.3.4', 'X-Forwarded-Proto', 'https', 'X-Forwarded-Host', 'evil.example'],
      ...['X-Forwarded-Port', '1', 'Forwarded', 'for=1.2.3.4'],
    ])
    expect([decided.address, decided.secure, decided.host]).toEqual(['203.0.113.7', false, 'shop.example'])
    expect(
      ['x-forwarded-for', 'x-forwarded-proto', 'x-forwarded-host', 'x-forwarded-port', 'forwarded'].map(get),
    ).toEqual(['203.0.113.7', 'http', 'shop.example', '80', undefined])
  })

  it.each([
    ['1.2.3.4', '1.2.3.4'],
    ['6.6.6.6, 1.2.3.4, 10.0.0.2', '1.2.3.4'],
    ['1.2.3.4:5678', '1.2.3.4'],
    ['::ffff:1.2.3.4', '1.2.3.4'],
    ['[2001:db9::1]:80, 10.1.1.1', '2001:db9::1'],
    ['10.0.0.3, 10.0.0.2', '10.0.0.3'],
    ['1.2.3.4, unknown, 10.0.0.2', '10.0.0.2'],
    ['nonsense', '10.0.0.1'],
  ])('behind trusted proxies with X-Forwarded-For %s is %s', async (chain, address) => {
    const { decided, get } = await forwarded(['X-Forwarded-For', chain], proxy)
    expect(decided.address).toBe(address)
    expect(get('x-forwarded-for')).toBe(`${chain}, 10.0.0.1`)
  })

  it('may be named by Forwarded, which is then continued', async () => {
    const { decided, get } = await forwarded(['Forwarded', 'for="[2001:db9::1]";proto=https, for=10.0.0.2'], proxy)
    expect(decided.address).toBe('2001:db9::1')
    expect(get('forwarded')).toBe('for="[2001:db9::1]";proto=https, for=10.0.0.2, for=10.0.0.1;proto=http')
  })

  it('uses the scheme, host and port that a trusted proxy saw', async () => {
    const headers = ['X-Forwarded-Proto', 'https', 'X-Forwarded-Host', 'Shop.example', 'X-Forwarded-Port', '8443']
    const { decided, get } = await forwarded(headers, proxy)
    expect([decided.secure, decided.host]).toEqual([true, 'shop.example'])
    expect(['x-forwarded-proto', 'x-forwarded-host', 'x-forwarded-port'].map(get)).toEqual([
      ...['https', 'shop.example:8443', '8443'],
    ])
  })

  /** What is read of these headers of a trusted proxy: the scheme, the host, the port, and the client. */
  async function told(...headers: string[]) {
    const { decided, get } = await forwarded(headers, proxy)
    expect(decided.answer).toBeUndefined()
    const state = decided as ExchangeState
    expect(get('x-forwarded-proto')).toBe(state.secure ? 'https' : 'http')
    expect(get('x-forwarded-port')).toBe(String(state.port))
    return [state.secure ? 'https' : 'http', state.host, state.port, state.address]
  }
  const [usual, other] = ['shop.example', '10.0.0.1']

  it.each([
    ['wss', 'https', 443],
    ['ws', 'http', 80],
    ['WSS', 'https', 443],
    ['HTTPS', 'https', 443],
    ['https,http', 'https', 443],
    ['http, https', 'http', 80],
    ['wss , ws', 'https', 443],
    [', https', 'https', 443],
    ['', 'http', 80],
    ['ftp', 'http', 80],
    ['ftp, https', 'http', 80],
    ['https;http', 'http', 80],
  ])('behind a trusted proxy with X-Forwarded-Proto: %s uses %s', async (value, proto, port) => {
    expect(await told('X-Forwarded-Proto', value)).toEqual([proto, usual, port, other])
  })

  it('behind two proxies uses what the outermost says, in one line or in several', async () => {
    const values = {
      'X-Forwarded-Proto': 'https,http',
      'X-Forwarded-Host': 'Shop.example:8443, b',
      'X-Forwarded-Port': '9443, 80',
    }
    const inOne = Object.entries({ ...values, 'X-Forwarded-For': '1.2.3.4, 10.0.0.2' }).flat()
    const inTwo = Object.entries({ ...values, 'X-Forwarded-For': '1.2.3.4,10.0.0.2' }).flatMap(([name, value]) =>
      value.split(',').flatMap((one) => [name, one]),
    )
    for (const headers of [inOne, inTwo]) expect(await told(...headers)).toEqual(['https', usual, 9443, '1.2.3.4'])
  })

  it.each([
    ['X-Forwarded-Port', '', 80],
    ['X-Forwarded-Port', '443, 80', 443],
    ['X-Forwarded-Port', '0', 80],
    ['X-Forwarded-Port', '65536', 80],
    ['X-Forwarded-Port', '-1', 80],
    ['X-Forwarded-Port', '8o', 80],
    ['X-Forwarded-Port', '1e3', 80],
    ['X-Forwarded-Host', '', 80],
    ['X-Forwarded-Host', 'shop.example:8443', 8443],
    ['X-Forwarded-Host', 'shop.example:8443, evil.example', 8443],
    ['X-Forwarded-Host', 'u@evil.example', 80],
    ['X-Forwarded-Host', 'evil.example/a', 80],
    ['X-Forwarded-Host', 'https://evil.example', 80],
    ['X-Forwarded-Host', 'evil.example:0', 80],
    ['X-Forwarded-Host', '[::1', 80],
  ])('behind a trusted proxy with %s: %s has the port %d', async (name, value, port) => {
    expect(await told(name, value)).toEqual(['http', usual, port, other])
  })

  it.each<[forwarded: string, read: unknown[], chain: string]>([
    ['for="[2001:DB9::17]:4711";proto=https', ['https', usual, 443, '2001:db9::17'], '2001:db9::17'],
    ['For="[2001:db9::17]" ; Proto=HTTPS', ['https', usual, 443, '2001:db9::17'], '2001:db9::17'],
    ['for=192.0.2.43:47011;by=10.0.0.1;proto=http;host=shop.example', ['http', usual, 80, '192.0.2.43'], '192.0.2.43'],
    ['for=1.2.3.4;host="SHOP.example:8443";proto=wss', ['https', usual, 8443, '1.2.3.4'], '1.2.3.4'],
    ['for=1.2.3.4;proto=https, for=10.0.0.2;proto=http', ['https', usual, 443, '1.2.3.4'], '1.2.3.4, 10.0.0.2'],
    ['for=1.2.3.4, for=10.0.0.2;proto=https', ['https', usual, 443, '1.2.3.4'], '1.2.3.4, 10.0.0.2'],
    // What is left of the element about the client is by the client.
    [
      'for=6.6.6.6;proto=https;host=evil.example, for=1.2.3.4;proto=http',
      ['http', usual, 80, '1.2.3.4'],
      '6.6.6.6, 1.2.3.4',
    ],
    ['for="6.6.6.6, for=1.2.3.4;proto=https', ['https', usual, 443, '1.2.3.4'], 'unknown, 1.2.3.4'],
    ['for="\\", for="[2001:db9::1]";proto=https', ['https', usual, 443, '2001:db9::1'], 'unknown, 2001:db9::1'],
    ['a="x,y;proto=http\\"";for="1.2.3.4";proto="https"', ['https', usual, 443, '1.2.3.4'], '1.2.3.4'],
    ['for=unknown;proto=https', ['https', usual, 443, other], 'unknown'],
    ['for=_hidden, for=10.0.0.2', ['http', usual, 80, '10.0.0.2'], '_hidden, 10.0.0.2'],
    ['proto=https', ['https', usual, 443, other], 'unknown'],
    ['for="1.2.3.4 6.6.6.6"', ['http', usual, 80, other], 'unknown'],
    ['for=1.2.3.4;proto=ftp;host="a b"', ['http', usual, 80, '1.2.3.4'], '1.2.3.4'],
    [', ,for=1.2.3.4,', ['http', usual, 80, '1.2.3.4'], '1.2.3.4'],
    ['', ['http', usual, 80, other], ''],
    ['nonsense', ['http', usual, 80, other], ''],
  ])('behind a trusted proxy with Forwarded: %s is %j', async (value, read, chain) => {
    expect(await told('Forwarded', value)).toEqual(read)
    const { get } = await forwarded(['Forwarded', value], proxy)
    expect(get('x-forwarded-for')).toBe(chain === '' ? other : `${chain}, ${other}`)
    const parts = value.split(', ')
    expect(await told(...parts.flatMap((one) => ['forwarded', one]))).toEqual(read)
  })

  it('is named by X-Forwarded-For, if a proxy passes on a Forwarded as well', async () => {
    const headers = ['X-Forwarded-For', '1.2.3.4', 'Forwarded', 'for=6.6.6.6;proto=https;host=evil.example']
    expect(await told(...headers)).toEqual(['http', usual, 80, '1.2.3.4'])
    const { get } = await forwarded(headers, proxy)
    expect([get('forwarded'), get('x-forwarded-for')]).toEqual([undefined, '1.2.3.4, 10.0.0.1'])
  })

  it('counts what trusted proxies send and nobody can read, and reports it once for each header', async () => {
    const { decide: ask, gateway, reports } = setUp({}, { trust: { proxies: ['10.0.0.0/8'] } })
    const bad = ['X-Forwarded-Proto', 'ftp', 'X-Forwarded-Port', 'x'.repeat(300), 'Forwarded', 'for=nonsense']
    for (const address of ['10.0.0.1', '10.0.0.2', '203.0.113.7'])
      await ask({ headers: [...host, ...bad, 'X-Forwarded-Host', ''], address })
    await ask({ headers: [...host, 'Forwarded', 'for=unknown', 'X-Forwarded-Port', ''], address: '10.0.0.1' })
    const counted = (await gateway.metrics()).match(/^signalbox_gateway_forwarded_unreadable_total.*$/gm)
    expect(counted?.sort()).toEqual([
      'signalbox_gateway_forwarded_unreadable_total{header="Forwarded"} 2',
      'signalbox_gateway_forwarded_unreadable_total{header="X-Forwarded-Port"} 2',
      'signalbox_gateway_forwarded_unreadable_total{header="X-Forwarded-Proto"} 2',
    ])
    expect(reports.map((one) => (one as Error).message.slice(0, 90)).sort()).toEqual([
      'The trusted proxy 10.0.0.1 sends Forwarded: "nonsense", which cannot be read and is ignored'.slice(0, 90),
      `The trusted proxy 10.0.0.1 sends X-Forwarded-Port: "${'x'.repeat(300)}`.slice(0, 90),
      'The trusted proxy 10.0.0.1 sends X-Forwarded-Proto: "ftp", which cannot be read and is ignored'.slice(0, 90),
    ])
  })

  it.each(['"', ',', ';', '\\"', '\\', 'for="a";', 'for=', '="'])(
    'reads long headers of %j in linear time',
    async (part) => {
      const headers = ['Forwarded', part.repeat(8000 / part.length)]
      for (let i = 0; i < 20; i++) expect((await forwarded(headers, proxy)).decided.answer).toBeUndefined()
    },
  )

  it('with an IPv4 address in IPv6 has an IPv4 address', async () => {
    expect((await forwarded([], { address: '::ffff:203.0.113.7' })).decided.address).toBe('203.0.113.7')
  })
})

describe('the way of a request', () => {
  it('has a request id, which only trusted peers choose', async () => {
    expect((await forwarded(['X-Request-Id', 'mine'], proxy)).get('x-request-id')).toBe('mine')
    expect((await forwarded(['X-Request-Id', 'mine'])).get('x-request-id')).toMatch(/^[0-9a-z]{26}$/)
    expect((await forwarded(['X-Request-Id', 'not\tvalid'], proxy)).get('x-request-id')).toMatch(/^[0-9a-z]{26}$/)
  })

  it('continues a trace; only trusted peers decide that it is sampled', async () => {
    const trace = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'
    const state = ['Traceparent', trace, 'Tracestate', 'a=1']
    expect((await forwarded(state, proxy)).get('traceparent')).toBe(trace)
    const { get } = await forwarded(state)
    expect([get('traceparent'), get('tracestate')]).toEqual([`${trace.slice(0, -2)}00`, 'a=1'])
    expect((await forwarded(['Traceparent', 'x', 'Tracestate', 'a=1'])).get('tracestate')).toBeUndefined()
  })

  it('is named in Via, and ends where the gateway finds itself', async () => {
    expect((await forwarded(['Via', '1.1 cdn'])).get('via')).toBe('1.1 cdn, 1.1 edge')
    expect(await causeOf((await forwarded(['Via', '1.1 edge'])).decided)).toBe('508 errors.loop.detected')
  })
})
