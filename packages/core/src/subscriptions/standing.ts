import { type Answer, answered } from '../machine/answers/answer.ts'
import type { Asked } from '../machine/records/lists/select.ts'
import type { Reads } from '../ports.ts'
import { type ApiPlans, findApiPlans, isPlanClosed, withPlan } from './api-plans.ts'
import type { Credential } from './credential.ts'
import { endingApis } from './endings.ts'
import { inOrder, type StoredSubscription, type Subscription } from './subscription.ts'
import { stateOf } from './subscription-states.ts'

/** For so many records in a row, the plans of an API are read once. */
const REMEMBERED = 500

/**
 * Creates what shows subscriptions and credentials with the current statuses of their plans. All subscriptions of a closed
 * plan read as closed at once, while they are closed in batches; subscriptions of a deleted API until they are deleted.
 */
export function createStanding(store: Reads) {
  /** Finds the plan statuses of APIs, and reads the same API only now and then. */
  function plansOfMany(): (api: string) => Promise<ApiPlans | undefined> {
    let known = new Map<string, Promise<ApiPlans | undefined>>()
    let asked = 0
    return (api) => {
      if (asked++ % REMEMBERED === 0) known = new Map()
      const plans = known.get(api) ?? findApiPlans(store, api)
      known.set(api, plans)
      return plans
    }
  }

  /** Applies the current statuses of their plans to subscriptions. */
  async function standing(list: readonly Subscription[]): Promise<Subscription[]> {
    const plansOf = plansOfMany()
    return Promise.all(list.map(async (one) => withPlan(one as StoredSubscription, await plansOf(one.api_ref))))
  }

  /** As `standing`, for downloads and searches. */
  async function* standingLines<T extends Subscription>(lines: AsyncIterable<T>): AsyncGenerator<T> {
    const plansOf = plansOfMany()
    for await (const line of lines) {
      const stored = line as unknown as StoredSubscription
      yield inOrder(withPlan(stored, await plansOf(stored.api_ref))) as unknown as T
    }
  }

  /** Disables credentials of closed plans in downloads. */
  async function* standingCredentials<T extends object>(lines: AsyncIterable<T>): AsyncGenerator<T> {
    const plansOf = plansOfMany()
    for await (const line of lines) {
      const { api_ref = '', plan_ref = '' } = line as Credential
      yield isPlanClosed(await plansOf(api_ref), plan_ref) ? { ...line, enabled: false } : line
    }
  }

  /**
   * What lists apply to records before they select: the statuses of plans whose subscriptions are being closed or deleted.
   * There are none most of the time.
   */
  async function settling({ filter, sorted }: Asked) {
    const plans = new Map<string, ApiPlans | undefined>()
    if (filter || sorted) for (const api of await endingApis(store)) plans.set(api, await findApiPlans(store, api))
    const isEnding = ({ api_ref = '', plan_ref = '' }: Partial<Subscription>): boolean =>
      plans.has(api_ref) && isPlanClosed(plans.get(api_ref), plan_ref)
    return {
      subscription: (one: Subscription): Subscription =>
        isEnding(one) ? withPlan(one as StoredSubscription, plans.get(one.api_ref)) : one,
      credential: (one: Credential): Credential => (isEnding(one) ? { ...one, enabled: false } : one),
    }
  }

  return { standing, standingLines, standingCredentials, settling }
}

/**
 * A record as it stands now. Without an entity tag if that is more than its version says: otherwise, a conditional read
 * would get 304.
 */
export const standingAnswer = <T>(found: Answer<T>, value: T, isSame: boolean): Answer<T> =>
  isSame ? { ...found, value } : answered(value)

/** Whether a subscription is shown in the state in which it is stored. */
export const isInSameState = (stored: Subscription, shown: Subscription): boolean => stateOf(stored) === stateOf(shown)
