import type { Subscription } from './records.ts'

/** What a subscription is, in one word of its consumer. */
export const states = {
  waiting: 'Waiting for approval',
  active: 'Active',
  refused: 'Refused',
  paused: 'Paused',
  closed: 'Closed',
} as const

/** The state of a subscription. */
export type State = keyof typeof states

/** The state of a subscription, as its consumer sees it. */
export function stateOf({ approval, status, enabled = true, dates = {} }: Subscription): State {
  if (approval === 'refused') return 'refused'
  if (dates.closed_at !== undefined || status === 'closed') return 'closed'
  if (approval === 'waiting') return 'waiting'
  return enabled ? 'active' : 'paused'
}

/** What a state means for its consumer. */
export const meanings = {
  waiting: 'You can use it once the owner of the API approves it.',
  active: undefined,
  refused: 'The owner of the API refused it.',
  paused: 'The owner of the API paused it: requests are rejected until it is resumed.',
  closed: 'It no longer gives access to the API. Subscribe again to use the plan.',
} as const satisfies Record<State, string | undefined>

/** The access modes whose keys are issued here. */
export const hasKeys = ({ subscription_kind: kind }: Subscription): boolean =>
  kind === undefined || kind === 'apikey' || kind === 'oauth2-local'
