import type { Prepared, Writing } from '../machine/records/hooks.ts'
import type { SubscriptionIntent } from './prepare.ts'
import type { ShownCredential, StoredSubscription, Subscription } from './subscription.ts'

/** What a message to the members of an application says about one of its subscriptions. */
export interface SubscriptionNews {
  readonly kind: 'approve' | 'refuse' | 'rotate'
  readonly subscription: StoredSubscription
  /** Who did it; `undefined` for the owner of the instance. */
  readonly by: { readonly id: string; readonly name?: string; readonly kind?: string } | undefined
  /** Until when the previous secret works: epoch milliseconds; 0 if it was revoked, `undefined` if there was none. */
  readonly previousUntil?: number | undefined
}

/** Tells the members of an application something. Failures are its own matter. */
export type TellTeam = (news: SubscriptionNews) => Promise<void>

type Prepare = (writing: Writing<Subscription, SubscriptionIntent>) => Promise<Prepared<Subscription>>

/** The same hook, which after the commit sends messages about decisions and rotations, by any caller and operation. */
export const telling =
  (prepare: Prepare, tell: TellTeam): Prepare =>
  async (writing) => {
    const prepared = await prepare(writing)
    const { verb, revokePrevious = false } = writing.intent ?? {}
    if (verb !== 'approve' && verb !== 'refuse' && verb !== 'rotate') return prepared
    const { authInfo: by } = writing.call.caller
    const { credentials } = (prepared.shown ?? {}) as { readonly credentials?: ShownCredential }
    const previousUntil = revokePrevious ? 0 : credentials?.previousUntil
    const subscription = prepared.record as StoredSubscription
    return {
      ...prepared,
      async afterwards() {
        await prepared.afterwards?.()
        await tell({ kind: verb, subscription, by, previousUntil })
      },
    }
  }
