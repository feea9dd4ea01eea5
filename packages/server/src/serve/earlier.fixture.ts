/**
 * Exports of the previous feature service in the format of each version, and what is stored of each record: the same facts in the
 * current format. Versions are named by their minor number, from 1.0 to 1.11.
 */
import { createHash } from 'node:crypto'
import { expect } from 'vitest'

interface Line {
  readonly sent: Readonly<Record<string, unknown>>
  /** Members that are stored in another form; `undefined` for members that are not shown. */
  readonly kept?: Readonly<Record<string, unknown>>
}

/** The minor numbers of all versions. */
export const versions = Array.from({ length: 12 }, (_, minor) => minor)

/** The version that introduced grants by rights, kinds of users, campaigns and lists of customers. */
const RIGHTS = 7
/** A version that has descriptions and hours. */
const HOURS = 5

const script = 'function enabled(context, enabled, disabled, http) { context.id === "ann" ? enabled() : disabled() }'
const javascript = { type: 'javascript', script }
const scala = { type: 'scala', script: 'def enabled(): Unit = {}' }

/** The hash that the previous feature service exports for a password. */
export const hashOf = (password: string): string => createHash('sha512').update(password).digest('hex')
/** The password of every user in these exports. */
export const PASSWORD = 'a password of old'

const feature = (id: string, activationStrategy: string, parameters?: unknown, kept?: unknown): Line => ({
  sent: { id, enabled: true, ...(parameters !== undefined && { parameters }), activationStrategy },
  ...(kept !== undefined && { kept: { parameters: kept } }),
})

const features = (minor: number): readonly Line[] => [
  feature('shop:plain', 'NO_STRATEGY'),
  {
    sent: {
      ...feature('shop:off', 'NO_STRATEGY', {}).sent,
      enabled: false,
      ...(minor >= HOURS && { description: 'Not now' }),
    },
    kept: { parameters: undefined },
  },
  {
    sent: feature('shop:odd', 'NO_STRATEGY', { percentage: 20 }).sent,
    kept: { parameters: undefined, metadata: { parameters: { percentage: 20 } } },
  },
  feature('shop:release', 'RELEASE_DATE', { releaseDate: '01/05/2020 10:00:00' }),
  feature('shop:dates', 'DATE_RANGE', { from: '2020-01-01 00:00:00', to: '2199-12-31 23:59:59' }),
  feature('shop:share', 'PERCENTAGE', { percentage: 60 }),
  minor === 0 ? feature('shop:script', 'SCRIPT', { script }, javascript) : feature('shop:script', 'SCRIPT', javascript),
  feature('shop:shared', 'GLOBAL_SCRIPT', { ref: 'shared:text' }),
  ...(minor < HOURS
    ? []
    : [
        {
          sent: { ...feature('shop:null', 'NO_STRATEGY').sent, description: null },
          kept: { description: undefined },
        },
        feature(
          'shop:hours',
          'HOUR_RANGE',
          { startAt: '00:00', endAt: '23:59' },
          { startAt: '00:00', endAt: '23:59', startDate: '00:00', endDate: '23:59' },
        ),
      ]),
  ...(minor < RIGHTS ? [] : [feature('shop:customers', 'CUSTOMERS_LIST', { customers: ['ann', 'ben'] })]),
]

const variants = [
  { id: 'A', name: 'Red', description: 'A red button', traffic: 0.3, currentPopulation: 1 },
  { id: 'B', name: 'Blue', description: 'A blue button', traffic: 0.7, currentPopulation: 1 },
] as const

const campaign = { from: '2020-01-01 00:00:00', to: '2020-06-30 23:59:59', won: 'B' }

const experiments = (minor: number): readonly Line[] => [
  {
    sent: { id: 'shop:button', name: 'Button', description: 'Which colour sells', enabled: true, variants },
  },
  ...(minor < RIGHTS
    ? []
    : [
        {
          sent: {
            id: 'shop:banner',
            name: 'Banner',
            enabled: true,
            campaign,
            variants: variants.map(({ currentPopulation: _none, ...variant }) => variant),
          },
          kept: {
            description: '',
            campaign: undefined,
            metadata: { campaign },
            variants: variants.map((variant) => ({ ...variant, currentPopulation: 0 })),
          },
        },
      ]),
]

const variantEvent = (variant: (typeof variants)[number], clientId: string, type: string, rest: object): Line => {
  const kind = type === 'VariantWonEvent' ? 'won' : 'displayed'
  return {
    sent: {
      id: `shop:button:${variant.id}:${clientId}:${kind}:1578000000000${variant.id}`,
      experimentId: 'shop:button',
      clientId,
      variant,
      ...rest,
      variantId: variant.id,
      '@type': type,
    },
  }
}

const all = ['C', 'R', 'U', 'D']

const users = (minor: number): readonly Line[] => {
  const shown = { password: undefined, type: undefined, authorizedPattern: undefined, temporary: true }
  const of = (name: string, admin: boolean) => ({
    id: `${name}@shop.example`,
    name,
    email: `${name}@shop.example`,
    password: hashOf(PASSWORD),
    admin,
  })
  if (minor < RIGHTS)
    return [
      {
        sent: { ...of('ann', true), authorizedPattern: '*' },
        kept: { ...shown, authorizedPatterns: [{ pattern: '*' }] },
      },
      {
        sent: { ...of('ben', false), authorizedPattern: 'a:*,b:*' },
        kept: { ...shown, authorizedPatterns: [{ pattern: 'a:*' }, { pattern: 'b:*' }] },
      },
    ]
  const { password: _none, ...eve } = of('eve', false)
  const patterns = { authorizedPatterns: [{ pattern: 'a:*', rights: ['C', 'R'] }] }
  return [
    {
      sent: {
        ...of('ann', true),
        temporary: false,
        authorizedPatterns: [{ pattern: '*', rights: all }],
        type: 'Izanami',
      },
      kept: shown,
    },
    { sent: { ...of('ben', false), temporary: true, ...patterns, type: 'Izanami' }, kept: shown },
    { sent: { ...eve, ...patterns, type: 'OAuth' }, kept: { type: undefined, temporary: false } },
    {
      sent: { ...eve, id: 'otto', ...patterns, type: 'Otoroshi' },
      kept: { type: undefined, temporary: false },
    },
  ]
}

const apikeys = (minor: number): readonly Line[] => {
  const shown = {
    clientSecret: undefined,
    authorizedPattern: undefined,
    clientSecretHash: expect.stringMatching(/^hmac/),
  }
  const shop = { clientId: 'shop', name: 'Shop', clientSecret: 'the-secret-of-the-shop' }
  const reader = { clientId: 'reader', name: 'Reader', clientSecret: 'the-secret-of-a-reader' }
  if (minor < RIGHTS)
    return [
      {
        sent: { ...shop, authorizedPattern: 'shop:*' },
        kept: { ...shown, admin: false, authorizedPatterns: [{ pattern: 'shop:*' }] },
      },
      {
        sent: { ...reader, authorizedPattern: 'a:*,b:*' },
        kept: { ...shown, admin: false, authorizedPatterns: [{ pattern: 'a:*' }, { pattern: 'b:*' }] },
      },
    ]
  return [
    {
      sent: { ...shop, authorizedPatterns: [{ pattern: 'shop:*', rights: all }], admin: false },
      kept: shown,
    },
    {
      sent: {
        ...reader,
        authorizedPatterns: [
          { pattern: 'a:*', rights: ['R'] },
          { pattern: 'b:*', rights: all },
        ],
        admin: false,
      },
      kept: shown,
    },
  ]
}

/** The lines of each kind that a version exports, by the path of the download. */
export const exportOf = (minor: number): Readonly<Record<string, readonly Line[]>> => ({
  scripts: [
    {
      sent: {
        id: 'shared:text',
        name: 'Text',
        ...(minor >= HOURS && { description: 'By name' }),
        source: minor === 0 ? { script } : javascript,
      },
      kept: { source: javascript },
    },
    { sent: { id: 'shared:whole', name: 'Whole', source: scala } },
  ],
  features: features(minor),
  configs: [
    { sent: { id: 'shop:text', value: '{"color":"red","sizes":[1,2]}' } },
    { sent: { id: 'shop:object', value: { color: 'blue', nested: { deep: null } } } },
    { sent: { id: 'shop:list', value: '[1, 2, 3]' } },
    { sent: { id: 'shop:plain', value: 'only a text' } },
  ],
  experiments: experiments(minor),
  'experiments/bindings': [
    { sent: { variantBindingKey: 'shop:button:ann', variantId: 'A' } },
    { sent: { variantBindingKey: 'shop:button:org:7', variantId: 'B' } },
  ],
  'experiments/events': [
    variantEvent(variants[0], 'ann', 'VariantDisplayedEvent', { date: '2020-01-02T21:20:00.123', transformation: 0 }),
    variantEvent(variants[0], 'ann', 'VariantWonEvent', { date: '2020-01-02T21:21:00.000', transformation: 50 }),
    {
      ...variantEvent(variants[1], 'org:7', 'VariantDisplayedEvent', {
        date: minor < HOURS ? '2020-01-02T22:00:00.1' : '2020-01-02T22:00:00.100',
        transformation: 0,
      }),
      kept: { date: '2020-01-02T22:00:00.100' },
    },
  ],
  users: users(minor),
  apikeys: apikeys(minor),
  webhooks: [
    {
      sent: {
        clientId: 'ci',
        callbackUrl: 'https://ci.shop.example/hooks',
        domains: ['Feature', 'Config'],
        patterns: ['shop:*'],
        types: ['FEATURE_CREATED', 'FEATURE_UPDATED'],
        headers: { Authorization: 'Bearer of the hook' },
        created: '2020-01-02T21:20:00.123456',
        isBanned: false,
      },
      kept: { headers: { Authorization: '********' }, created: '2020-01-02T21:20:00.123', secret: '********' },
    },
  ],
})

/** The export of the newest version. */
export const earlier = exportOf(11)

/** Formats lines as nd-json. */
export const toLines = (lines: readonly Line[]): string => lines.map(({ sent }) => `${JSON.stringify(sent)}\n`).join('')

/** The nd-json of a kind as the newest version exports it. */
export const linesOf = (kind: string): string => toLines(earlier[kind]!)
