import type { Plan } from '../site.ts'

/** A question of a plan. */
export interface Question {
  readonly name: string
  readonly label: string
  readonly type: 'text' | 'select' | 'checkbox'
  readonly options?: readonly string[]
  readonly required?: boolean
}

/** What a plan asks of those who subscribe themselves. */
export interface PlanTerms {
  readonly approval: 'auto' | 'manual'
  readonly terms?: { readonly version: string; readonly url?: string; readonly text?: string }
  readonly form: readonly Question[]
  /** Whether it must be known which tokens or certificates use the subscription. */
  readonly needsSubject: boolean
}

/** What a plan asks of those who subscribe themselves. */
export function termsOf(plan: Plan): PlanTerms {
  const { approval = 'auto', terms, form = [] } = plan as Partial<PlanTerms>
  const configuration = plan.access_mode_configuration as { readonly requireSubscription?: boolean } | undefined
  const isByToken = ['jwt', 'mtls', 'oauth2-remote'].includes(plan.access_mode_configuration_type)
  return {
    approval,
    form,
    needsSubject: isByToken && configuration?.requireSubscription === true,
    ...(terms && { terms }),
  }
}

/** What a plan asks of those who subscribe, in words; `undefined` if it asks for nothing. */
export function requirementsOf(plan: Plan): string | undefined {
  const { approval, terms, form, needsSubject } = termsOf(plan)
  const parts = [
    ...(approval === 'manual' || needsSubject ? ['approval by the owner of the API'] : []),
    ...(terms ? [`acceptance of the terms, version ${terms.version}`] : []),
    ...(form.length > 0 ? [form.length === 1 ? 'an answer to 1 question' : `answers to ${form.length} questions`] : []),
    ...(needsSubject ? ['the subject of your tokens or certificates'] : []),
  ]
  return parts.length === 0 ? undefined : parts.join('; ')
}

/** Whether somebody can subscribe to a plan: nobody needs to subscribe to what is open to everybody. */
export const takesConsumers = ({ status, access_mode_configuration_type: mode }: Plan): boolean =>
  status === 'published' && mode !== 'keyless'
