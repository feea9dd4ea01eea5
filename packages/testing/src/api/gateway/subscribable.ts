import type { Subscription } from '@signalbox/core'
import type { SignalboxApi } from '@signalbox/core/contract'

/** An hour in milliseconds. */
export const HOUR = 60 * 60_000

/** The plans of `createSubscribable`. */
const plans = [
  {
    id: 'gold',
    status: 'published' as const,
    access_mode_configuration_type: 'apikey' as const,
    access_mode_configuration: {
      clientIdPattern: 'gold-[a-z0-9]{12}',
      rotation: { enabled: true, rotationEvery: 24, gracePeriod: 2 },
      tags: ['of the plan'],
      metadata: { tier: 'gold' },
    },
  },
  { id: 'free', status: 'published' as const, access_mode_configuration_type: 'keyless' as const },
  { id: 'next', status: 'staging' as const, access_mode_configuration_type: 'apikey' as const },
]

/** Publishes an API with the plans `gold` (keys that rotate), `free` (no keys) and `next` (in staging). */
export async function createSubscribable(api: SignalboxApi, id = 'a'): Promise<void> {
  await api.apis.create({ body: { id, name: id, documentation: { plans: structuredClone(plans) } } })
  await api.apis.patch({ id, body: { state: 'published' } })
}

/** Changes the status of a plan of an API. */
export const setPlan = (api: SignalboxApi, status: string, { id = 'a', place = 0 } = {}) =>
  api.apis.patch({ id, body: [{ op: 'replace', path: `/documentation/plans/${place}/status`, value: status }] })

/** Subscribes to the plan `gold`. Returns the subscription and its pair of client id and secret. */
export async function subscribe(api: SignalboxApi, more: Partial<Subscription> = {}) {
  const created = await api.subscriptions.create({ body: { api_ref: 'a', plan_ref: 'gold', ...more } })
  const { credentials, ...subscription } = created
  const pair = credentials as { clientId: string; clientSecret: string }
  return { created, subscription, id: created.id as string, ...pair }
}
