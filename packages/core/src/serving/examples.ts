const targetStatus = {
  target: 'shop.internal:8080',
  hostname: 'shop.internal',
  port: 8080,
  state: 'ejected',
  why: '5 failures in a row',
  since: 1_767_225_600_000,
  inFlight: 0,
  weight: 1,
  backup: false,
} as const

const usageCounts = { requests: 1200, limited: 0, bytesIn: 48_000, bytesOut: 960_000, backendMs: 18_400 } as const

/** Examples of the schemas of data planes, for the descriptions. */
export const examples = {
  ExplainRequest: { method: 'GET', url: 'https://api.example.com/shop/orders/7', headers: { accept: 'text/html' } },
  RouteExplanation: {
    canonical: { host: 'api.example.com', path: '/shop/orders/7', query: '', address: '', trusted: false },
    revision: 42,
    outcome: 'route',
    route: 'shop:orders',
    params: { id: '7' },
    candidates: [
      { route: 'shop:orders', won: true },
      { route: 'shop:all', won: false, because: 'later' },
    ],
    plugins: [{ plugin: 'cp:gateway.next.plugins.OverrideHost', stage: 'request', runs: true }],
    forward: {
      backend: 'main',
      stored: false,
      path: '/orders/7',
      host: 'shop.internal',
      balancing: 'RoundRobin',
      targets: [{ id: 'shop.internal:443', state: 'usable' }],
    },
  },
  RequestDecision: {
    id: '01jg8x7q2m9w4k6c0v5t3r1ybn',
    route: 'shop:orders',
    api: 'shop',
    revision: 42,
    status: 200,
    plan: 'gold',
    consumer: 'ann',
    backend: 'next',
    target: 'next.internal:8080',
    attempts: 1,
    ms: 12,
    releases: [
      { feature: 'shop:new-orders', active: true },
      { experiment: 'shop:orders-backend', variant: 'B', backend: 'next' },
    ],
  },
  DataPlane: {
    id: 'node-1',
    state: 'fresh',
    revision: 42,
    routes: 12,
    since: 1_767_225_600_000,
    notes: ['requests are not upgraded'],
    lag: 0,
  },
  BackendStatus: {
    plane: 'node-1',
    api: 'shop',
    draft: false,
    backend: 'main',
    stored: false,
    isPanicking: false,
    targets: [targetStatus],
  },
  TargetStatus: targetStatus,
  Usage: {
    time: '2026-01-01T13:00:00+01:00',
    api: 'shop',
    plan: 'gold',
    subscription: 'checkout-of-shop',
    route: 'shop:orders',
    statusClass: 2,
    ...usageCounts,
  },
  UsageTotals: usageCounts,
} as const
