import type { Static } from '../schema.ts'
import type { named } from './named.ts'

type Named = typeof named

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
  targets: [{ hostname: 'shop.internal', port: 8080, tls: false, weight: 1, backup: false, protocol: 'HTTP/1.1' }],
  load_balancing: { type: 'RoundRobin' },
  client: { retries: 1, callTimeout: 30_000, globalTimeout: 30_000 },
} as const
const feature = {
  id: 'shop:express',
  enabled: true,
  activationStrategy: 'PERCENTAGE',
  parameters: { percentage: 20 },
} as const

/** What the named schemas of a document look like, filled in. */
export const examples = {
  Key: 'shop:express',
  Segment: 'shop',
  Patterns: 'shop:*,!shop:internal:*',
  Feature: feature,
  BackendSettings: backend,
  Target: target,
  TlsSettings: { sni: 'shop.internal', minVersion: 'TLSv1.3' },
  Restrictions: { enabled: true, allowed: [{ method: 'GET', path: '/orders*' }] },
  CompiledBackend: compiledBackend,
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
  Config: { id: 'shop:limits', value: { items: 20, currency: 'EUR' } },
  Experiment: {
    id: 'shop:button',
    name: 'The colour of the button',
    enabled: true,
    variants: [
      { id: 'A', name: 'Blue', traffic: 0.5 },
      { id: 'B', name: 'Green', traffic: 0.5 },
    ],
  },
  Script: {
    id: 'shop:staff',
    name: 'Staff only',
    source: {
      type: 'javascript',
      script: "function enabled(context, enabled, disabled) { context.team === 'staff' ? enabled() : disabled() }",
    },
  },
  ApiKey: { clientId: 'checkout', name: 'Checkout', authorizedPatterns: [{ pattern: 'shop:*', rights: ['R'] }] },
  User: { id: 'ann', name: 'Ann', email: 'ann@example.com', admin: true },
  Webhook: {
    clientId: 'chat',
    callbackUrl: 'https://chat.example.com/hook',
    domains: ['Feature'],
    patterns: ['shop:*'],
  },
  WebhookLine: {
    clientId: 'chat',
    callbackUrl: 'https://chat.example.com/hook',
    isBanned: false,
    created: '2026-01-01T00:00:00.000',
  },
  ApiId: 'shop',
  Api: definition,
  ApiDefinition: definition,
  ApiLine: definition,
  ApiRoute: route,
  ApiBackend: { id: 'main', backend },
  ApiBackendClient: { id: 'patient', client: { retries: 2, callTimeout: 5000 } },
  ApiFlow: { id: 'limited', plugins: { slots } },
  ApiDocumentation: { plans: [plan], references: [{ title: 'Home', link: 'https://shop.example.com' }] },
  Plan: plan,
  ApiDeployment: { id: 'deployment_1', apiRef: 'shop', owner: 'ann', at: 1_767_225_600_000, version: '1.0.0' },
  Backend: { id: 'search', name: 'Search', backend },
  ErrorTemplate: {
    serviceId: 'shop',
    template50x: '<h1>${status}</h1><p>${message}</p>',
    messages: { 'message-503': 'Soon' },
  },
  Subscription: { id: 'checkout-of-shop', api_ref: 'shop', plan_ref: 'keys', owner_ref: 'checkout', enabled: true },
  Credential: { clientId: 'checkout-7f3k9qpd', clientName: 'Checkout', enabled: true, quota: { perDay: 10_000 } },
  SubscriptionLine: { id: 'checkout-of-shop', api_ref: 'shop', plan_ref: 'keys', token_refs: ['checkout-7f3k9qpd'] },
  CredentialLine: {
    clientId: 'checkout-7f3k9qpd',
    subscription_ref: 'checkout-of-shop',
    api_ref: 'shop',
    plan_ref: 'keys',
    secrets: {
      current: { hash: `hmac-sha256$${'0'.repeat(32)}$${'0'.repeat(64)}`, since: 1_767_225_600_000 },
    },
  },
  Workflow: {
    id: 'greet',
    name: 'Greet whoever asks',
    config: { kind: 'workflow', steps: [{ kind: 'value', value: 'Hello ${input.name}' }] },
  },
  ChangeEvent: {
    _id: 1_767_225_600_000_001,
    type: 'FEATURE_CREATED',
    domain: 'Feature',
    key: 'shop:express',
    payload: feature,
    timestamp: '2026-01-01T00:00:00.000',
  },
  Patch: { enabled: false },
  JsonPatchOperation: { op: 'replace', path: '/enabled', value: false },
  ImportResult: {
    success: 41,
    errors: { errors: [{ message: 'error.line.invalid', args: ['42', 'The line is not JSON'] }], fieldErrors: {} },
  },
} as const satisfies { readonly [N in keyof Named]: DeepReadonly<Static<Named[N]>> }

type DeepReadonly<T> = T extends object ? { readonly [K in keyof T]: DeepReadonly<T[K]> } : T
