/** The records of the demo: a small shop. Data only; `fillDemo` writes it. */

/** A record, as a line of an upload of its kind. */
export interface DemoRecord {
  readonly kind: string
  readonly record: Readonly<Record<string, unknown>>
}

/** The config that lists the records of the demo. The dashboard finds the demo by it, and removes what it lists. */
export const CONTENTS = 'demo:contents'
/** The API of the shop, and its backend. */
export const SHOP = 'demo-shop'
/** The path of the API on the gateway. */
export const SHOP_PATH = '/demo'
/** The subscription of the consumer of the shop. */
export const ACME = 'demo-acme'
/** The experiment with a result, and the one that began a few days ago. */
export const BUTTON = 'demo:checkout:button'
export const HEADLINE = 'demo:home:headline'

const DAY = 24 * 60 * 60_000

/** The records of a shop that opened a while before `now`, in epoch milliseconds. */
export function shopRecords(now: number): readonly DemoRecord[] {
  const date = (days: number) => new Date(now + days * DAY).toISOString().slice(0, 10)
  const on = { enabled: true, tags: ['demo'] }
  const one = (kind: string, record: DemoRecord['record']): DemoRecord => ({
    kind,
    record: { tags: ['demo'], ...record },
  })
  return [
    one('segments', {
      id: 'demo:testers',
      description: 'People who agreed to try new things.',
      when: { attribute: 'plan', operator: 'is', values: ['beta', 'staff'] },
      included: ['ann'],
    }),
    one('segments', {
      id: 'demo:regulars',
      description: 'Clients with ten or more orders.',
      when: { attribute: 'orders', operator: 'atLeast', value: 10 },
    }),
    one('features', {
      ...{
        id: 'demo:checkout:orders',
        description: 'Accepts orders. The gateway asks it: turn it off, and POST /demo/orders is 404.',
      },
      ...{ ...on, activationStrategy: 'NO_STRATEGY' },
    }),
    one('features', {
      ...{ id: 'demo:checkout:gift-cards', description: 'Gift cards. Not ready yet.' },
      ...{ enabled: false, activationStrategy: 'NO_STRATEGY' },
    }),
    one('features', {
      ...{ id: 'demo:checkout:express', description: 'Express checkout in one step, for a quarter of the clients.' },
      ...{ ...on, activationStrategy: 'PERCENTAGE', parameters: { percentage: 25 } },
    }),
    one('features', {
      ...{
        id: 'demo:search:suggestions',
        description: 'Search suggestions: for testers at once, for others step by step.',
      },
      ...{ ...on, activationStrategy: 'RULES' },
      parameters: {
        rules: [
          { name: 'testers', when: { segment: 'demo:testers' } },
          { name: 'regulars', when: { segment: 'demo:regulars' }, percentage: 50 },
          { name: 'everybody', percentage: 10 },
        ],
      },
    }),
    one('features', {
      ...{ id: 'demo:sale', description: 'The sale of the month.', ...on, activationStrategy: 'DATE_RANGE' },
      parameters: { from: `${date(-9)} 00:00:00`, to: `${date(21)} 23:59:59` },
    }),
    one('features', {
      ...{ id: 'demo:support:chat', description: 'Chat with people, during office hours.' },
      ...{ ...on, activationStrategy: 'HOUR_RANGE', parameters: { startAt: '08:00', endAt: '18:00' } },
    }),
    one('configs', {
      ...{ id: 'demo:search:page-size', description: 'How many products a page of the search lists.' },
      ...{ type: 'number', value: 20 },
      rules: [{ name: 'testers', when: { segment: 'demo:testers' }, value: 100 }],
    }),
    one('configs', {
      ...{ id: 'demo:checkout:limits', description: 'What one order may contain.' },
      type: {
        type: 'object',
        required: ['items', 'coupons'],
        properties: {
          items: { type: 'integer', minimum: 1, maximum: 100 },
          coupons: { type: 'integer', minimum: 0, maximum: 5 },
        },
        additionalProperties: false,
      },
      value: { items: 20, coupons: 3 },
    }),
    one('experiments', {
      ...{ id: BUTTON, name: 'Text of the order button', ...on },
      description: 'Do more visitors order if the button says what happens next?',
      variants: [
        { id: 'A', name: 'Next step', traffic: 0.5 },
        { id: 'B', name: 'Order now', traffic: 0.5 },
      ],
    }),
    one('experiments', {
      ...{ id: HEADLINE, name: 'Headline of the home page', ...on },
      description: 'Began a few days ago, so it is too early to tell.',
      variants: [
        { id: 'A', name: 'Fresh every day', traffic: 0.5 },
        { id: 'B', name: 'From farms near you', traffic: 0.5 },
      ],
    }),
    ...gatewayRecords(one),
  ]
}

const route = (id: string, methods: readonly string[], path: string, more: object = {}) => ({
  ...{ id, name: id.replaceAll('-', ' '), backend: SHOP, ...more },
  frontend: { paths: [path], methods, exact: true, strip_context_path: true },
})

const gatewayRecords = (one: (kind: string, record: DemoRecord['record']) => DemoRecord): readonly DemoRecord[] => [
  one('apis', {
    ...{ id: SHOP, name: 'Demo shop', description: 'Products and orders of the shop.' },
    ...{ context_path: SHOP_PATH, version: '1.0.0', state: 'staging' },
    routes: [
      route('list-products', ['GET'], '/products'),
      route('get-product', ['GET'], '/products/:id'),
      route('get-stock', ['GET'], '/products/:id/stock'),
      route('create-order', ['POST'], '/orders', { flow_ref: 'orders' }),
    ],
    flows: [
      {
        ...{ id: 'orders', name: 'Orders' },
        plugins: {
          slots: [{ plugin: 'cp:gateway.next.plugins.FeatureGate', config: { feature: 'demo:checkout:orders' } }],
        },
      },
    ],
    clients: [{ id: 'acme', name: 'Acme' }],
    documentation: {
      plans: [
        { id: 'open', name: 'Open', status: 'published', access_mode_configuration_type: 'keyless' },
        {
          ...{ id: 'partner', name: 'Partner', status: 'published', access_mode_configuration_type: 'apikey' },
          access_mode_configuration: { quota: { perDay: 1000 } },
        },
      ],
    },
  }),
  one('api-subscriptions', { id: ACME, name: 'Acme', api_ref: SHOP, plan_ref: 'partner', owner_ref: 'acme' }),
]

/** The backend of the shop: the server of the demo on a port of this machine. */
export const shopBackend = (port: number): DemoRecord => ({
  kind: 'backends',
  record: { id: SHOP, name: 'Demo shop', backend: { targets: [{ hostname: '127.0.0.1', port }] } },
})
