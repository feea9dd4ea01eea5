import { forAdmins } from '../machine/callers/access.ts'
import type { Domains } from '../machine/callers/domains.ts'
import { grantsAsSent, withNormalGrants } from '../machine/callers/grants.ts'
import { grantsSchema } from '../machine/callers/grants-schema.ts'
import { segmentSchema } from '../machine/keys/key.ts'
import { defineResource } from '../machine/records/resource.ts'
import { hashedSecret, object, type Static, Type } from '../machine/schema/schema.ts'

const members = <const D extends string>(domains: Domains<D>) => ({
  clientId: Type.Optional(segmentSchema),
  name: Type.String({ minLength: 1 }),
  clientSecret: Type.Optional(
    Type.String({ minLength: 16, writeOnly: true, description: 'Returned once, in the response that sets it' }),
  ),
  authorizedPatterns: Type.Optional(grantsSchema(domains)),
  admin: Type.Optional(Type.Boolean({ default: false })),
})

/** The schema of an API key: a client id, a secret, and the grants of its holder. */
export const apiKeySchema = <const D extends string>(domains: Domains<D>) => object(members(domains))
/** An API key: a client id, a secret, and the grants of its holder. */
export type ApiKey = Static<ReturnType<typeof apiKeySchema<string>>>

/** An API key as stored and in nd-json: with a hash of its secret. */
export type StoredApiKey = Omit<ApiKey, 'clientSecret'> & { readonly clientSecretHash?: string }

/** The domain of API keys. */
export const apiKeyDomain = {
  domain: 'ApiKey',
  events: 'APIKEY',
  isStreamedByDefault: true,
  access: forAdmins,
} as const

/** API keys as a kind of record, with grants over these domains. */
export const apiKeysOf = <const D extends string>(domains: Domains<D>) =>
  defineResource({
    ...apiKeyDomain,
    name: 'API key',
    plural: 'apikeys',
    path: '/api/apikeys',
    schema: apiKeySchema(domains),
    id: segmentSchema,
    key: 'clientId',
    hashes: true,
    lines: object({
      ...members(domains),
      clientId: segmentSchema,
      clientSecretHash: Type.Optional(hashedSecret),
    }),
    rules: { normalize: withNormalGrants, placeAsSent: grantsAsSent },
  })
