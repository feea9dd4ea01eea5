import type { Domain } from '@signalbox/core/contract'
import { api } from '../../calls/api.ts'
import { may } from '../../calls/session.ts'
import { nouns } from '../../log/domains.ts'

/** How many records of a kind there are. */
export interface KindCount {
  readonly domain: Domain
  readonly count: number
  /** The path of their list. */
  readonly to: string
}

const kinds = [
  ['Feature', api.features, '/features'],
  ['Segment', api.segments, '/segments'],
  ['Config', api.configs, '/configs'],
  ['Experiment', api.experiments, '/experiments'],
  ['Script', api.scripts, '/scripts'],
  ['Api', api.apis, '/gateway/apis'],
  ['Subscription', api.subscriptions, '/gateway/subscriptions'],
  ['Backend', api.backends, '/gateway/backends'],
  ['ErrorTemplate', api.errorTemplates, '/gateway/errors'],
  ['Workflow', api.workflows, '/workflows'],
  ['Webhook', api.webhooks, '/hooks'],
  ['User', api.users, '/access'],
  ['ApiKey', api.apiKeys, '/access?tab=keys'],
] as const

/** Counts the records of each kind that the caller may read. */
export async function loadCounts(): Promise<readonly KindCount[]> {
  const counted = await Promise.allSettled(
    kinds
      .filter(([domain]) => may('R', domain))
      .map(async ([domain, operations, to]): Promise<KindCount> => {
        const { count } = await operations.count({})
        return { domain, count, to }
      }),
  )
  return counted.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
}

/** The word for a number of records. */
export const wordFor = ({ domain, count }: KindCount): string => nouns[domain][count === 1 ? 0 : 1]
