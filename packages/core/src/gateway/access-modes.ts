import type { TProperties } from 'typebox'
import { Type } from 'typebox'
import { anyObject, object, openObject } from '../schema.ts'
import { PLUGIN_PREFIX } from './flow.ts'

const text = Type.Optional(Type.String())
const texts = Type.Optional(Type.Array(Type.String()))
const secret = Type.Optional(Type.String({ minLength: 1, writeOnly: true }))
/** Goes to the addresses of the provider: whoever changes one of them sends it again. */
const clientSecret = Type.Optional(
  Type.String({ minLength: 1, writeOnly: true, 'x-sent-to': ['introspectionUrl', 'jwksUrl', 'issuer'] }),
)
const count = Type.Optional(Type.Integer({ minimum: 0 }))
const hours = Type.Optional(Type.Number({ minimum: 0, description: 'Hours' }))

/** What the credentials of a plan are like. */
export const credentialSettings = {
  clientIdPattern: Type.Optional(
    Type.String({ maxLength: 64, description: 'A regular expression that client ids are generated from' }),
  ),
  clientNamePattern: Type.Optional(
    Type.String({ maxLength: 64, description: 'A regular expression that client names are generated from' }),
  ),
  description: text,
  authorizedEntities: Type.Optional(Type.Array(Type.String())),
  enabled: Type.Optional(Type.Boolean()),
  readOnly: Type.Optional(Type.Boolean({ description: 'Whether GET, HEAD and OPTIONS alone are allowed' })),
  allowClientIdOnly: Type.Optional(Type.Boolean({ description: 'Whether the client id does without the secret' })),
  constrainedServicesOnly: Type.Optional(Type.Boolean()),
  restrictions: Type.Optional(
    openObject({ enabled: Type.Optional(Type.Boolean()) }, { description: 'Allowed and forbidden paths and methods' }),
  ),
  rotation: Type.Optional(object({ enabled: Type.Optional(Type.Boolean()), rotationEvery: hours, gracePeriod: hours })),
  validUntil: Type.Optional(Type.Number({ description: 'Epoch milliseconds' })),
  quota: Type.Optional(
    object({
      window: Type.Optional(Type.Integer({ minimum: 1, description: 'Seconds' })),
      perWindow: count,
      perDay: count,
      perMonth: count,
    }),
  ),
  tags: texts,
  metadata: Type.Optional(anyObject()),
}

/** One access mode. */
export interface AccessMode {
  /** The members of its configuration. */
  readonly configuration: TProperties
  /** Members of which it takes one at least: without any, nothing tells who may come in. */
  readonly needs?: readonly string[]
  /** Whether it takes exactly one of them: two would be two truths. */
  readonly needsOne?: true
  /** The plugin that guards a route; none for a mode that lets everyone in. */
  readonly plugin?: string
}

/** The access modes of plans: what each is configured by, and the plugin it puts into routes. */
export const accessModes = {
  keyless: { configuration: {} },
  apikey: { configuration: credentialSettings, plugin: `${PLUGIN_PREFIX}ApikeyCalls` },
  jwt: {
    configuration: {
      secret,
      publicKey: text,
      jwksUrl: text,
      algorithms: texts,
      issuer: text,
      audience: text,
      header: text,
    },
    needs: ['secret', 'publicKey', 'jwksUrl'],
    needsOne: true,
    plugin: `${PLUGIN_PREFIX}JwtUserExtractor`,
  },
  mtls: {
    configuration: { subjectPatterns: texts, issuerPatterns: texts },
    needs: ['subjectPatterns', 'issuerPatterns'],
    plugin: `${PLUGIN_PREFIX}HasClientCertMatchingValidator`,
  },
  'oauth2-local': {
    configuration: {
      ...credentialSettings,
      expiresIn: Type.Optional(Type.Integer({ minimum: 1, description: 'Seconds that a token lives' })),
      scopes: texts,
    },
    plugin: `${PLUGIN_PREFIX}ApikeyCalls`,
  },
  'oauth2-remote': {
    configuration: {
      issuer: text,
      jwksUrl: text,
      introspectionUrl: text,
      clientId: text,
      clientSecret,
      audience: text,
      scopes: texts,
    },
    needs: ['jwksUrl', 'introspectionUrl'],
    plugin: `${PLUGIN_PREFIX}OIDCJwtVerifier`,
  },
} as const satisfies Record<string, AccessMode>

/** Whether a member that a mode needs says anything. */
export const isGiven = (value: unknown): boolean =>
  Array.isArray(value) ? value.length > 0 : value !== undefined && value !== ''

/** How consumers of a plan prove who they are. */
export type AccessModeName = keyof typeof accessModes

/** The names of all access modes, in the contract's order. */
export const accessModeNames = Object.keys(accessModes) as readonly AccessModeName[]
