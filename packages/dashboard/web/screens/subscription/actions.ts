import { signal } from '@preact/signals'
import { api } from '../../calls/api.ts'
import { serviceNow } from '../../calls/clock.ts'
import type { Because } from '../../confirm/because.ts'
import { showCredential } from '../../notices/show-credential.ts'
import { toast } from '../../notices/toasts.ts'
import { zone } from '../../preferences/preferences.ts'
import { dateTimeIn, fromNow } from '../../words/dates.ts'
import type { Subscription } from './states.ts'

/** How often this page has changed credentials: lists of credentials are read again when it rises. */
export const credentialChanges = signal(0)

/** What can be done with a subscription as a whole. */
export type SubscriptionVerb = 'pause' | 'resume' | 'close' | 'approve'

const done = {
  pause: 'is paused. The gateway rejects its consumer.',
  resume: 'is resumed. The gateway admits its consumer.',
  close: 'is closed for good.',
  approve: 'is approved. Its consumer can create a key.',
} as const satisfies Record<SubscriptionVerb, string>

const back = { pause: 'resume', resume: 'pause', close: undefined, approve: undefined } as const

/** Pauses, resumes or closes a subscription, with a reason or without. What can be taken back has an undo. */
export async function moveSubscription(id: string, verb: SubscriptionVerb, because: Because): Promise<void> {
  // The subscription stores the reason, and the history shows it.
  await api.subscriptions[verb]({ id, ...because }, because)
  credentialChanges.value += 1
  const undo = back[verb]
  const action = undo && {
    label: 'Undo',
    run: () => void moveSubscription(id, undo, {}).catch((error: Error) => toast(error.message, { aspect: 'danger' })),
  }
  toast(`${id} ${done[verb]}`, { ...(action && { action }) })
}

/** Refuses a subscription that waits. The consumer reads the reason. */
export async function refuse(id: string, reason: string): Promise<void> {
  await api.subscriptions.refuse({ id, reason }, { reason })
  toast(`${id} is refused.`)
}

interface Rotation {
  /** The credential; absent: the subscription has none, and gets one. */
  readonly clientId?: string
  /** Whether all earlier secrets end at once. */
  readonly revokePrevious: boolean
  readonly because?: Because
}

/** Gives a credential its next secret, which is shown once. */
export async function rotate(
  subscription: Subscription,
  { clientId, revokePrevious, because }: Rotation,
): Promise<void> {
  const { id = '', api_ref, subscription_kind } = subscription
  const body = { ...(clientId !== undefined && { clientId }) }
  const issued = await api.subscriptions.rotate({ id, ...(revokePrevious && { revokePrevious }), body }, because)
  credentialChanges.value += 1
  const { previousUntil } = issued
  showCredential({
    clientId: issued.clientId,
    clientSecret: issued.clientSecret,
    api: api_ref,
    mode: subscription_kind,
    note: previousUntil === undefined ? undefined : previousWords(previousUntil, serviceNow()),
  })
}

/** What becomes of the secret before, in a sentence. */
export const previousWords = (until: number, now: number): string =>
  until > now
    ? `The previous secret works until ${dateTimeIn(until, zone.peek())}, ${fromNow(until, now)}.`
    : 'The previous secret no longer works.'
