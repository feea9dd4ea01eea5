/** What the earlier system exports, as it writes it, and what is kept of each record: the same facts in the contract's form. */
import { expect } from 'vitest'

interface Line {
  readonly sent: Readonly<Record<string, unknown>>
  /** Members that are kept in another form; `undefined` for what is not shown. */
  readonly kept?: Readonly<Record<string, unknown>>
}

const script = 'function enabled(context, enabled, disabled, http) { context.id === "ann" ? enabled() : disabled() }'
const javascript = { type: 'javascript', script }
const scala = { type: 'scala', script: 'def enabled(): Unit = {}' }

const feature = (id: string, activationStrategy: string, parameters?: unknown, kept?: unknown): Line => ({
  sent: { id, enabled: true, activationStrategy, ...(parameters !== undefined && { parameters }) },
  ...(kept !== undefined && { kept: { parameters: kept } }),
})

const variants = [
  { id: 'A', name: 'Red', description: 'A red button', traffic: 0.3, currentPopulation: 1 },
  { id: 'B', name: 'Blue', description: 'A blue button', traffic: 0.7, currentPopulation: 1 },
] as const

const variantEvent = (variant: (typeof variants)[number], clientId: string, type: string, rest: object): Line => {
  const kind = type === 'VariantWonEvent' ? 'won' : 'displayed'
  return {
    sent: {
      id: `shop:button:${variant.id}:${clientId}:${kind}:1578000000000${variant.id}`,
      experimentId: 'shop:button',
      clientId,
      variant,
      variantId: variant.id,
      '@type': type,
      ...rest,
    },
  }
}

const all = ['C', 'R', 'U', 'D']

/** The lines of each kind, by the path of its download. */
export const earlier: Readonly<Record<string, readonly Line[]>> = {
  scripts: [
    { sent: { id: 'shared:text', name: 'Text', description: 'By name', source: script }, kept: { source: javascript } },
    { sent: { id: 'shared:whole', name: 'Whole', description: 'As an object', source: scala } },
    { sent: { id: 'shared:nested', name: 'Nested', source: { script: scala } }, kept: { source: scala } },
  ],
  features: [
    feature('shop:plain', 'NO_STRATEGY'),
    {
      sent: { ...feature('shop:off', 'NO_STRATEGY', {}).sent, enabled: false, description: 'Not now' },
      kept: { parameters: undefined },
    },
    feature('shop:release', 'RELEASE_DATE', { releaseDate: '01/05/2020 10:00:00' }),
    feature(
      'shop:release:minutes',
      'RELEASE_DATE',
      { releaseDate: '01/05/2020 10:00' },
      { releaseDate: '01/05/2020 10:00:00' },
    ),
    feature(
      'shop:release:other',
      'RELEASE_DATE',
      { releaseDate: '2020-05-01 10:00:00' },
      { releaseDate: '01/05/2020 10:00:00' },
    ),
    feature('shop:dates', 'DATE_RANGE', { from: '2020-01-01 00:00:00', to: '2199-12-31 23:59:59' }),
    feature('shop:hours', 'HOUR_RANGE', { startAt: '00:00', endAt: '23:59' }, { startDate: '00:00', endDate: '23:59' }),
    feature(
      'shop:hours:short',
      'HOUR_RANGE',
      { startAt: '9:30', endAt: '18:00' },
      { startDate: '09:30', endDate: '18:00' },
    ),
    feature('shop:share', 'PERCENTAGE', { percentage: 60 }),
    feature('shop:customers', 'CUSTOMERS_LIST', { customers: ['ann', 'ben'] }),
    feature('shop:script', 'SCRIPT', javascript),
    feature('shop:script:text', 'SCRIPT', { script }, javascript),
    feature('shop:script:nested', 'SCRIPT', { script: scala }, scala),
    feature('shop:shared', 'GLOBAL_SCRIPT', { ref: 'shared:text' }),
  ],
  configs: [
    { sent: { id: 'shop:text', value: '{"color":"red","sizes":[1,2]}' } },
    { sent: { id: 'shop:object', value: { color: 'blue', nested: { deep: null } } } },
    { sent: { id: 'shop:list', value: '[1, 2, 3]' } },
    { sent: { id: 'shop:plain', value: 'only a text' } },
  ],
  experiments: [
    {
      sent: { id: 'shop:button', name: 'Button', description: 'Which colour sells', enabled: true, variants },
      kept: { variants },
    },
  ],
  'experiments/bindings': [
    { sent: { variantBindingKey: 'shop:button:ann', variantId: 'A' } },
    { sent: { variantBindingKey: 'shop:button:org:7', variantId: 'B' } },
  ],
  'experiments/events': [
    variantEvent(variants[0], 'ann', 'VariantDisplayedEvent', { date: '2020-01-02T21:20:00.123', transformation: 0 }),
    variantEvent(variants[0], 'ann', 'VariantWonEvent', { date: '2020-01-02T21:21:00.000', transformation: 50 }),
    variantEvent(variants[1], 'org:7', 'VariantDisplayedEvent', { date: '2020-01-02T22:00:00.100', transformation: 0 }),
  ],
  users: [
    {
      sent: { id: 'ann', name: 'Ann', email: 'ann@shop.example', admin: true, authorizedPatterns: '*' },
      kept: { authorizedPatterns: [{ pattern: '*' }], temporary: false },
    },
    {
      sent: { id: 'ben', name: 'Ben', email: 'ben@shop.example', admin: false, authorizedPatterns: 'a:*$$$CR, b:*' },
      kept: { authorizedPatterns: [{ pattern: 'a:*', rights: ['C', 'R'] }, { pattern: 'b:*' }], temporary: false },
    },
  ],
  apikeys: [
    {
      sent: {
        clientId: 'shop',
        name: 'Shop',
        clientSecret: 'the-secret-of-the-shop',
        admin: false,
        authorizedPatterns: 'shop:*',
      },
      kept: {
        clientSecret: undefined,
        clientSecretHash: expect.stringMatching(/^hmac/),
        authorizedPatterns: [{ pattern: 'shop:*' }],
      },
    },
    {
      sent: {
        clientId: 'reader',
        name: 'Reader',
        clientSecret: 'the-secret-of-a-reader',
        authorizedPatterns: ['a:*$$$R', { pattern: 'b:*', rights: all }],
      },
      kept: {
        clientSecret: undefined,
        clientSecretHash: expect.any(String),
        admin: false,
        authorizedPatterns: [
          { pattern: 'a:*', rights: ['R'] },
          { pattern: 'b:*', rights: all },
        ],
      },
    },
  ],
  webhooks: [
    {
      sent: {
        clientId: 'ci',
        callbackUrl: 'https://ci.shop.example/hooks',
        domains: ['Feature', 'Config'],
        patterns: ['shop:*'],
        types: ['FEATURE_CREATED', 'FEATURE_UPDATED'],
        headers: { Authorization: 'Bearer of the hook' },
        created: '2020-01-02T21:20:00.123',
        isBanned: false,
      },
      kept: { headers: { Authorization: '********' }, created: expect.any(String), secret: '********' },
    },
  ],
}

/** The nd-json of a kind. */
export const linesOf = (kind: string): string => earlier[kind]!.map(({ sent }) => `${JSON.stringify(sent)}\n`).join('')
