import type { RecordOf } from '../../kinds/kinds.ts'
import type { AspectName } from '../../parts/signs/Aspect.tsx'

export type Subscription = RecordOf<'subscriptions'>

/** What can be done with a subscription now: a closed one stays closed. */
export type SubscriptionState = 'active' | 'waiting' | 'paused' | 'closed'

/** The state of a subscription itself. */
export function stateOf({ status, enabled, dates, approval }: Subscription): SubscriptionState {
  if (status === 'closed' || dates?.closed_at !== undefined) return 'closed'
  if (approval === 'waiting') return 'waiting'
  return enabled === false ? 'paused' : 'active'
}

/** The state of a subscription in words. */
export interface StateWords {
  readonly word: string
  /** Absent: it is neither good nor bad. */
  readonly aspect?: AspectName
  /** What it means for the consumer. */
  readonly sentence: string
}

/** The state of a subscription with that of its plan and API, in words. */
export function stateWords(subscription: Subscription): StateWords {
  const state = stateOf(subscription)
  if (state === 'closed' && subscription.approval === 'refused')
    return { word: 'Refused', sentence: 'Its consumer can’t use the API, and reads the reason.' }
  if (state === 'closed') return { word: 'Closed', sentence: 'The gateway rejects its consumer for good.' }
  if (state === 'waiting')
    return {
      ...{ word: 'Waiting for approval', aspect: 'caution' },
      sentence: 'Its consumer has no credential until someone approves it.',
    }
  if (state === 'paused')
    return { word: 'Paused', aspect: 'caution', sentence: 'The gateway rejects its consumer until it is resumed.' }
  return admitted[subscription.status ?? 'published']
}

const active = { word: 'Active', aspect: 'clear', sentence: 'The gateway admits its consumer.' } as const

/** What an active subscription is, by its status. */
const admitted: Readonly<Record<NonNullable<Subscription['status']>, StateWords>> = {
  published: active,
  staging: {
    word: 'For tests',
    aspect: 'caution',
    sentence: 'The API is in staging: the gateway admits its consumer only while testing is on.',
  },
  deprecated: {
    word: 'Deprecated',
    aspect: 'caution',
    sentence: 'The gateway admits its consumer, but the plan is deprecated and will be closed.',
  },
  closed: active,
}

/** What a subscription is about: who uses what under which plan. Also says what is absent. */
export const aboutWords = ({ api_ref, plan_ref, owner_ref }: Subscription): string =>
  `${plan_ref} of ${api_ref}${owner_ref ? `, for ${owner_ref}` : ''}`

/** One date of a subscription. */
export interface DatedStep {
  readonly label: string
  /** Epoch milliseconds. */
  readonly at: number
}

const steps = [
  ['created_at', 'Created'],
  ['processed_at', 'Accepted'],
  ['started_at', 'Started'],
  ['paused_at', 'Paused'],
  ['closed_at', 'Closed'],
  ['ending_at', 'Credentials expire'],
] as const

/** What happened to a subscription, and what will, in the order of time. What happened at one moment is one step. */
export function datedSteps({ dates = {} }: Subscription): readonly DatedStep[] {
  const found: DatedStep[] = []
  const sorted = steps
    .flatMap(([member, label]) => (dates[member] === undefined ? [] : [{ label, at: dates[member] }]))
    .toSorted((one, other) => one.at - other.at)
  for (const { label, at } of sorted) {
    const before = found.at(-1)
    if (before?.at !== at) found.push({ label, at })
    else if (label !== 'Accepted') found[found.length - 1] = { label: `${before.label}, ${label.toLowerCase()}`, at }
  }
  return found
}

/** Whether consumers of an access mode have credentials with secrets here. */
export const hasCredentials = (mode: string | undefined): boolean => mode === 'apikey' || mode === 'oauth2-local'
