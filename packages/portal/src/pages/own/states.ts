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
  waiting: 'The owner of the API decides. You can create a key afterwards.',
  active: undefined,
  refused: 'The owner of the API refused it.',
  paused: 'The owner of the API paused it: its keys are rejected until it is resumed.',
  closed: 'Its keys no longer work. Subscribe again to get a new one.',
} as const satisfies Record<State, string | undefined>

/** The access modes whose keys are issued here. */
export const hasKeys = ({ subscription_kind: kind }: Subscription): boolean =>
  kind === undefined || kind === 'apikey' || kind === 'oauth2-local'
