/**
 * Where usage is stored. The keys of hours begin with the API and the hour, so that a range of hours of an API is one
 * scan. Ids never contain a slash.
 */

/** What was used within an hour, by API, consumer, route and class of status. */
export const USAGE = 'gateway-usage'
/** What consumers have used of their quotas, by day or month. */
export const QUOTAS = 'gateway-quotas'
/** The last batch of each data plane, and what those with a gateway key may add to quotas. */
export const REPORTERS = 'gateway-reporters'

/** What an hour of usage is about. */
export interface UsagePlace {
  readonly api: string
  /** The begin of the hour, in epoch milliseconds. */
  readonly hour: number
  readonly plan?: string | undefined
  readonly subscription?: string | undefined
  readonly route: string
  readonly statusClass: number
}

/** The key of an hour of usage. */
export const usageKey = ({ api, hour, plan = '', subscription = '', route, statusClass }: UsagePlace): string =>
  `${hourKey(api, hour)}/${plan}/${subscription}/${routePart(api, route)}/${statusClass}`

/** How keys name a route: without the id of its API, which they begin with. A route without it is marked. */
export const routePart = (api: string, route: string): string =>
  route.startsWith(`${api}:`) ? route.slice(api.length + 1) : `~${route}`

/** The begin of the keys of an API from an hour on: every key of that hour and later ones comes after it. */
export const hourKey = (api: string, hour: number): string => `${api}/${new Date(hour).toISOString().slice(0, 16)}`

/** Reads the key of an hour of usage. */
export function readUsageKey(key: string): UsagePlace {
  const [api = '', hour = '', plan = '', subscription = '', route = '', statusClass = ''] = key.split('/')
  return {
    api,
    hour: Date.parse(`${hour}Z`),
    ...(plan !== '' && { plan }),
    ...(subscription !== '' && { subscription }),
    route: route.startsWith('~') ? route.slice(1) : `${api}:${route}`,
    statusClass: Number(statusClass),
  }
}

/** The API or period that a key begins with. */
export const firstPart = (key: string): string => key.slice(0, key.indexOf('/'))

/**
 * The key of what data planes with the gateway key of this one may add to quotas. Instances begin with the id of the key and a
 * slash, and are never empty after it.
 */
export const roomKey = (instance: string): string => `${firstPart(instance)}/`

/** Comes after all keys that begin with this API or period, and before all keys of the next one. */
export const behind = (first: string): string => `${first}/~`

/** The key of what was used of a quota in a day or month. */
export const quotaKey = (period: string, key: string): string => `${period}/${key}`
