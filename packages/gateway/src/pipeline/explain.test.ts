import { describe, expect, it } from 'vitest'
import { flowOf, setUp, testPlugin } from './pipeline.fixture.ts'

const prefix = 'cp:gateway.next.plugins.'
const url = 'http://shop.example'

describe('an explanation', () => {
  const slots = [
    { plugin: `${prefix}OverrideHost` },
    { plugin: `${prefix}SecurityHeaders`, exclude: ['/orders/*'] },
    { plugin: `${prefix}AllowHttpMethods`, config: { allowed: ['GET'] }, enabled: false },
    { plugin: `${prefix}IpAddressBlockList`, config: { addresses: ['10.0.0.0/8'] } },
  ]
  const api = {
    flows: [flowOf(...slots)],
    routes: [
      {
        id: 'orders',
        backend: 'b',
        flow_ref: 'f',
        frontend: { paths: ['/orders/:id'], methods: ['GET'], strip_path: true },
      },
      {
        id: 'beta',
        backend: 'b',
        flow_ref: 'f',
        frontend: { paths: ['/orders/:id'], headers: { 'X-Beta': 'Exists()' } },
      },
      { id: 'broken', backend: 'b', flow_ref: 'missing', frontend: { paths: ['/broken'] } },
    ],
  }
  const { gateway } = setUp(api as never, { trust: { proxies: ['10.0.0.1'] } })

  it('names the route with its parameters, the plugins in the order in which they run, and the backend', () => {
    expect(gateway.explain({ url: `${url}//orders/%37?a=1` })).toEqual({
      canonical: { host: 'shop.example', path: '/orders/7', query: '?a=1', address: '', trusted: false },
      revision: 0,
      outcome: 'route',
      route: 'shop:orders',
      params: { id: '7' },
      candidates: [
        { route: 'shop:orders', won: true },
        { route: 'shop:beta', won: false, because: 'header', expected: 'x-beta: Exists()' },
      ],
      plugins: [
        { plugin: `${prefix}IpAddressBlockList`, stage: 'admit', runs: true },
        { plugin: `${prefix}OverrideHost`, stage: 'request', runs: true },
        {
          plugin: `${prefix}SecurityHeaders`,
          stage: 'response',
          runs: false,
          because: 'Its patterns do not include the path',
        },
        { plugin: `${prefix}AllowHttpMethods`, stage: 'admit', runs: false, because: 'It is disabled' },
      ],
      forward: {
        ...{ backend: 'b', stored: false, path: '/?a=1', host: '127.0.0.1:9', balancing: 'RoundRobin' },
        targets: [{ id: '127.0.0.1:9', state: 'usable' }],
      },
    })
  })

  it('says that the gateway answers itself', () => {
    expect(gateway.explain({ method: 'OPTIONS', url: '*', headers: { Host: 'shop.example' } })).toMatchObject({
      outcome: 'answered',
      plugins: [],
    })
  })

  it('knows who asks', () => {
    const headers = { 'X-Forwarded-For': '1.2.3.4', 'X-Beta': ['a', 'b'] }
    const { canonical, route } = gateway.explain({ url: `${url}/orders/7`, address: '10.0.0.1', headers })
    expect([canonical.address, canonical.trusted, route]).toEqual(['1.2.3.4', true, 'shop:orders'])
  })

  it('takes a path, with the host as a header', () => {
    expect(gateway.explain({ url: '/orders/7', headers: { host: 'shop.example' } }).route).toBe('shop:orders')
    expect(gateway.explain({ url: '/orders/7' }).outcome).toBe('refused')
  })

  it.each([
    ['/none', 'GET', { outcome: 'not-found' }],
    ['/orders/7', 'PUT', { outcome: 'method' }],
    ['/a%2Fb', 'GET', { outcome: 'refused', refused: { cause: 'errors.request.path.invalid' } }],
    ['/broken', 'GET', { outcome: 'refused', refused: { cause: 'errors.route.misconfigured' }, route: 'shop:broken' }],
    ['/orders/7', 'TRACE', { outcome: 'refused', refused: { cause: 'errors.method.not.allowed' } }],
  ])('of %s with %s has its outcome', (path, method, expected) => {
    expect(gateway.explain({ url: url + path, method })).toMatchObject(expected)
  })

  it('calls no plugin that could do more than change the request', async () => {
    let calls = 0
    const plugin = testPlugin({ compile: () => ({ request: () => void calls++ }) })
    const routes = [{ id: 'a', backend: 'b', flow_ref: 'f', frontend: { paths: ['/'] } }]
    const own = setUp({ routes, flows: [flowOf({})] } as never, { plugins: [plugin] })
    expect(own.gateway.explain({ url }).plugins).toEqual([{ plugin: 'test', stage: 'request', runs: true }])
    expect(calls).toBe(0)
  })

  it('says of each target why it gets no requests', () => {
    const targets = [
      { id: 'a', hostname: '127.0.0.1', port: 9 },
      { id: 'b', hostname: '127.0.0.1', port: 10, weight: 0 },
      { id: 'c', hostname: '127.0.0.1', port: 11, backup: true },
      { id: 'd', hostname: '127.0.0.1', port: 12, drained: true },
    ]
    const routes = [{ id: 'all', backend: 'b', frontend: { paths: ['/'] } }]
    const backend = { targets, outlier: { consecutiveFailures: 1 }, health_check: { enabled: true, url: '/' } }
    const clients = { clients_backend_config: [{ id: 'c', client: { maxErrors: 1 } }] }
    const own = setUp({ ...clients, routes, backends: [{ id: 'b', client: 'c', backend }] } as never).gateway
    const states = () => own.explain({ url }).forward?.targets.map(({ state }) => state)
    const [used] = own.pipeline.backends.used()
    const { server } = used!.state.targets[0]!
    expect(states()).toEqual(['usable', 'idle', 'backup', 'drained'])
    server.failed({ cause: 'errors.backend.reset' }, performance.now(), performance.now())
    expect(states()).toEqual(['open', 'idle', 'usable', 'drained'])
    expect(own.explain({ url }).forward?.host).toBe('127.0.0.1:11')
    expect([used!.state.panics, own.backends()[0]?.targets.map(({ inFlight }) => inFlight)]).toEqual([0, [0, 0, 0, 0]])
    used!.state.targets[2]!.server.failed({ cause: 'errors.backend.reset' }, performance.now(), performance.now())
    expect(own.explain({ url })).toMatchObject({ outcome: 'route', refused: { cause: 'errors.backend.circuit.open' } })
  })
})
