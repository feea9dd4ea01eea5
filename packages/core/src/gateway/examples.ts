const route = { id: 'orders', backend: 'main', frontend: { paths: ['/orders/:id'], methods: ['GET'] } }
const target = { hostname: 'shop.internal', port: 8080 }
const backend = { targets: [target], root: '/v1' }
const slots = [{ plugin: 'cp:gateway.next.plugins.RateLimit', config: { rate: 10, window: 1, burst: 5 } }]
const plan = {
  id: 'keys',
  name: 'With a key',
  status: 'published',
  access_mode_configuration_type: 'apikey',
  access_mode_configuration: { quota: { perDay: 10_000 } },
} as const
const definition = {
  id: 'shop',
  name: 'Shop',
  domain: 'api.example.com',
  context_path: '/shop',
  version: '1.0.0',
  state: 'published',
  backends: [{ id: 'main', backend }],
  routes: [route],
  documentation: { plans: [plan] },
} as const
const compiledBackend = {
  ref: 'main',
  root: '/v1',
  rewrite: false,
  targets: [
    {
      hostname: 'shop.internal',
      port: 8080,
      tls: false,
      weight: 1,
      drained: false,
      backup: false,
      protocol: 'HTTP/1.1',
    },
  ],
  load_balancing: { type: 'RoundRobin' },
  client: { retries: 1, callTimeout: 30_000, globalTimeout: 30_000 },
} as const
/** Example values for the schemas of the gateway. */
export const examples = {
  ApiId: 'shop',
  Api: definition,
  ApiDefinition: definition,
  ApiLine: definition,
  ApiRoute: route,
  ApiBackend: { id: 'main', backend },
  ApiBackendClient: { id: 'patient', client: { retries: 2, callTimeout: 5000 } },
  BackendSettings: backend,
  Target: target,
  TlsSettings: { sni: 'shop.internal', minVersion: 'TLSv1.3' },
  ApiFlow: { id: 'limited', plugins: { slots } },
  ApiDocumentation: { plans: [plan], references: [{ title: 'Home', link: 'https://shop.example.com' }] },
  Plan: plan,
  Restrictions: { enabled: true, allowed: [{ method: 'GET', path: '/orders*' }] },
  ApiDeployment: { id: 'deployment_1', apiRef: 'shop', owner: 'ann', at: 1_767_225_600_000, version: '1.0.0' },
  Backend: { id: 'search', name: 'Search', backend },
  CompiledRoute: {
    id: 'shop:orders',
    name: 'orders',
    enabled: true,
    api_ref: 'shop',
    api_state: 'published',
    version: '1.0.0',
    deployment: 'deployment_5c0c9c4e-6f5f-4a55-9d5c-1f2d3e4b5a69',
    blueprint: 'REST',
    draft: false,
    groups: [],
    tags: [],
    metadata: {},
    debug_flow: false,
    capture: false,
    export_reporting: false,
    frontend: {
      domains: ['api.example.com/shop/orders/:id'],
      matches: [
        {
          host: 'api.example.com',
          context_path: '/shop',
          path: '/orders/:id',
          segments: [
            { kind: 'text', text: 'shop' },
            { kind: 'text', text: 'orders' },
            { kind: 'parameter', name: 'id' },
          ],
          context_segments: 1,
        },
      ],
      headers: {},
      query: {},
      methods: ['GET'],
      strip_path: false,
      strip_context_path: true,
      exact: true,
      allow: [],
    },
    backend: compiledBackend,
    plugins: [{ plugin: 'cp:gateway.next.plugins.OverrideHost', enabled: true, include: [], exclude: [], config: {} }],
  },
  CompiledBackend: compiledBackend,
} as const
