import type { api } from '../../calls/api.ts'
import { span } from '../../words/dates.ts'
import { clockTime } from '../../words/words.ts'
import { causeWords } from '../traffic/cause-words.ts'

/** How the last requests to an API ended, as a data plane tells. */
export type ApiOutcomes = Awaited<ReturnType<typeof api.gateway.outcomes>>['results'][number]['apis'][number]

/** An API whose requests fail. */
export interface FailingApi {
  readonly api: string
  /** How many of its last requests are known, and how many of them failed. */
  readonly requests: number
  readonly failed: number
  /** Since when, in epoch milliseconds. */
  readonly since: number
  /** The last request that failed. */
  readonly failure?: ApiOutcomes['failure']
}

/** The APIs that fail in some data plane, over all of these. The one that fails for the longest time comes first. */
export function failingApis(results: readonly ApiOutcomes[]): readonly FailingApi[] {
  const found = new Map<string, FailingApi>()
  for (const { api, requests, failed, failingSince: since, failure } of results) {
    if (since === undefined) continue
    const known = found.get(api)
    const newest = [known?.failure, failure].sort((a, b) => (b?.at ?? 0) - (a?.at ?? 0))[0]
    found.set(api, {
      ...{ api, requests: requests + (known?.requests ?? 0), failed: failed + (known?.failed ?? 0) },
      ...{ since: Math.min(since, known?.since ?? since), ...(newest && { failure: newest }) },
    })
  }
  return [...found.values()].sort((a, b) => a.since - b.since || (a.api < b.api ? -1 : 1))
}

/** `18 of the last 20 requests` */
export const failedOf = ({ failed, requests }: Pick<FailingApi, 'failed' | 'requests'>): string =>
  failed === requests ? `All of the last ${requests} requests` : `${failed} of the last ${requests} requests`

/** Why, from where and since when: the words before the server, the server, and the words after it. */
export interface FailureWords {
  readonly before: string
  readonly target: string | undefined
  readonly after: string
}

/** `500 from` `127.0.0.1:4010` `since 14:11, for 9 minutes.` */
export function failureWords({ failure, since }: FailingApi, now: number, zone: string): FailureWords {
  const lasted = now - since < 60_000 ? '' : `, for ${span(now - since)}`
  const after = `since ${clockTime(since, zone)}${lasted}.`
  if (!failure) return { before: 'They fail', target: undefined, after }
  const { status, cause, target } = failure
  if (cause === undefined)
    return target === undefined ? { before: `${status}`, target, after } : { before: `${status} from`, target, after }
  const why = `${status}, ${causeWords(cause)}`
  return target === undefined ? { before: why, target, after } : { before: `${why}:`, target, after: `, ${after}` }
}
