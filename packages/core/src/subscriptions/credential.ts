import { segmentSchema } from '../machine/keys/key.ts'
import { defineResource } from '../machine/records/resource.ts'
import { hashedSecret, metadata, note, object, output, type Static, Type, texts } from '../machine/schema/schema.ts'
import { credentialSettings } from '../plans/access-modes.ts'
import type { Secrets } from './rotation.ts'

/** References of a credential that never change. */
const belongs = {
  subscription_ref: segmentSchema,
  api_ref: Type.String(),
  plan_ref: Type.String(),
}
const owner = { owner_ref: Type.String({ description: 'The client that subscribes' }) }

const { clientIdPattern: _id, clientNamePattern: _name, ...settings } = credentialSettings
const members = {
  clientName: note,
  ...settings,
  description: note,
  enabled: Type.Optional(Type.Boolean({ default: true })),
  tags: texts,
  metadata,
}

/**
 * The schema of credentials: a client id whose secret admits its holder to an API under a plan. Secrets are stored as
 * salted HMAC-SHA-256.
 */
export const credentialSchema = object({
  clientId: Type.Optional(segmentSchema),
  subscription_ref: output(belongs.subscription_ref),
  api_ref: output(belongs.api_ref),
  plan_ref: output(belongs.plan_ref),
  owner_ref: output(owner.owner_ref),
  ...members,
  rotatedAt: output(Type.Number({ description: 'When the current secret became valid, in epoch milliseconds' })),
  previousUntil: output(Type.Number({ description: 'Until when the previous secret is valid, in epoch milliseconds' })),
  rotationDue: output(Type.Boolean({ description: 'Whether the secret should be rotated' })),
})
/** A credential: a client id whose secret admits its holder to an API under a plan. */
export type Credential = Static<typeof credentialSchema>

const secretsSchema = object({
  current: object({ hash: hashedSecret, since: Type.Number() }),
  previous: Type.Optional(object({ hash: hashedSecret, until: Type.Number() })),
})

/** A credential as it is stored. */
export interface StoredCredential extends Omit<Credential, 'rotatedAt' | 'previousUntil' | 'rotationDue'> {
  readonly clientId: string
  readonly subscription_ref: string
  readonly api_ref: string
  readonly plan_ref: string
  readonly secrets: Secrets
  /** Set once the event about the due rotation has been emitted. */
  readonly isDueTold?: boolean
}

/** The record kind of credentials; only admins can access it. */
export const credentials = defineResource({
  name: 'credential',
  plural: 'credentials',
  after: ['api-subscriptions'],
  path: '/api/credentials',
  domain: 'Credential',
  events: 'CREDENTIAL',
  schema: credentialSchema,
  id: segmentSchema,
  key: 'clientId',
  fixedId: true,
  isCompleted: true,
  moves: true,
  kept: ['subscription_ref', 'api_ref', 'plan_ref', 'owner_ref'],
  indexes: ['owner_ref', 'api_ref', 'subscription_ref', 'clientName'],
  access: () => 'admin',
  hashes: true,
  lines: object({
    clientId: segmentSchema,
    ...belongs,
    owner_ref: Type.Optional(owner.owner_ref),
    ...members,
    secrets: secretsSchema,
    isDueTold: Type.Optional(Type.Boolean()),
  }),
})

/** The body of a rotation by the holder of a credential. */
export const rotationSchema = object({
  clientId: segmentSchema,
  clientSecret: Type.String({ writeOnly: true, description: 'The current secret' }),
})
