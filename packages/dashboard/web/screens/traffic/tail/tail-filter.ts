/** The filters of the tail, as the address has them; empty: all. */
export interface TailFilter {
  readonly api: string
  readonly route: string
  readonly status: string
  readonly sample: string
}

/** The classes of status by which the tail is filtered. */
export const statusChoices = [
  { value: '', label: 'All' },
  { value: '2xx', label: '2xx: successes' },
  { value: '3xx', label: '3xx: redirects' },
  { value: '4xx', label: '4xx: refusals and errors of clients' },
  { value: '5xx', label: '5xx: errors' },
] as const

/** The shares of requests that the tail has. */
export const sampleChoices = [
  { value: '', label: 'Every request' },
  { value: '0.1', label: '1 of 10' },
  { value: '0.01', label: '1 of 100' },
  { value: '0.001', label: '1 of 1,000' },
] as const

const known = (choices: readonly { readonly value: string }[], value: string | null): string =>
  choices.some((choice) => choice.value === value) ? value! : ''

/** The filters in an address. Unknown values are left out; a route needs its API. */
export function tailFilterOf(query: URLSearchParams): TailFilter {
  const api = query.get('api') ?? ''
  return {
    api,
    route: api === '' ? '' : (query.get('route') ?? ''),
    status: known(statusChoices, query.get('status')),
    sample: known(sampleChoices, query.get('sample')),
  }
}

/** The filters as the service takes them. */
export const tailQueryOf = ({ api, route, status, sample }: TailFilter) => ({
  ...(api !== '' && { api }),
  ...(route !== '' && { route }),
  ...(status !== '' && { status }),
  ...(sample !== '' && { sample: Number(sample) }),
})

/** The address of the tail with filters. */
export function tailPath(filter: TailFilter): string {
  const entries = Object.entries(filter).filter(([, value]) => value !== '')
  return `/gateway/traffic?${new URLSearchParams([['tab', 'tail'], ...entries])}`
}
