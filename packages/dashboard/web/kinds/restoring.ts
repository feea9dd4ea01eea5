import type { ListedKind } from './kinds.ts'

/** What restoring a deleted record of a kind brings back. */
interface Restoring {
  /** Members that only the service sets. */
  readonly served?: readonly string[]
  /** What does not come back, in a sentence. */
  readonly lacks?: string
}

/** What is special about restoring deleted records, for kinds whose events do not have everything. */
export const restoring: Readonly<Partial<Record<ListedKind, Restoring>>> = {
  apiKeys: { lacks: 'It gets a new secret, which its programs need.' },
  users: { lacks: 'The user gets a new password, which you see once.' },
  developers: { served: ['source', 'created_at'], lacks: 'The developer has no password, and is in no application.' },
  webhooks: { served: ['isBanned', 'created'], lacks: 'It gets a new signing secret, which its receiver needs.' },
  apis: {
    served: ['state', 'versions', 'deprecated_at', 'sunset_at', 'successor', 'deployments'],
    lacks: 'It comes back in staging, without its draft and its deployments. Publish it again.',
  },
  subscriptions: {
    served: ['token_refs', 'dates', 'status', 'reason', 'subscription_kind', 'approval', 'accepted'],
    lacks: 'It gets new credentials, which its programs need.',
  },
  experiments: { lacks: 'It starts over: its results are lost.' },
}
