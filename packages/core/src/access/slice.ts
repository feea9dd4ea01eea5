import type { Domains } from '../callers/domains.ts'
import { segmentSchema } from '../keys/key.ts'
import { defineSlice } from '../slice.ts'
import { apiKeyDomain } from './api-key.ts'
import { accessContract, accessKinds } from './contract.ts'
import type { AccessKinds, AccessParts } from './handlers.ts'
import { userDomain } from './user.ts'

/** The domains of API keys and users. */
export const accessDomains = [apiKeyDomain, userDomain] as const

/** The slice of sessions, API keys and users, with grants over these domains. */
export const accessSlice = <const D extends string>(domains: Domains<D>) => {
  const kinds = accessKinds(domains)
  const { apiKeys, users } = kinds
  return defineSlice({
    name: 'access',
    contract: accessContract(kinds, domains),
    kinds: [apiKeys, users],
    tags: {
      session: 'Login, logout, and the current caller',
      apiKeys: 'API keys and their grants; only for admins',
      users: 'Users and their grants; only for admins',
    },
    named: { IdSegment: segmentSchema, ApiKey: apiKeys.schema, User: users.schema },
    examples: {
      IdSegment: 'shop',
      ApiKey: { clientId: 'checkout', name: 'Checkout', authorizedPatterns: [{ pattern: 'shop:*', rights: ['R'] }] },
      User: { id: 'ann', name: 'Ann', email: 'ann@example.com', admin: true },
    },
    async open(parts: AccessParts) {
      const { accessHandlers } = await import('./handlers.ts')
      const { handlers, ...beside } = accessHandlers(parts, kinds as AccessKinds)
      return { handlers: handlers as never, ...beside } // the handlers take any names of domains
    },
  })
}
