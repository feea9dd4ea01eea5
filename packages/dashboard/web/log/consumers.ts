import { span } from '../words/dates.ts'
import { counted } from '../words/words.ts'

/** What reads the log of changes in the process of the service, and how far behind it is. */
export interface Consumer {
  readonly name: string
  /** How many events it has not processed. */
  readonly behind: number
  /** The age of the oldest of them, in seconds. */
  readonly lag: number
}

const names: Readonly<Record<string, string>> = {
  state: 'Features, configs and keys in memory',
  listeners: 'Listeners of the program',
  'event-streams': 'Event streams',
  webhooks: 'Webhooks',
  'other webhooks': 'Other webhooks',
  'data-planes': 'Data planes in this process',
}

const HOOK = 'webhook:'

/** The id of the webhook that a consumer delivers to, if it is a single webhook. */
export const hookOf = ({ name }: Consumer): string | undefined =>
  name.startsWith(HOOK) ? name.slice(HOOK.length) : undefined

/** What a consumer is called; the name itself for those of later versions. */
export function nameOf(consumer: Consumer): string {
  const hook = hookOf(consumer)
  if (hook !== undefined) return `Webhook ${hook}`
  return Object.hasOwn(names, consumer.name) ? names[consumer.name]! : consumer.name
}

/** How far behind a consumer is: `Up to date`, `3 minutes behind, with 12 events to go`. */
export const lagWords = ({ behind, lag }: Consumer): string =>
  behind === 0 ? 'Up to date' : `${span(lag * 1000)} behind, with ${counted(behind, 'event')} to go`.replace(/^l/, 'L')

/** The consumers that tell something: webhooks are one while they are up to date, and else those that are behind. */
export function toShow(consumers: readonly Consumer[]): readonly Consumer[] {
  const isPart = (one: Consumer) => hookOf(one) !== undefined || one.name === 'other webhooks'
  const late = consumers.filter((one) => isPart(one) && one.behind > 0)
  return consumers.filter((one) => (isPart(one) ? late.includes(one) : one.name !== 'webhooks' || late.length === 0))
}
