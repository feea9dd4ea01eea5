import { createHmac } from 'node:crypto'
import type { GatewayUnit } from '@signalbox/core/gateway'

/** A secret as it is stored. */
export function hashed(secret: string): string {
  const salt = '0123456789abcdef'.repeat(2)
  return `hmac-sha256$${salt}$${createHmac('sha256', salt).update(secret).digest('hex')}`
}

/** What a test says of a consumer. */
export interface ConsumerOf {
  /** @default key-1 */
  readonly clientId?: string
  /** @default secret-1 */
  readonly secret?: string
  /** The secret before the last rotation, and when its grace period ends. */
  readonly previous?: { readonly secret: string; readonly until: number }
  /** @default shop */
  readonly api?: string
  /** @default gold */
  readonly plan?: string
  /** @default acme */
  readonly owner?: string
  /** @default active */
  readonly state?: 'active' | 'paused' | 'closed'
  /** More members of the credential. */
  readonly credential?: object
}

/** The units of a consumer: the subscription `of-<client id>`, and its credential. */
export function consumer({
  clientId = 'key-1',
  secret = 'secret-1',
  previous,
  api = 'shop',
  plan = 'gold',
  owner = 'acme',
  state = 'active',
  credential = {},
}: ConsumerOf = {}): GatewayUnit[] {
  const belongs = { api_ref: api, plan_ref: plan, owner_ref: owner }
  const id = `of-${clientId}`
  const subscription = {
    ...belongs,
    ...{ id, enabled: state === 'active', token_refs: [clientId], subscription_kind: 'apikey' },
    dates: state === 'closed' ? { closed_at: 1 } : {},
  }
  const secrets = {
    current: { hash: hashed(secret), since: 0 },
    ...(previous && { previous: { hash: hashed(previous.secret), until: previous.until } }),
  }
  return [
    { kind: 'subscription', key: id, revision: 1, value: subscription as never },
    {
      kind: 'credential',
      key: clientId,
      revision: 1,
      value: { clientId, subscription_ref: id, ...belongs, secrets, ...credential } as never,
    },
  ]
}

/** The unit of an API with these plans, which are published unless they say otherwise. */
export function apiUnit(id: string, plans: readonly (string | object)[], api: object = {}): GatewayUnit {
  const all = plans.map((plan) => ({
    ...{ status: 'published', access_mode_configuration_type: 'apikey' },
    ...(typeof plan === 'string' ? { id: plan } : plan),
  }))
  const value = { api: { id, state: 'published', enabled: true, documentation: { plans: all }, ...api } }
  return { kind: 'api', key: id, revision: 1, value: value as never }
}
