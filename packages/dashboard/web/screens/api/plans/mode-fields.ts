import type { GroupField, Member, SchemaField, TextField } from '../../schema-form/field.ts'
import type { ModeName, Plan } from './mode-words.ts'

/** The settings of an access mode. */
type ConfigurationOf<N extends ModeName> = NonNullable<
  Extract<Plan, { access_mode_configuration_type: N }>['access_mode_configuration']
>

/** How a setting is edited: every setting of the service has one. */
type Fields<T> = { readonly [M in keyof Required<T>]: Omit<Member, 'name' | 'isRequired'> }

const text: TextField = { kind: 'text', takesEmpty: false, isSecret: false, isLong: false }
const secret: TextField = { ...text, isSecret: true }
const texts: SchemaField = { kind: 'list', item: text }
const flag: SchemaField = { kind: 'flag' }
const whole = (min: number, unit: string): SchemaField => ({ kind: 'number', isInteger: true, unit, min })
const hours: SchemaField = { kind: 'number', isInteger: false, unit: 'hours', min: 0 }

const group = <T>(fields: Fields<T>): GroupField => ({
  kind: 'group',
  members: Object.entries<Omit<Member, 'name' | 'isRequired'>>(fields).map(([name, field]) => ({
    ...{ name, isRequired: false },
    ...field,
  })),
})

type Settings = ConfigurationOf<'apikey'>
type Restrictions = NonNullable<Settings['restrictions']>

const quota = {
  ...{ label: 'Quota', isUsual: true, hint: 'How much each consumer can use. Empty: no limit.' },
  field: group<NonNullable<Settings['quota']>>({
    perDay: { label: 'Per day', field: whole(0, 'requests') },
    perMonth: { label: 'Per month', field: whole(0, 'requests') },
    perWindow: { label: 'Per window', field: whole(0, 'requests'), hint: 'Set the window length, too.' },
    window: { label: 'Window length', field: whole(1, 's'), hint: '60 s for a limit per minute.' },
  }),
} as const

const requests = (label: string, hint: string) => ({
  label,
  hint,
  field: {
    kind: 'items' as const,
    item: group<NonNullable<Restrictions['allowed']>[number]>({
      method: { label: 'Method', field: text, hint: '`GET`, for example. Empty or `*`: any method.' },
      path: { label: 'Path', field: text, hint: 'Under the context path. `*` stands for any characters.' },
    }),
  },
})

const restrictions = {
  ...{ label: 'Restrictions', hint: 'Which requests a credential can be used for, by method and path.' },
  field: group<Restrictions>({
    enabled: { label: 'Restrict requests', field: flag },
    allowed: requests('Allowed', 'If there is any, all other requests are rejected (403).'),
    forbidden: requests('Forbidden', 'Rejected with 403.'),
    notFound: requests('Not found', 'Answered with 404, as if they didn’t exist.'),
    allowLast: {
      ...{ label: 'Check “Forbidden” first', field: flag },
      hint: 'Whether Forbidden and Not found are checked before Allowed. If not set: yes.',
    },
  }),
} as const

const rotation = {
  ...{ label: 'Secret rotation', hint: 'Secrets are not rotated automatically; their owners get a reminder.' },
  field: group<NonNullable<Settings['rotation']>>({
    enabled: { label: 'Rotation reminders', field: flag },
    rotationEvery: { label: 'Every', field: hours, hint: '720 hours are 30 days.' },
    gracePeriod: {
      label: 'Grace period',
      field: hours,
      hint: 'How long the old secret works after a rotation. If not set: 0 hours.',
    },
  }),
} as const

const credential: Fields<Settings> = {
  quota,
  validUntil: { label: 'Valid until', isUsual: true, field: { kind: 'instant' }, hint: 'When credentials expire.' },
  rotation: { ...rotation, isUsual: true },
  restrictions: { ...restrictions, isUsual: true },
  readOnly: { label: 'Read only', field: flag, hint: 'Whether only GET, HEAD and OPTIONS are allowed.' },
  enabled: { label: 'Credentials work', field: flag, hint: 'Whether new credentials are enabled. If not set: yes.' },
  allowClientIdOnly: { label: 'Client id is enough', field: flag, hint: 'Accept the client ID without a secret.' },
  authorizedEntities: {
    ...{ label: 'Also opens', field: texts },
    hint: 'Other APIs, routes and groups: `api_orders`, `route_orders:list`, `group_internal`.',
  },
  constrainedServicesOnly: {
    ...{ label: 'Opens only these', field: flag },
    hint: 'Whether credentials are limited to the entries above, also in this API.',
  },
  clientIdPattern: {
    ...{ label: 'Client id pattern', field: text },
    hint: 'A regular expression from which ids are generated: `billing-[a-z0-9]{8}`.',
  },
  clientNamePattern: { label: 'Client name pattern', field: text, hint: 'The same for names.' },
  description: { label: 'Credential description', field: text },
  tags: { label: 'Credential tags', field: texts },
  metadata: { label: 'Credential metadata', field: { kind: 'json' } },
}

const claims = {
  requireSubscription: {
    ...{ label: 'Needs a subscription', isUsual: true, field: flag },
    hint: 'Whether only owners of a subscription to the plan are admitted. If not set: no.',
  },
  quota,
} as const

const algorithms = ['HS256', 'HS384', 'HS512', 'RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'] as const
const curves = ['ES256', 'ES384', 'ES512', 'EdDSA'] as const

/** The settings of each access mode, as forms. */
export const modeFields: Readonly<Record<ModeName, GroupField>> = {
  keyless: group<ConfigurationOf<'keyless'>>({}),
  apikey: group<ConfigurationOf<'apikey'>>(credential),
  jwt: group<ConfigurationOf<'jwt'>>({
    jwksUrl: {
      label: 'Key set address (JWKS)',
      isUsual: true,
      field: text,
      hint: 'Set only one of these: the address, the public key or the shared secret.',
    },
    publicKey: { label: 'Public key', isUsual: true, field: { ...text, isLong: true }, hint: 'As PEM or JWK.' },
    secret: { label: 'Shared secret', isUsual: true, field: secret, hint: 'For HS256, HS384 and HS512.' },
    issuer: { label: 'Issuer', isUsual: true, field: text, hint: 'The claim `iss` that tokens must have.' },
    audience: { label: 'Audience', isUsual: true, field: text, hint: 'The claim `aud` that tokens must have.' },
    ...claims,
    algorithms: {
      ...{ label: 'Algorithms', field: { kind: 'list', item: { kind: 'choice', values: [...algorithms, ...curves] } } },
      hint: 'HS… need a shared secret, all others a public key.',
    },
    header: { label: 'Token header', field: text, hint: 'If not set: `Authorization`.' },
  }),
  mtls: group<ConfigurationOf<'mtls'>>({
    subjectPatterns: {
      ...{ label: 'Subjects', isUsual: true, field: texts },
      hint: 'Distinguished names; `*` stands for any characters. Subject and issuer must both match where both are given.',
    },
    issuerPatterns: { label: 'Issuers', isUsual: true, field: texts },
    ...claims,
  }),
  'oauth2-local': group<ConfigurationOf<'oauth2-local'>>({
    expiresIn: { label: 'Tokens live for', isUsual: true, field: whole(1, 's'), hint: 'If not set: 3,600 s.' },
    scopes: {
      label: 'Scopes',
      isUsual: true,
      field: texts,
      hint: 'What clients can ask for. The gateway doesn’t enforce them.',
    },
    ...credential,
  }),
  'oauth2-remote': group<ConfigurationOf<'oauth2-remote'>>({
    jwksUrl: {
      label: 'Key set address (JWKS)',
      isUsual: true,
      field: text,
      hint: 'Needed, unless tokens are introspected.',
    },
    introspectionUrl: { label: 'Introspection address', isUsual: true, field: text },
    issuer: { label: 'Issuer', isUsual: true, field: text, hint: 'The claim `iss` that tokens must have.' },
    audience: { label: 'Audience', isUsual: true, field: text, hint: 'The claim `aud` that tokens must have.' },
    ...claims,
    clientId: { label: 'Gateway’s client id', field: text, hint: 'Credentials for the introspection endpoint.' },
    clientSecret: {
      label: 'Gateway’s client secret',
      field: secret,
      hint: 'Enter it again after you change an address.',
    },
    scopes: { label: 'Scopes', field: texts, hint: 'What tokens must have.' },
  }),
}

const enabled: Member = {
  ...{ name: 'enabled', label: 'Enabled', isRequired: false, isUsual: true, field: flag },
  hint: 'Whether the gateway accepts the credential.',
}

/** The settings of a credential: those of its plan, but for what generates its names. */
export const credentialFields: GroupField = {
  kind: 'group',
  members: modeFields.apikey.members
    .filter(({ name }) => !/^(client(Id|Name)Pattern|description|tags|metadata)$/.test(name))
    .map((member) => (member.name === 'enabled' ? enabled : member)),
}

/** The settings of the price of a plan. */
export const pricingFields: GroupField = group<NonNullable<Plan['pricing']>>({
  price: {
    label: 'Price',
    isUsual: true,
    field: { kind: 'number', isInteger: false, unit: 'in the currency', min: 0 },
  },
  currency: { label: 'Currency', isUsual: true, field: text, hint: 'A code such as `EUR`.' },
  name: { label: 'Price name', field: text },
  enabled: { label: 'Shown', field: flag, hint: 'Whether consumers see the price. Nothing is charged.' },
  id: { label: 'Price id', field: text },
  params: { label: 'Price details', field: { kind: 'json' } },
})
