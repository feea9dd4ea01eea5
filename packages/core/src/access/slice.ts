import type { Domains } from '../machine/callers/domains.ts'
import { segmentSchema } from '../machine/keys/key.ts'
import { defineSlice } from '../slice.ts'
import { apiKeyDomain } from './api-key.ts'
import { accessContract, accessKinds } from './contract.ts'
import { gatewayKeyDomain } from './gateway-key.ts'
import type { AccessKinds, AccessParts } from './handlers.ts'
import { userDomain } from './user.ts'

/** The domains of API keys, users and gateway keys. */
export const accessDomains = [apiKeyDomain, userDomain, gatewayKeyDomain] as const

/** The slice of sessions, API keys, users and gateway keys, with grants over these domains. */
export const accessSlice = <const D extends string>(domains: Domains<D>) => {
  const kinds = accessKinds(domains)
  const { apiKeys, users, gatewayKeys } = kinds
  return defineSlice({
    name: 'access',
    contract: accessContract(kinds, domains),
    kinds: [apiKeys, users, gatewayKeys],
    tags: {
      session: 'Login, logout, and the current caller',
      apiKeys: 'API keys and their grants; only for admins',
      users: 'Users and their grants; only for admins',
      gatewayKeys: 'Keys of data planes in processes of their own; only for admins',
    },
    named: { IdSegment: segmentSchema, ApiKey: apiKeys.schema, User: users.schema, GatewayKey: gatewayKeys.schema },
    examples: {
      IdSegment: 'shop',
      ApiKey: { clientId: 'checkout', name: 'Checkout', authorizedPatterns: [{ pattern: 'shop:*', rights: ['R'] }] },
      User: { id: 'ann', name: 'Ann', email: 'ann@example.com', admin: true },
      GatewayKey: { id: 'edge', name: 'Edge' },
    },
    async open(parts: AccessParts) {
      const { accessHandlers } = await import('./handlers.ts')
      const { handlers, ...beside } = accessHandlers(parts, kinds as AccessKinds)
      return { handlers: handlers as never, ...beside } // the handlers take any names of domains
    },
  })
}
