import { counted } from '../../../words/words.ts'

/** What stops when an API is no longer served. */
export interface Stops {
  readonly subscriptions: number
  readonly credentials: number
  /** How many requests came in the last day; absent if that is not known. */
  readonly requests?: number
}

/** What stops, as sentences. */
export function stopSentences({ subscriptions, credentials, requests }: Stops): readonly string[] {
  const used =
    subscriptions === 0
      ? 'It has no subscriptions.'
      : `${counted(subscriptions, 'subscription')} with ${counted(credentials, 'credential')} ${subscriptions === 1 ? 'stops' : 'stop'} working.`
  if (requests === undefined) return [used]
  return [
    used,
    requests === 0
      ? 'No requests were counted in the last day.'
      : `${counted(requests, 'request')} came in the last day.`,
  ]
}
