import type { Answer } from '../machine/answers/answer.ts'
import type { Write } from '../machine/records/hooks.ts'
import type { Credential } from './credential.ts'
import type { SubscriptionIntent } from './prepare.ts'
import type { StoredSubscription, Subscription } from './subscription.ts'

/**
 * The functions behind the operations on subscriptions, for operations that decide otherwise who may call them. The caller of
 * a write needs all rights.
 */
export interface Subscribing {
  create(subscription: Subscription, by: Write<SubscriptionIntent>): Promise<Answer<Subscription>>
  /** Does what the verb of the intent says. A rotation answers with `credentials`. */
  act(id: string, by: Write<SubscriptionIntent>): Promise<Answer<Subscription>>
  /** Subscriptions with the current statuses of their plans. */
  standing(list: readonly Subscription[]): Promise<Subscription[]>
  /** The credentials of a subscription, without secrets. */
  credentials(subscription: StoredSubscription): Promise<Credential[]>
}
