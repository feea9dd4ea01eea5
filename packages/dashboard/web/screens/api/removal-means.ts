import { counted } from '../../words/words.ts'

/** What the deletion of an API stops for good. */
export interface Stopped {
  /** Subscriptions that are not closed. */
  readonly subscriptions: number
  /** Their credentials that are enabled. */
  readonly credentials: number
  /** Subscriptions that are closed already. */
  readonly closed: number
}

/** What the deletion of an API means for its consumers, in sentences. */
export const removalMeans = ({ subscriptions, credentials, closed }: Stopped): string[] => [
  ...(subscriptions > 0
    ? [
        `${counted(subscriptions, 'subscription')} and ${counted(credentials, 'credential')} stop at once: programs that use them are rejected.`,
      ]
    : []),
  ...(closed > 0 ? [`${counted(closed, 'closed subscription is', 'closed subscriptions are')} deleted with it.`] : []),
]
