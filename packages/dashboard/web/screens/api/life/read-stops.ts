import { api } from '../../../calls/api.ts'
import { serviceNow } from '../../../calls/clock.ts'
import type { GatewayApi } from '../served/gateway-api.ts'
import type { Stops } from './stops.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/** Finds out what stops when an API is no longer served. */
export async function readStops({ id = '', documentation }: GatewayApi): Promise<Stops> {
  const open = (documentation?.plans ?? []).filter(({ status }) => status !== 'closed')
  const [impacts, requests] = await Promise.all([
    Promise.all(open.map((plan) => api.apis.impact({ id, planId: plan.id, status: 'closed' }))),
    requestsOfDay(id),
  ])
  const sum = (of: 'subscriptions' | 'credentials') => impacts.reduce((total, impact) => total + impact[of].count, 0)
  return {
    subscriptions: sum('subscriptions'),
    credentials: sum('credentials'),
    ...(requests !== undefined && { requests }),
  }
}

/** How many requests came in the last day; `undefined` without a gateway that counts. */
async function requestsOfDay(id: string): Promise<number | undefined> {
  const from = new Date(serviceNow() - DAY_MS).toISOString()
  try {
    return (await api.gateway.usage({ api: id, from, pageSize: 1 })).totals.requests
  } catch {
    return undefined
  }
}
