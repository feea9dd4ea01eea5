/** The filters of what was used, as the address has them; empty: all. */
export interface UsedFilter {
  readonly api: string
  readonly route: string
  readonly plan: string
  readonly subscription: string
  readonly range: Range
}

/** The ranges, the shortest first. */
export const ranges = [
  { value: 'day', label: 'Last 24 hours, by hour', days: 1, by: 'hour' },
  { value: 'week', label: 'Last 7 days, by hour', days: 7, by: 'hour' },
  { value: 'month', label: 'Last 30 days, by day', days: 30, by: 'day' },
  { value: 'quarter', label: 'Last 90 days, by day', days: 90, by: 'day' },
] as const

export type Range = (typeof ranges)[number]['value']

const HOUR = 3_600_000

/** The filters in an address. Routes and plans need their API. */
export function usedFilterOf(query: URLSearchParams): UsedFilter {
  const api = query.get('api') ?? ''
  const ofApi = (name: string) => (api === '' ? '' : (query.get(name) ?? ''))
  return {
    ...{ api, route: ofApi('route'), plan: ofApi('plan') },
    subscription: query.get('subscription') ?? '',
    range: ranges.find(({ value }) => value === query.get('range'))?.value ?? 'day',
  }
}

/** The address of what was used, with filters. */
export function usedPath({ range, ...ids }: UsedFilter): string {
  const entries = Object.entries(ids).filter(([, value]) => value !== '')
  return `/gateway/traffic?${new URLSearchParams([['tab', 'used'], ...entries, ['range', range]])}`
}

/** The filters as the service takes them, from the begin of an hour on. `now` is in epoch milliseconds. */
export function usedQueryOf({ range, ...ids }: UsedFilter, now: number) {
  const { days, by } = ranges.find(({ value }) => value === range)!
  const from = Math.floor(now / HOUR) * HOUR - (days * 24 - 1) * HOUR
  const known: Partial<Record<keyof typeof ids, string>> = Object.fromEntries(
    Object.entries(ids).filter(([, value]) => value !== ''),
  )
  return { ...known, from: new Date(from).toISOString(), by }
}
