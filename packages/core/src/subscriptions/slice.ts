import { linesOf } from '../machine/records/resource.ts'
import { defineSlice, type Named } from '../slice.ts'
import { subscriptionUsageSchema } from '../usage/usage-schema.ts'
import { credentialContract, subscriptionContract } from './contract.ts'
import { credentialSchema, credentials } from './credential.ts'
import type { SubscriptionParts } from './handlers.ts'
import { subscriptionSchema, subscriptions } from './subscription.ts'

const usageCounts = { requests: 1200, limited: 0, bytesIn: 48_000, bytesOut: 960_000, backendMs: 18_400 } as const

const slice = defineSlice({
  name: 'subscriptions',
  contract: { subscriptions: subscriptionContract, credentials: credentialContract },
  kinds: [subscriptions, credentials],
  isServed: true,
  emits: { CREDENTIAL_ROTATION_DUE: credentialSchema },
  tags: {
    subscriptions: 'Subscriptions of clients to plans of APIs',
    credentials: 'Client ids and secrets of subscriptions; only for admins',
  },
  named: {
    Subscription: subscriptionSchema,
    SubscriptionLine: linesOf(subscriptions),
    SubscriptionUsage: subscriptionUsageSchema,
    Credential: credentialSchema,
    CredentialLine: linesOf(credentials),
  },
  examples: {
    Subscription: { id: 'checkout-of-shop', api_ref: 'shop', plan_ref: 'keys', owner_ref: 'checkout', enabled: true },
    SubscriptionLine: { id: 'checkout-of-shop', api_ref: 'shop', plan_ref: 'keys', token_refs: ['checkout-7f3k9qpd'] },
    SubscriptionUsage: {
      results: [{ time: '2026-01-01T00:00:00Z', ...usageCounts }],
      totals: usageCounts,
      quotas: [{ clientId: 'checkout-7f3k9qpd', name: 'day', limit: 10_000, used: 1200, reset: 1_767_312_000_000 }],
    },
    Credential: { clientId: 'checkout-7f3k9qpd', clientName: 'Checkout', enabled: true, quota: { perDay: 10_000 } },
    CredentialLine: {
      clientId: 'checkout-7f3k9qpd',
      subscription_ref: 'checkout-of-shop',
      api_ref: 'shop',
      plan_ref: 'keys',
      secrets: {
        current: { hash: `hmac-sha256$${'0'.repeat(32)}$${'0'.repeat(64)}`, since: 1_767_225_600_000 },
      },
    },
  },
  open: async (parts: SubscriptionParts) => (await import('./handlers.ts')).subscriptionHandlers(parts),
})

/** A named type for the slice: declarations refer to it instead of expanding the whole type. */
export interface SubscriptionSlice extends Named<typeof slice> {}

/** The slice of subscriptions to APIs and their credentials. */
export const subscriptionSlice: SubscriptionSlice = slice
