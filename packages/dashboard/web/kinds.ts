import type { Feature } from '@signalbox/core/contract'
import { api } from './api.ts'
import type { Because } from './confirm/because.ts'
import { mount } from './mount.ts'
import { pathTo } from './path-to.ts'
import { credentialsShown } from './saving/credentials-shown.ts'
import { draftsOf } from './saving/drafts-of.ts'
import type { Writing } from './saving/editing-ports.ts'
import type { AnyRecord } from './saving/id-of.ts'
import { idOf } from './saving/id-of.ts'
import { memberOf } from './saving/is-same.ts'
import type { Losses } from './saving/loss-in.ts'
import { lossIn } from './saving/loss-in.ts'
import { withMember } from './saving/pointer.ts'
import { withoutDeployments } from './saving/without-deployments.ts'
import { withoutPopulations } from './saving/without-populations.ts'
import type { RecordSecret } from './shown-once.ts'
import { takeSecret } from './shown-once.ts'

export type { AnyRecord } from './saving/id-of.ts'

/** Members that only make sense together, the first of which decides: two edits of them are not mixed. */
type Together = readonly (readonly string[])[]

const byStrategy: Together = [['activationStrategy', 'parameters']]
const apart: Together = []

/** Members of APIs that only their life changes. */
const lifeOfApi = ['state', 'versions', 'deprecated_at']

/** A function that runs in `enabled(context, enabled, disabled, http)`: the least a script can be. */
const plainScript = 'function enabled(context, enabled, disabled, http) {\n  enabled()\n}\n'

/**
 * The kinds of records that the dashboard edits: their domain, the operations that read and write them, the path of
 * their screens and that of the API below `/api`, whether they have tags and metadata, and a new record with the least
 * that the service accepts. `secret` is returned once, and `loss` is what a deletion loses for good: `lossOfSecrets`
 * only of records that have secrets. `list` is the
 * address of the list, if it is not the path of the screens. `lived` are members that earlier versions do not bring back.
 */
export const kinds = {
  features: {
    ...{ domain: 'Feature', noun: 'feature', path: '/features', resource: 'features', tagged: true },
    operations: api.features,
    together: byStrategy,
    blank: (id: string) => ({ id, enabled: false, activationStrategy: 'NO_STRATEGY' }),
  },
  segments: {
    ...{ domain: 'Segment', noun: 'segment', path: '/segments', resource: 'segments', tagged: true },
    operations: api.segments,
    together: apart,
    blank: (id: string) => ({ id }),
  },
  configs: {
    ...{ domain: 'Config', noun: 'config', path: '/configs', resource: 'configs', tagged: true },
    operations: api.configs,
    together: apart,
    blank: (id: string) => ({ id, value: {} }),
  },
  experiments: {
    ...{ domain: 'Experiment', noun: 'experiment', path: '/experiments', resource: 'experiments', tagged: true },
    operations: withoutPopulations(api.experiments),
    together: apart,
    blank: (id: string) => ({ id, name: id, enabled: false, variants: twoVariants }),
    loss: 'Its results, and the variants that its clients are bound to, are lost.',
  },
  scripts: {
    ...{ domain: 'Script', noun: 'script', path: '/scripts', resource: 'scripts', tagged: false },
    operations: api.scripts,
    together: apart,
    blank: (id: string) => ({ id, name: id, source: { type: 'javascript', script: plainScript } }),
  },
  webhooks: {
    ...{ domain: 'Webhook', noun: 'webhook', path: '/hooks', resource: 'webhooks', tagged: false },
    operations: api.webhooks,
    together: apart,
    blank: (clientId: string) => ({ clientId, callbackUrl: '' }),
    secret: {
      ...{ member: 'secret', mask: '********', label: 'signing secret' },
      purpose: 'The receiver checks with it that calls come from here.',
      env: (_: string, secret: string) => `SIGNALBOX_WEBHOOK_SECRET=${secret}`,
    },
    loss: 'The signing secret and the values of headers are lost.',
  },
  users: {
    ...{ domain: 'User', noun: 'user', path: '/access/users', resource: 'users', tagged: false },
    operations: api.users,
    together: apart,
    blank: (id: string) => ({ id, name: id }),
    loss: 'The password is lost, and all sessions of the user end.',
    list: '/access',
  },
  apiKeys: {
    ...{ domain: 'ApiKey', noun: 'API key', path: '/access/keys', resource: 'apikeys', tagged: false },
    operations: api.apiKeys,
    together: apart,
    blank: (clientId: string) => ({ clientId, name: clientId }),
    secret: {
      ...{ member: 'clientSecret', label: 'secret' },
      purpose: 'Programs identify themselves with the id and this secret.',
      env: (id: string, secret: string) => `SIGNALBOX_CLIENT_ID=${id}\nSIGNALBOX_CLIENT_SECRET=${secret}`,
      curl: (id: string, secret: string) => `curl -u ${id}:${secret} ${mount.apiUrl}/api/me`,
    },
    loss: 'The secret is lost, and programs that use the key are rejected.',
    list: '/access?tab=keys',
  },
  apis: {
    ...{ domain: 'Api', noun: 'API', path: '/gateway/apis', resource: 'apis', tagged: true },
    operations: withoutDeployments(api.apis),
    together: apart,
    blank: (id: string) => ({ id, name: id }),
    loss: 'Its draft and its deployments are lost.',
    lived: lifeOfApi,
  },
  drafts: {
    ...{ domain: 'Api', noun: 'draft', path: '/gateway/apis', resource: 'apis', tagged: true },
    operations: withoutDeployments(draftsOf(api.apis)),
    together: apart,
    blank: (id: string) => ({ id, name: id }),
    lived: lifeOfApi,
  },
  backends: {
    ...{ domain: 'Backend', noun: 'backend', path: '/gateway/backends', resource: 'backends', tagged: false },
    operations: api.backends,
    together: apart,
    blank: (id: string) => ({ id, backend: { targets: [] } }),
    lossOfSecrets: 'Its secrets, such as private keys, are lost.',
  },
  subscriptions: {
    ...{ domain: 'Subscription', noun: 'subscription', path: '/gateway/subscriptions' },
    ...{ resource: 'api-subscriptions', tagged: true },
    operations: credentialsShown(api.subscriptions),
    together: apart,
    blank: (id: string) => ({ id, api_ref: '', plan_ref: '', owner_ref: '' }),
    lived: ['token_refs', 'dates', 'status', 'reason'],
    loss: 'Its credentials are lost, and programs that use them are rejected.',
  },
  credentials: {
    ...{ domain: 'Credential', noun: 'credential', path: '/gateway/credentials' },
    ...{ resource: 'credentials', tagged: true },
    operations: api.credentials,
    together: apart,
    blank: (clientId: string) => ({ clientId }),
    loss: 'The secret is lost, and programs that use the credential are rejected.',
    list: '/gateway/subscriptions',
  },
  errorTemplates: {
    ...{
      domain: 'ErrorTemplate',
      noun: 'error page',
      path: '/gateway/errors',
      resource: 'error-templates',
      tagged: true,
    },
    operations: api.errorTemplates,
    together: apart,
    blank: (serviceId: string) => ({ serviceId, name: serviceId }),
  },
  workflows: {
    ...{ domain: 'Workflow', noun: 'workflow', path: '/workflows', resource: 'workflows', tagged: false },
    operations: api.workflows,
    together: apart,
    blank: (id: string) => ({ id, name: id, config: { kind: 'workflow', steps: [] } }),
  },
} as const

/** An experiment begins with a variant to compare with, and one more. */
const twoVariants = [
  { id: 'A', name: 'A', traffic: 0.5 },
  { id: 'B', name: 'B', traffic: 0.5 },
]

/** The operations that every kind has, for code that works with records of any kind. */
export interface Operations {
  get(input: { id: string }): Promise<AnyRecord>
  create(input: { body: AnyRecord }, options?: Because): Promise<AnyRecord>
  patch(input: { id: string; body: unknown; force?: true }, options?: Writing): Promise<AnyRecord>
  replace(input: { id: string; body: AnyRecord; force?: true }, options?: Writing): Promise<AnyRecord>
  delete(input: { id: string; force?: true }, options?: Writing): Promise<AnyRecord>
  /** Absent for records that others depend on, such as APIs. */
  readonly deleteMany?: (
    input: { pattern: string; force?: true },
    options?: Because,
  ) => Promise<{ readonly count: number }>
  list(input: { pattern: string; pageSize: number }): Promise<{
    readonly results: readonly AnyRecord[]
    readonly metadata: { readonly count: number }
  }>
  export(input: object): Promise<AsyncIterable<AnyRecord>>
  import(
    input: { body: readonly object[]; strategy: 'Keep' | 'Replace'; dryRun: boolean },
    options?: { signal?: AbortSignal } & Because,
  ): Promise<{ readonly success: number; readonly errors: { readonly errors: readonly Problem[] } }>
}

/** What is wrong with an uploaded line. */
export interface Problem {
  readonly message: string
  readonly args: readonly string[]
}

/** The operations of a kind. A secret that an answer has is shown to the user and removed from the answer. */
export function operationsOf(kind: Kind): Operations {
  const { operations, secret }: { readonly operations: unknown; readonly secret?: RecordSecret } = kinds[kind]
  const all = operations as Operations
  if (!secret) return all
  const taken = (answer: AnyRecord) => takeSecret(answer, idOf(answer), secret)
  return {
    ...all,
    create: (...input) => all.create(...input).then(taken),
    patch: (...input) => all.patch(...input).then(taken),
    replace: (...input) => all.replace(...input).then(taken),
  }
}

/**
 * What is lost for good when records of a kind are deleted, in a sentence; `undefined` if they can be created again as they
 * were. Without records, what is lost of each of them.
 */
export const lossOf = (kind: Kind, records: readonly unknown[] = []): string | undefined =>
  lossIn(kinds[kind] as Losses, records)

/** An earlier version of a record as it can become the newest one again. */
export function takenBack(kind: Kind, earlier: AnyRecord, newest: AnyRecord | undefined): AnyRecord {
  const { lived = [] } = kinds[kind] as { readonly lived?: readonly string[] }
  if (newest === undefined) return earlier
  return lived.reduce<object>((record, name) => withMember(record, name, memberOf(newest, name)), earlier) as AnyRecord
}

/** The name of a kind, as in `api.features`. */
export type Kind = keyof typeof kinds

/** The kinds that have no list and are not created by themselves: they belong to a record of another kind. */
const partKinds = ['drafts', 'credentials'] as const satisfies Kind[]

/** The kinds with a list. */
export type ListedKind = Exclude<Kind, (typeof partKinds)[number]>

/** Every kind with a list, in the order of the table. */
export const listedKinds = (Object.keys(kinds) as Kind[]).filter(
  (kind): kind is ListedKind => !(partKinds as readonly Kind[]).includes(kind),
)

/** The record of a kind. */
export type RecordOf<K extends Kind> = K extends 'features'
  ? Feature
  : Awaited<ReturnType<(typeof kinds)[K]['operations']['get']>>

/** The address of the list of a kind. */
export const listOf = (kind: Kind): string => (kinds[kind] as { readonly list?: string }).list ?? kinds[kind].path

/** The kind of records of a domain, if it has screens. */
export const kindOf = (domain: string): ListedKind | undefined =>
  listedKinds.find((kind) => kinds[kind].domain === domain)

/** The id that grants on a record are matched with: that of the API for a subscription. */
export const grantIdOf = (kind: Kind, record: AnyRecord): string =>
  kind === 'subscriptions' ? ((record as { readonly api_ref?: string }).api_ref ?? '') : idOf(record)

/** The path of the screen of a record of a domain; `undefined` for domains without a screen. */
export function screenOf(domain: string, id: string): string | undefined {
  const kind = kindOf(domain)
  return kind && pathOf(kind, id)
}

/** The path of the screen of a record. */
export const pathOf = (kind: Kind, id: string): string => pathTo(`${kinds[kind].path}/:id`, { id })
