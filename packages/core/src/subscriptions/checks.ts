import type { ApiDefinition } from '../gateway/apis/api.ts'
import { failure, type Problem, problem, SignalboxError } from '../machine/errors/errors.ts'
import type { AccessModeName } from '../plans/access-modes.ts'
import type { Plan } from '../plans/plan.ts'
import { findPlan, statusOf, takesSubscriptions } from '../plans/plan-life.ts'
import { hasSubjects } from './subjects.ts'
import type { StoredSubscription, Subscription } from './subscription.ts'

/** The API and plan of a subscription. */
interface Subscribable {
  readonly api: ApiDefinition
  readonly plan: Plan
}

/** Why an API or plan takes no subscription, and the member of the subscription at fault. */
interface Refusal {
  readonly member: string
  readonly why: string
  readonly problem: Problem
}

/** The API and plan of a new subscription, or why they do not take it. */
function judged(
  { api_ref, plan_ref, subscription_kind }: Subscription,
  api: ApiDefinition | undefined,
  { isUpload }: { readonly isUpload?: true },
): Subscribable | Refusal {
  const refused = (member: string, why: string, problem: Problem): Refusal => ({ member, why, problem })
  if (!api) return refused('api_ref', `API ${api_ref} does not exist`, problem('error.reference', api_ref))
  const { state = 'staging', testing } = api
  const isOpen = state === 'published' || (state === 'staging' && testing?.enabled === true)
  if (!isOpen && !isUpload)
    return refused(
      'api_ref',
      `API ${api_ref} is ${state}, but must be published, or in staging with testing enabled`,
      problem('error.api.state', state),
    )
  const plan = findPlan(api, plan_ref)
  if (!plan) return refused('plan_ref', `API ${api_ref} has no plan ${plan_ref}`, problem('error.reference', plan_ref))
  const status = statusOf(plan)
  if (!takesSubscriptions(status) && !isUpload)
    return refused(
      'plan_ref',
      `plan ${plan_ref} is ${status}, but must be published`,
      problem('error.plan.status', status),
    )
  const kind = plan.access_mode_configuration_type
  if (subscription_kind !== undefined && subscription_kind !== kind)
    return refused(
      'subscription_kind',
      `plan ${plan_ref} has the access mode ${kind}, not ${subscription_kind}`,
      problem('error.enum', kind),
    )
  return { api, plan }
}

/**
 * Returns the API and plan of a new subscription. Throws INVALID for the field at fault if they do not exist or do not
 * take subscriptions.
 */
export function subscribable(
  subscription: Subscription,
  api: ApiDefinition | undefined,
  by: { readonly isUpload?: true },
): Subscribable {
  const found = judged(subscription, api, by)
  if ('plan' in found) return found
  throw invalidMember(found.member, `The subscription cannot be created: ${found.why}`, found.problem)
}

/**
 * As `subscribable`, for a subscription that waits for approval. Throws CONFLICT if its API or plan takes no subscriptions
 * any more.
 */
export function subscribableStill(subscription: StoredSubscription, api: ApiDefinition | undefined): Subscribable {
  const found = judged(subscription, api, {})
  if ('plan' in found) return found
  throw failure('CONFLICT', `Subscription ${subscription.id} cannot be approved: ${found.why}`, found.problem)
}

/** Throws INVALID for a subject where consumers are found by their credentials. */
export function checkSubject({ plan_ref, subject }: Subscription, kind: AccessModeName): void {
  if (subject === undefined || hasSubjects(kind)) return
  throw invalidMember(
    'subject',
    `The subscription cannot have a subject: consumers of plan ${plan_ref} are not found by it, since its access mode is ${kind}`,
    problem('error.subject.none', kind),
  )
}

/** INVALID for a member of a subscription. */
export const invalidMember = (member: string, sentence: string, one: Problem) =>
  new SignalboxError('INVALID', sentence, { fieldErrors: { [`/${member}`]: [one] } })

const fixed = ['api_ref', 'plan_ref', 'subscription_kind'] as const

/** Throws INVALID if an existing subscription would get another API, plan or kind. */
export function checkFixed(next: Subscription, current: StoredSubscription): void {
  const wrong = fixed.filter((member) => next[member] !== undefined && next[member] !== current[member])
  if (wrong.length === 0) return
  throw new SignalboxError(
    'INVALID',
    `Subscription ${current.id} cannot change ${wrong.join(', ')}: close it and create a new subscription`,
    {
      fieldErrors: Object.fromEntries(wrong.map((member) => [`/${member}`, [problem('error.fixed', current[member])]])),
    },
  )
}

/** INVALID: the subscription has several credentials and the call does not say which. */
export const whichOne = ({ id, token_refs }: StoredSubscription) =>
  new SignalboxError('INVALID', `Subscription ${id} has several credentials: name one in clientId`, {
    fieldErrors: { '/clientId': [problem('error.enum', ...token_refs)] },
  })
/** INVALID: the subscription does not have this credential. */
export const noneOf = ({ id, token_refs }: StoredSubscription, clientId: string) =>
  new SignalboxError(
    'INVALID',
    `Subscription ${id} has no credential ${clientId}: its token_refs list the credentials it has`,
    {
      fieldErrors: { '/clientId': [problem('error.enum', ...token_refs)] },
    },
  )
/** CONFLICT: the access mode has no secrets to rotate. */
export const withoutCredentials = ({ id, subscription_kind }: StoredSubscription) =>
  failure(
    'CONFLICT',
    `Subscription ${id} has the kind ${subscription_kind}, whose secrets are not stored here: there is nothing to rotate`,
    problem('error.credentials.none', subscription_kind),
  )
