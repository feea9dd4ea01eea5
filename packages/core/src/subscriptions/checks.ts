import type { ApiDefinition } from '../gateway/apis/api.ts'
import { failure, problem, SignalboxError } from '../machine/errors/errors.ts'
import type { Plan } from '../plans/plan.ts'
import { findPlan, statusOf, takesSubscriptions } from '../plans/plan-life.ts'
import type { StoredSubscription, Subscription } from './subscription.ts'

/**
 * Returns the API and plan of a new subscription. Throws INVALID for the field at fault if they do not exist or do not
 * take subscriptions.
 */
export function subscribable(
  { api_ref, plan_ref, subscription_kind }: Subscription,
  api: ApiDefinition | undefined,
  { isUpload }: { readonly isUpload?: true },
): { api: ApiDefinition; plan: Plan } {
  if (!api) throw refused('api_ref', `API ${api_ref} does not exist`, problem('error.reference', api_ref))
  const { state = 'staging', testing } = api
  const isOpen = state === 'published' || (state === 'staging' && testing?.enabled === true)
  if (!isOpen && !isUpload)
    throw refused(
      'api_ref',
      `API ${api_ref} is ${state}, but must be published, or in staging with testing enabled`,
      problem('error.api.state', state),
    )
  const plan = findPlan(api, plan_ref)
  if (!plan) throw refused('plan_ref', `API ${api_ref} has no plan ${plan_ref}`, problem('error.reference', plan_ref))
  const status = statusOf(plan)
  if (!takesSubscriptions(status) && !isUpload)
    throw refused(
      'plan_ref',
      `plan ${plan_ref} is ${status}, but must be published`,
      problem('error.plan.status', status),
    )
  const kind = plan.access_mode_configuration_type
  if (subscription_kind !== undefined && subscription_kind !== kind)
    throw refused(
      'subscription_kind',
      `plan ${plan_ref} has the access mode ${kind}, not ${subscription_kind}`,
      problem('error.enum', kind),
    )
  return { api, plan }
}

const refused = (member: string, why: string, one: ReturnType<typeof problem>) =>
  new SignalboxError('INVALID', `The subscription cannot be created: ${why}`, {
    fieldErrors: { [`/${member}`]: [one] },
  })

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
