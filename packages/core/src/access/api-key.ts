import type { Domains } from '../events/domains.ts'
import { pattern } from '../in-words.ts'
import { defineResource } from '../records/resource.ts'
import type { Static } from '../schema.ts'
import { object, Type } from '../schema.ts'
import { forAdmins } from './access.ts'
import { grantsAsSent, withNormalGrants } from './grants.ts'
import { grantsSchema } from './grants-schema.ts'

/** An id of one segment: of api keys, users and all records of the gateway. */
export const segmentSchema = Type.String({
  pattern: pattern('^(?!\\.{1,2}$)[A-Za-z0-9_@.-]+$', 'must consist of letters, digits and _@.-'),
  maxLength: 512,
  description: 'Letters, digits and _@.-',
})

const members = <const D extends string>(domains: Domains<D>) => ({
  clientId: Type.Optional(segmentSchema),
  name: Type.String({ minLength: 1 }),
  clientSecret: Type.Optional(
    Type.String({ minLength: 16, writeOnly: true, description: 'Shown once, in the answer that set it' }),
  ),
  authorizedPatterns: Type.Optional(grantsSchema(domains)),
  admin: Type.Optional(Type.Boolean({ default: false })),
})

/** An api key: a client id and a secret, and what who holds them may do. */
export const apiKeySchema = <const D extends string>(domains: Domains<D>) => object(members(domains))
/** An api key: a client id and a secret, and what who holds them may do. */
export type ApiKey = Static<ReturnType<typeof apiKeySchema<string>>>

/** What a stored secret looks like: salt and HMAC-SHA-256. */
export const SECRET_HASH = '^hmac-sha256\\$[0-9a-f]{32}\\$[0-9a-f]{64}$'

/** An api key as it is stored and as nd-json carries it. */
export type StoredApiKey = Omit<ApiKey, 'clientSecret'> & { readonly clientSecretHash?: string }

/** The domain of api keys. */
export const apiKeyDomain = {
  domain: 'ApiKey',
  events: 'APIKEY',
  isStreamedByDefault: true,
  access: forAdmins,
} as const

/** Api keys, as records; their grants name these domains. */
export const apiKeysOf = <const D extends string>(domains: Domains<D>) =>
  defineResource({
    ...apiKeyDomain,
    name: 'api key',
    plural: 'apikeys',
    path: '/api/apikeys',
    schema: apiKeySchema(domains),
    id: segmentSchema,
    key: 'clientId',
    hashes: true,
    lines: object({
      ...members(domains),
      clientId: segmentSchema,
      clientSecretHash: Type.Optional(Type.String({ pattern: SECRET_HASH })),
    }),
    rules: { normalize: withNormalGrants, placeAsSent: grantsAsSent },
  })
