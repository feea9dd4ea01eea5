import { SignalboxError } from '@signalbox/core/errors'
import { messagePage } from '../pages/own/entry-pages.ts'
import { keyPage, SHOWN_ONCE } from '../pages/own/key-page.ts'
import { takesConsumers, termsOf } from '../pages/own/plan-terms.ts'
import { subscribePage } from '../pages/own/subscribe-page.ts'
import { type ApiPlace, linkToApi } from '../pages/place.ts'
import { type Plan, plansToChoose, type SiteApi } from '../pages/site.ts'
import type { Values } from './form-body.ts'
import { go, type Result, type Screen, type SignedIn, screen } from './screen.ts'

/** Where somebody subscribes to a plan of an API. */
export function subscribeScreen(api: SiteApi): Screen {
  const placeOf = ({ place }: SignedIn): ApiPlace => ({ ...place, api, path: ['subscribe'] })
  const planOf = ({ query }: SignedIn): Plan | undefined =>
    api.state === 'published'
      ? plansToChoose(api).find((one) => one.id === query.plan && takesConsumers(one))
      : undefined
  return screen(
    async (visit, form) => {
      const plan = planOf(visit)
      const place = placeOf(visit)
      if (!plan) return closed(place)
      const { results } = await visit.found.mine.applications.list()
      return subscribePage(place, form, { plan, applications: results })
    },
    {
      subscribe: {
        fields: ['application', 'applicationName', 'subject', 'terms', 'form.'],
        renamed: { '/owner_ref': 'application', '/name': 'applicationName' },
        sayings: { terms: 'Accept the current terms. They may have changed since you opened this page.' },
        spent: SHOWN_ONCE,
        async run(visit, values) {
          const plan = planOf(visit)
          if (!plan) return { kind: 'page', page: closed(placeOf(visit)) }
          return subscribe(visit, values, { api, plan })
        },
      },
    },
  )
}

const closed = (place: ApiPlace) =>
  messagePage(409, 'This plan does not take subscriptions', {
    text: 'It no longer takes subscriptions, or it is not available to you. Choose another plan.',
    to: [linkToApi(place, place.api, ['plans']), 'All plans'],
  })

interface Wanted {
  readonly api: SiteApi
  readonly plan: Plan
}

async function subscribe({ place, found: { mine } }: SignedIn, values: Values, { api, plan }: Wanted): Promise<Result> {
  const { applicationName = '', subject, terms } = values
  const made =
    applicationName.trim() === '' ? undefined : await mine.applications.create({ body: { name: applicationName } })
  const owner_ref = made?.id ?? values.application ?? ''
  const now = made ? { ...values, applicationName: '', application: made.id } : values
  if (owner_ref === '') throw missing('/name')
  const form = answersOf(plan, values)
  try {
    const made = await mine.subscriptions.create({
      body: {
        ...{ owner_ref, api_ref: api.id, plan_ref: plan.id },
        ...(subject !== undefined && { subject }),
        ...(Object.keys(form).length > 0 && { form }),
        ...(terms !== undefined && { terms }),
      },
    })
    const { credentials, ...subscription } = made
    if (credentials) return { kind: 'page', page: keyPage(place, credentials, subscription) }
    return go(`~/subscriptions/${encodeURIComponent(made.id)}/`)
  } catch (error) {
    if (!(error instanceof SignalboxError)) throw error
    return { kind: 'failed', error, values: now }
  }
}

/** The answers as the plan asks for them. What is empty was not answered; fields that it does not ask for are refused there. */
function answersOf(plan: Plan, values: Values): Readonly<Record<string, string | boolean>> {
  const questions = termsOf(plan).form
  return Object.fromEntries(
    Object.entries(values).flatMap(([field, value]) => {
      if (!field.startsWith('form.') || value === '') return []
      const name = field.slice('form.'.length)
      const isTicked = questions.some((one) => one.name === name && one.type === 'checkbox')
      return [[name, isTicked ? true : value]]
    }),
  )
}

const missing = (pointer: string) =>
  new SignalboxError('INVALID', 'The form is incomplete', {
    fieldErrors: { [pointer]: [{ message: 'error.required', args: [] }] },
  })
