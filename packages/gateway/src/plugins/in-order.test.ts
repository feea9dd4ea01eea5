import { type JsonObject, PLUGIN_PREFIX } from '@signalbox/core/gateway'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { getHeader, isSendable } from '../headers/header-list.ts'
import { causeOf, sentHeader, setUp } from '../pipeline/pipeline.fixture.ts'

const slot = (name: string, config: JsonObject = {}) => ({ plugin: PLUGIN_PREFIX + name, config })
const HOST = ['Host', 'shop.example']

/** A gateway with one route, and a flow of these slots. */
function withFlow(slots: readonly object[], { paths = ['/'], options = {}, ...api }: Record<string, unknown> = {}) {
  const routes = [{ id: 'all', backend: 'b', flow_ref: 'f', frontend: { paths } }]
  return setUp({ routes, flows: [{ id: 'f', plugins: { slots } }], ...api } as never, options as never)
}

const apikeyPlan = {
  documentation: { plans: [{ id: 'gold', access_mode_configuration_type: 'apikey', status: 'published' }] },
}

describe('on their way through the pipeline', () => {
  const cors = slot('Cors', { allow_origin: ['https://a.example'] })
  const origin = ['Origin', 'https://a.example']

  it('preflight requests are answered before anyone is authenticated', async () => {
    const { decide } = withFlow([cors], apikeyPlan)
    const headers = [...HOST, ...origin, 'Access-Control-Request-Method', 'GET']
    const { answer } = await decide({ method: 'OPTIONS', headers })
    expect(answer?.status).toBe(204)
    expect(getHeader(answer!.headers, 'access-control-allow-methods')).toBe('GET')
  })

  it('refusals have a challenge, and browsers can read them', async () => {
    const { decide } = withFlow(
      [slot('AdditionalHeadersOut', { headers: { 'X-Route': '${route.id}' } }), cors],
      apikeyPlan,
    )
    const decided = await decide({ headers: [...HOST, ...origin] })
    const { headers } = decided.answer!
    expect(await causeOf(decided)).toBe('401 errors.credentials.missing')
    expect(getHeader(headers, 'www-authenticate')).toBe('Basic realm="shop", charset="UTF-8"')
    expect(getHeader(headers, 'access-control-allow-origin')).toBe('https://a.example')
    expect(getHeader(headers, 'x-route')).toBe('shop:all')
  })

  it('methods and addresses are refused before consumers are identified', async () => {
    const methods = withFlow([slot('AllowHttpMethods', { forbidden: ['DELETE'] })], apikeyPlan)
    expect(await causeOf(methods.decide({ method: 'DELETE' }))).toBe('405 errors.method.not.allowed')
    const addresses = withFlow([slot('IpAddressBlockList', { addresses: ['203.0.113.0/24'] })], apikeyPlan)
    expect(await causeOf(addresses.decide())).toBe('403 errors.address.forbidden')
  })

  it('lists of addresses judge the client behind trusted proxies', async () => {
    const { decide } = withFlow([slot('IpAddressAllowedList', { addresses: ['10.1.*'] })], {
      options: { trust: { proxies: ['203.0.113.7'] } },
    })
    const from = (address: string) => decide({ headers: [...HOST, 'X-Forwarded-For', address] })
    expect((await from('::ffff:10.1.2.3')).answer).toBeUndefined()
    expect(await causeOf(from('10.2.0.1'))).toBe('403 errors.address.forbidden')
    expect(await causeOf(from('10.1.2.3, 198.51.100.1'))).toBe('403 errors.address.forbidden')
  })

  it('maintenance comes before everything else', async () => {
    const { decide } = withFlow([slot('MaintenanceMode', { retry_after: 60 })], apikeyPlan)
    const { answer } = await decide()
    expect([answer?.status, getHeader(answer!.headers, 'retry-after')]).toEqual([503, '60'])
  })

  it('the Host is that of the target that was chosen', async () => {
    const targets = [
      { hostname: 'a.internal', port: 80 },
      { hostname: 'b.internal', port: 8080 },
    ]
    const { decide } = withFlow([slot('OverrideHost')], { backends: [{ id: 'b', backend: { targets } }] })
    for (let i = 0; i < 10; i++) {
      const decided = await decide()
      expect(sentHeader(decided, 'host')).toBe(decided.target?.port === 80 ? 'a.internal' : 'b.internal:8080')
    }
  })

  it('headers and paths are made from the request', async () => {
    const slots = [
      slot('AdditionalHeadersIn', {
        headers: { 'X-Order': '${req.pathparams.order}', 'X-Consumer': '${consumer.id}' },
      }),
      slot('RemoveHeadersIn', { header_names: ['user-agent'] }),
      slot('PathRewrite', { pattern: '^/orders/([^/]+)', to: '/v2/$1' }),
    ]
    const { decide } = withFlow(slots, { paths: ['/orders/:order'] })
    const headers = [...HOST, 'User-Agent', 'curl', 'X-Consumer', 'admin']
    const decided = await decide({ target: '/orders/caf%C3%A9?x=1', headers })
    expect(decided.forwardTarget).toBe('/v2/caf%C3%A9?x=1')
    expect(['x-order', 'user-agent', 'x-consumer'].map((name) => sentHeader(decided, name))).toEqual([
      ...['café', undefined, undefined],
    ])
  })

  it('redirections lead to where the request names it', async () => {
    const { decide } = withFlow([slot('Redirection', { to: 'https://b.example/x/:id${query}', code: 308 })], {
      paths: ['/a/:id'],
    })
    const { answer } = await decide({ method: 'POST', target: '/a/caf%C3%A9?c=1' })
    expect([answer?.status, getHeader(answer!.headers, 'location')]).toEqual([308, 'https://b.example/x/caf%C3%A9?c=1'])
  })
})

it('whatever a request contains, no header has a line break, and no plugin fails', async () => {
  const slots = [
    slot('Cors', { allow_origin: ['https://a.example', 'null'], allow_credentials: true }),
    slot('AdditionalHeadersIn', {
      headers: { 'X-A': '${req.header.x-b} ${req.pathparams.id}', 'X-C': '${request.id}' },
    }),
    slot('AdditionalHeadersOut', { headers: { 'X-A': '${req.header.x-b}${req.pathparams.id}' } }),
    slot('RemoveHeadersIn', { header_names: ['X-B'] }),
    slot('SecurityHeaders', { hsts_max_age: 1 }),
    slot('PathRewrite', { pattern: '(.)$', to: '$1$1' }),
    slot('OverrideHost'),
  ]
  const redirecting = [slot('Redirection', { to: '/x/:id${query}' })]
  const gateways = [slots, redirecting, [slot('ForceHttpsTraffic')]].map((flow) => withFlow(flow, { paths: ['/:id'] }))
  const unit = fc.constantFrom(
    '\r',
    '\n',
    '\0',
    'a',
    '/',
    ' ',
    '€',
    'é',
    '%0d%0a',
    '%E2%82%AC',
    '%',
    '\\',
    ':',
    '?',
    '%FF',
  )
  const wild = fc.string({ unit, maxLength: 8 })
  const names = fc.constantFrom('Origin', 'X-A', 'X-B', 'X-Request-Id', 'Access-Control-Request-Method', 'Vary')
  const sent = fc.record({
    method: fc.constantFrom('GET', 'OPTIONS', 'POST', 'HEAD'),
    target: wild.map((text) => `/${text}`),
    headers: fc.array(fc.tuple(names, wild), { maxLength: 8 }).map((pairs) => [...HOST, ...pairs.flat()]),
  })
  await fc.assert(
    fc.asyncProperty(sent, fc.constantFrom(...gateways), async (request, { decide, gateway, reports }) => {
      const before = new Set(request.headers)
      const decided = await decide(request)
      const head = decided.answer ?? (await gateway.pipeline.respond(decided, 200, ['Content-Type', 'text/plain']))
      const values = [...decided.out.list, ...head.headers].filter((value) => !before.has(value))
      expect(values.filter((value) => !isSendable(value))).toEqual([])
      expect(reports.map(String).filter((report) => /fail/i.test(report))).toEqual([])
    }),
    { numRuns: 1000 },
  )
})
