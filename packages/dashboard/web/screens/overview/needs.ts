import type { Piece } from '../../kinds/pieces.ts'
import type { AspectName } from '../../parts/signs/Aspect.tsx'
import { pathTo } from '../../place/path-to.ts'
import { counted } from '../../words/words.ts'

/** Something that needs attention: one line with its way out. */
export interface Need {
  /** Identifies it in the list. */
  readonly key: string
  readonly aspect: AspectName
  /** The word of the aspect. @default `Problem` for danger, else `Soon` */
  readonly word?: string
  readonly sentence: readonly Piece[]
  /** The path of the record it concerns, if that has a screen. */
  readonly to?: string
  /** What the link to that says. @default 'Look' */
  readonly look?: string
  /** What solves it. */
  readonly action?: { readonly label: string; run(): Promise<unknown> }
}

/** What a search for needs found, and sentences about what it did not examine. */
export interface Found {
  readonly needs: readonly Need[]
  readonly notes: readonly string[]
}

const record = (name: string): Piece => ({ name, is: 'record' })

/** Webhooks whose deliveries were stopped. `release` returns what delivers again, if the caller may do that. */
export const bannedHooks = (
  hooks: readonly { readonly clientId: string; readonly isBanned?: boolean }[],
  release: (id: string) => (() => Promise<unknown>) | undefined,
): Need[] =>
  hooks
    .filter(({ isBanned }) => isBanned)
    .map(({ clientId: id }) => ({ id, run: release(id) }))
    .map(({ id, run }) => ({
      key: `hook ${id}`,
      aspect: 'danger',
      sentence: ['The webhook ', record(id), ' gets no more events: its deliveries are stopped.'],
      to: pathTo('/hooks/:id', { id }),
      ...(run && { action: { label: `Let ${id} deliver again`, run } }),
    }))

/** Experiments whose clients are not split as their traffic says. */
export const skewedExperiments = (
  summaries: readonly {
    readonly id: string
    readonly sampleRatioMismatch?: { readonly p: number; readonly alarm: boolean }
  }[],
): Need[] =>
  summaries
    .filter(({ sampleRatioMismatch }) => sampleRatioMismatch?.alarm)
    .map(({ id, sampleRatioMismatch }) => ({
      key: `experiment ${id}`,
      aspect: 'danger',
      sentence: [
        'Clients of the experiment ',
        record(id),
        ` don’t match its configured traffic (p-value ${sampleRatioMismatch!.p.toPrecision(2)}). Don’t trust its results.`,
      ],
      to: pathTo('/experiments/:id', { id }),
    }))

/** The subscriptions of consumers that wait for somebody. */
export const waitingRequests = (count: number): Need[] =>
  count === 0
    ? []
    : [
        {
          ...{ key: 'requests', aspect: 'caution', word: 'Waiting' },
          sentence: [`${counted(count, 'subscription')} ${count === 1 ? 'waits' : 'wait'} for approval.`],
          ...{ to: '/gateway/requests', look: 'Decide' },
        },
      ]

/** A credential, and the subscription that it belongs to. */
interface OwnedCredential {
  readonly clientId?: string
  readonly subscription_ref?: string
}

/** The screen of the subscription of a credential, where its secret is rotated. */
const toSubscription = ({ subscription_ref: id }: OwnedCredential) =>
  id === undefined ? {} : { to: pathTo('/gateway/subscriptions/:id', { id }) }

/** Credentials whose secret must be rotated. */
export const dueCredentials = (
  credentials: readonly (OwnedCredential & { readonly rotationDue?: boolean })[],
): Need[] =>
  credentials
    .filter(({ rotationDue }) => rotationDue)
    .map((credential) => ({
      key: `credential ${credential.clientId}`,
      aspect: 'caution',
      sentence: ['The secret of the credential ', record(credential.clientId ?? ''), ' must be rotated.'],
      ...toSubscription(credential),
    }))

const HOUR = 60 * 60_000
const DAY = 24 * HOUR

/** Enabled credentials that stop being valid within thirty days, the first to expire first. */
export const expiringCredentials = (
  credentials: readonly (OwnedCredential & { readonly enabled?: boolean; readonly validUntil?: number })[],
  now: number,
  inWords: (instant: number) => string,
): Need[] =>
  credentials
    .flatMap(({ enabled = true, validUntil: until, ...credential }) =>
      enabled && until !== undefined && until > now && until <= now + 30 * DAY ? [{ ...credential, until }] : [],
    )
    .sort((one, other) => one.until - other.until)
    .map(({ until, ...credential }) => ({
      key: `expiry ${credential.clientId}`,
      aspect: 'caution',
      sentence: [
        'The credential ',
        record(credential.clientId ?? ''),
        ` expires on ${inWords(until)}. Extend or replace it.`,
      ],
      ...toSubscription(credential),
    }))

/** When a draft was saved last, in epoch milliseconds, or before when. */
export interface DraftAge {
  readonly saved: number | undefined
  readonly before: number | undefined
  readonly now: number
}

/** The draft of an API that was not saved for seven days. */
export function oldDraft(id: string, { saved, before, now }: DraftAge): Need | undefined {
  const days = Math.floor((now - (saved ?? before ?? now)) / DAY)
  if (days < 7) return undefined
  return {
    ...{ key: `draft ${id}`, aspect: 'caution', word: 'Draft' },
    sentence: [
      'The draft of the API ',
      record(id),
      ` hasn’t changed for ${saved === undefined ? 'at least ' : ''}${days} days. Publish or discard it.`,
    ],
    to: pathTo('/gateway/apis/:id', { id }),
  }
}

/**
 * The first instant after now at which a feature changes, within some days: its answer differs from the one before.
 * Exact to a second; `undefined` if it does not change. Looks at every hour, so that it misses only what lasts for less.
 */
export function nextChange(
  isActive: (instant: number) => boolean | undefined,
  now: number,
  days = 7,
): { readonly at: number; readonly active: boolean } | undefined {
  const first = isActive(now)
  if (first === undefined) return undefined
  for (let hour = 1; hour <= days * 24; hour++) {
    const active = isActive(now + hour * HOUR)
    if (active === undefined || active === first) continue
    let [low, high] = [now + (hour - 1) * HOUR, now + hour * HOUR]
    while (high - low > 1000) {
      const middle = Math.floor((low + high) / 2)
      if (isActive(middle) === first) low = middle
      else high = middle
    }
    return { at: high, active }
  }
  return undefined
}

/** A feature whose dates pass soon. */
export const datedFeature = (id: string, active: boolean, when: string): Need => ({
  key: `feature ${id}`,
  aspect: 'caution',
  sentence: [record(id), ` ${active ? 'becomes active' : 'stops being active'} on ${when}.`],
  to: pathTo('/features/:id', { id }),
})
