/** An API record as `Api.scala` writes it, with the members that only Otoroshi has. */
export const api = (more: object = {}) => ({
  _loc: { tenant: 'default', teams: ['default'] },
  kind: 'Api',
  id: 'api_users',
  name: 'Users',
  description: 'Users of the shop',
  domain: 'api.oto.tools',
  contextPath: '/users',
  version: '1.2.0',
  versions: ['1.0.0', '1.2.0'],
  debugFlow: false,
  capture: false,
  exportReporting: false,
  groups: ['default'],
  state: 'published',
  enabled: true,
  blueprint: 'REST',
  visibility: 'public',
  owner: 'ann',
  members: [],
  hooks: [],
  tags: [],
  metadata: {},
  routes: [
    {
      id: 'route_list',
      enabled: true,
      name: null,
      frontend: {
        domains: ['api.oto.tools/list'],
        exact: false,
        headers: {},
        query: {},
        cookies: {},
        methods: ['GET'],
      },
      backend: 'backend_users',
      flow_ref: 'default_plugin_chain',
    },
  ],
  backends: [
    {
      id: 'backend_users',
      name: 'Users',
      backend: {
        targets: [
          {
            id: 'target_1',
            hostname: 'users.internal',
            port: 8080,
            tls: false,
            weight: 1,
            protocol: 'HTTP/1.1',
            predicate: { type: 'AlwaysMatch' },
            ip_address: null,
          },
        ],
        root: '/',
        rewrite: false,
        load_balancing: { type: 'RoundRobin' },
        health_check: null,
      },
      client: 'default_backend_client',
    },
  ],
  flows: [
    {
      id: 'default_plugin_chain',
      name: 'default_plugin_chain',
      plugins: [slot('OverrideHost')],
    },
  ],
  clients_backend_config: [
    { id: 'default_backend_client', name: 'default', client: { retries: 2, call_timeout: 10_000, max_errors: 3 } },
  ],
  documentation: null,
  plans: [plan('gold', 'apikey', { enabled: true, dailyQuota: 500, throttlingQuota: 10_000_000 })],
  clients: [{ id: 'ann', name: 'Ann', description: null, tags: [], metadata: {} }],
  deployments: [],
  testing: { enabled: false, headerKey: 'X-OTOROSHI-TESTING', headerValue: 'value' },
  ...more,
})

/** A plan as the newer previews write it. */
export function plan(id: string, accessModeConfigurationType: string, accessModeConfiguration: object = {}) {
  const pricing = { id: 'free', name: 'Free', enabled: false, price: 0, currency: 'EUR', params: {} }
  const shared = { name: id, description: '', status: 'published', tags: [], metadata: {}, pricing }
  return { id, ...shared, accessModeConfigurationType, accessModeConfiguration }
}

/** A plugin of a flow. */
export function slot(name: string, config: object = {}) {
  const plugin = `cp:otoroshi.next.plugins.${name}`
  return {
    enabled: true,
    debug: false,
    plugin,
    include: [],
    exclude: [],
    config,
    bound_listeners: [],
    plugin_index: null,
  }
}

/** A flow of these plugins with the id that the route refers to. */
export const flowOf = (...slots: readonly object[]) => ({
  flows: [{ id: 'default_plugin_chain', name: 'default_plugin_chain', plugins: slots }],
})

/** A subscription to the API. All dates are set, whatever its state. */
export const subscription = {
  _loc: { tenant: 'default', teams: ['default'] },
  id: 'sub_ann',
  name: 'Ann',
  description: '',
  tags: [],
  metadata: {},
  enabled: true,
  dates: { created_at: 1, processed_at: 2, started_at: 3, paused_at: 4, ending_at: 5, closed_at: 6 },
  owner_ref: 'ann',
  plan_ref: 'gold',
  api_ref: 'api_users',
  subscription_kind: 'apikey',
  token_refs: ['key_of_ann'],
  payment_ref: 'pay_1',
}

/** An error template for the API's route. */
export const errorTemplate = {
  _loc: { tenant: 'default', teams: ['default'] },
  serviceId: 'route_list',
  name: 'Pages',
  description: '',
  tags: [],
  metadata: {},
  template40x: '<h1>${status}</h1>',
  template50x: '',
  templateBuild: '',
  templateMaintenance: '',
  genericTemplates: { 'errors\\.service\\..*': '<h1>away</h1>' },
  messages: { 'message-404': 'Gone' },
}

/** A stored backend. */
export const storedBackend = {
  _loc: { tenant: 'default', teams: ['default'] },
  id: 'backend_shared',
  name: 'Shared',
  description: 'for all',
  tags: [],
  metadata: {},
  backend: {
    targets: [{ id: 't', hostname: 'shared.internal', port: 443, tls: true }],
    root: '/',
    client: { retries: 1 },
  },
}
