import { Type } from 'typebox'
import type { Random } from '../ports.ts'
import type { Hooks } from '../records/collection.ts'
import { defineResource } from '../records/resource.ts'
import type { Static } from '../schema.ts'
import { object } from '../schema.ts'
import { grantsSchema, withNormalGrants } from './grants.ts'
import { hashSecret, isSecret, randomText, SECRET_HASH } from './secret.ts'

/** An id of one segment: of api keys, users and all records of the gateway. */
export const segmentSchema = Type.String({
  pattern: '^[A-Za-z0-9_@.-]+$',
  maxLength: 512,
  description: 'Letters, digits and _@.-',
})

const members = {
  clientId: Type.Optional(segmentSchema),
  name: Type.String({ minLength: 1 }),
  clientSecret: Type.Optional(
    Type.String({ minLength: 16, writeOnly: true, description: 'Shown once, in the answer that set it' }),
  ),
  authorizedPatterns: Type.Optional(grantsSchema),
  admin: Type.Optional(Type.Boolean({ default: false })),
}

/** An api key: a client id and a secret, and what who holds them may do. */
export const apiKeySchema = object(members)
/** An api key: a client id and a secret, and what who holds them may do. */
export type ApiKey = Static<typeof apiKeySchema>

/** An api key as it is stored and as nd-json carries it. */
export type StoredApiKey = Omit<ApiKey, 'clientSecret'> & { readonly clientSecretHash?: string }

/** Api keys, as records. */
export const apiKeys = defineResource({
  name: 'api key',
  plural: 'apikeys',
  path: '/api/apikeys',
  domain: 'ApiKey',
  schema: apiKeySchema,
  id: segmentSchema,
  key: 'clientId',
  access: () => 'admin',
  lines: object({
    ...members,
    clientId: segmentSchema,
    clientSecretHash: Type.Optional(Type.String({ pattern: SECRET_HASH })),
  }),
  rules: { normalize: withNormalGrants },
})

/** Ids and secrets that are left out are generated; the secret is stored as a hash and shown once. */
export const apiKeyHooks = (random: Random): Hooks<ApiKey> => ({
  async prepare({ clientSecret: sent, ...next }: ApiKey & StoredApiKey, current: StoredApiKey | undefined) {
    const kept = next.clientSecretHash ?? current?.clientSecretHash
    const secret = sent ?? (kept === undefined ? randomText(random, 64) : undefined)
    const record: StoredApiKey = {
      clientId: next.clientId ?? current?.clientId ?? randomText(random, 16),
      name: next.name,
      authorizedPatterns: next.authorizedPatterns ?? [],
      admin: next.admin ?? false,
      clientSecretHash:
        secret === undefined || (kept && isSecret(secret, kept)) ? (kept as string) : hashSecret(secret, random),
    }
    return { record, ...(secret !== undefined && { shown: { clientSecret: secret } }) }
  },
  present: ({ clientSecretHash: _hidden, ...shown }: StoredApiKey) => shown,
})
