import { defineSlice } from '../slice.ts'
import { apiKeySchema, segmentSchema } from './api-key.ts'
import { apiKeyContract, sessionContract, userContract } from './contract.ts'
import type { AccessParts } from './handlers.ts'
import { userSchema } from './user.ts'

/** Who may call: sessions, API keys and users. */
export const accessSlice = defineSlice({
  name: 'access',
  contract: { apiKeys: apiKeyContract, users: userContract, ...sessionContract },
  tags: {
    session: 'Logging in and out, and who the caller is',
    apiKeys: 'API keys and their grants; for admins',
    users: 'Users and what they may do; for admins',
  },
  named: { Segment: segmentSchema, ApiKey: apiKeySchema, User: userSchema },
  examples: {
    Segment: 'shop',
    ApiKey: { clientId: 'checkout', name: 'Checkout', authorizedPatterns: [{ pattern: 'shop:*', rights: ['R'] }] },
    User: { id: 'ann', name: 'Ann', email: 'ann@example.com', admin: true },
  },
  open: async (parts: AccessParts) => (await import('./handlers.ts')).accessHandlers(parts),
})
