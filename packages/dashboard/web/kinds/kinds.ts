import type { Feature } from '@signalbox/core/contract'
import { pathTo } from '../place/path-to.ts'
import { type AnyRecord, idOf } from '../values/id-of.ts'
import { memberOf } from '../values/is-same.ts'
import { withMember } from '../values/pointer.ts'
import { apiKeys } from './api-keys.ts'
import { apis, drafts } from './apis.ts'
import { backends } from './backends.ts'
import { configs } from './configs.ts'
import { applications, developers } from './developers.ts'
import { errorTemplates } from './error-templates.ts'
import { experiments } from './experiments.ts'
import { features } from './features.ts'
import type { KindDefinition } from './kind.ts'
import { lossIn } from './loss-in.ts'
import { scripts } from './scripts.ts'
import { segments } from './segments.ts'
import { credentials, subscriptions } from './subscriptions.ts'
import { users } from './users.ts'
import { webhooks } from './webhooks.ts'
import { workflows } from './workflows.ts'

export type { AnyRecord } from '../values/id-of.ts'

/** The kinds of records that the dashboard edits. */
export const kinds = {
  features,
  segments,
  configs,
  experiments,
  scripts,
  errorTemplates,
  apis,
  drafts,
  backends,
  subscriptions,
  credentials,
  developers,
  applications,
  workflows,
  apiKeys,
  users,
  webhooks,
}

/** The name of a kind, as in `api.features`. */
export type Kind = keyof typeof kinds

/** A kind with the members that only some kinds have. */
export const definitionOf = (kind: Kind): KindDefinition => kinds[kind]

/**
 * What is lost for good when records of a kind are deleted, in a sentence; `undefined` if they can be created again as they
 * were. Without records, what is lost of each of them.
 */
export const lossOf = (kind: Kind, records: readonly unknown[] = []): string | undefined =>
  lossIn(definitionOf(kind), records)

/** An earlier version of a record as it can become the newest one again. */
export function takenBack(kind: Kind, earlier: AnyRecord, newest: AnyRecord | undefined): AnyRecord {
  const { lived = [] } = definitionOf(kind)
  if (newest === undefined) return earlier
  return lived.reduce<object>((record, name) => withMember(record, name, memberOf(newest, name)), earlier) as AnyRecord
}

/** The kinds with a list. The others belong to a record of another kind, and are not created by themselves. */
export type ListedKind = {
  [K in Kind]: (typeof kinds)[K] extends { readonly fields: string } ? K : never
}[Kind]

/** Every kind with a list, in the order of the table. */
export const listedKinds = (Object.keys(kinds) as Kind[]).filter(
  (kind): kind is ListedKind => definitionOf(kind).fields !== undefined,
)

/** The record of a kind. */
export type RecordOf<K extends Kind> = K extends 'features'
  ? Feature
  : Awaited<ReturnType<ReturnType<(typeof kinds)[K]['operations']>['get']>>

/** The address of the list of a kind. */
export const listOf = (kind: Kind): string => definitionOf(kind).list ?? kinds[kind].path

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
