import type { ApiOutcomes } from '../../health/failing.ts'
import { causeWords } from '../../traffic/cause-words.ts'

/** How the last calls of an API ended, over all data planes. */
export interface Calls {
  /** How many the backend answered with a status below 500. */
  readonly answered: number
  readonly failed: number
  /** The last one that failed. */
  readonly failure?: ApiOutcomes['failure']
}

/** Adds up how the calls of an API ended. */
export function callsIn(planes: readonly { readonly apis: readonly ApiOutcomes[] }[]): Calls {
  const all = planes.flatMap(({ apis }) => apis)
  const failure = all.flatMap(({ failure }) => failure ?? []).sort((a, b) => b.at - a.at)[0]
  return {
    answered: all.reduce((sum, { requests, failed }) => sum + requests - failed, 0),
    failed: all.reduce((sum, { failed }) => sum + failed, 0),
    ...(failure && { failure }),
  }
}

/** `A call arrived, but failed: 502, backend can’t be reached: 127.0.0.1:4010.` */
export function failedCalls({ failure }: Calls): string {
  if (!failure) return 'A call arrived, but failed.'
  const { status, cause, target } = failure
  const why = cause === undefined ? [`${status}`] : [`${status}`, causeWords(cause)]
  return `A call arrived, but failed: ${why.join(', ')}${target === undefined ? '' : ` (${target})`}.`
}
