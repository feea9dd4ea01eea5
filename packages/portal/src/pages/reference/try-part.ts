import { type Html, html } from '../html.ts'
import { linkToOwn } from '../own/forms.ts'
import { takesConsumers } from '../own/plan-terms.ts'
import type { Subscription } from '../own/records.ts'
import { tryForm } from '../own/try-form.ts'
import { type ApiPlace, linkToApi } from '../place.ts'
import type { SiteApi } from '../site.ts'
import { coveringPlans, covers, type Requested } from './covering-plans.ts'
import type { Follow } from './read-operations.ts'
import { triable } from './triable.ts'
import type { View } from './view.ts'

/** The subscriptions to an API whose plan lets them send a request. A plan that the visitor may not see is none. */
export function coveredBy(
  { documentation: { plans = [] } }: SiteApi,
  requested: Requested,
  subscriptions: readonly Subscription[],
): readonly Subscription[] {
  const ids = new Set(plans.flatMap((plan) => (covers(plan, requested) ? [plan.id] : [])))
  return subscriptions.filter(({ plan_ref }) => ids.has(plan_ref))
}

/** Where somebody subscribes in order to send a request; `undefined` if no plan that takes consumers covers it. */
export function subscribeToTry(place: ApiPlace, requested: Requested): Html | undefined {
  const { api } = place
  if (api.state !== 'published' || !coveringPlans(api, requested).some(takesConsumers)) return undefined
  return html`<p class="try"><a href="${linkToApi(place, api, ['plans'])}">Subscribe</a> to try this operation here.</p>`
}

/** The form that tries an operation, or where to subscribe for that; `undefined` where pages show code only. */
export function tryPart(place: ApiPlace, { operation, parts, isServed }: View, follow: Follow): Html | undefined {
  const { api, visitor } = place
  const { trying } = visitor
  const fields = trying && isServed && triable(operation, parts, follow)
  if (!trying || !fields) return undefined
  const subscriptions = coveredBy(api, operation, trying.subscriptions)
  if (subscriptions.length === 0) return subscribeToTry(place, operation)
  const state = { token: trying.next(), action: linkToOwn(place, ['try', api.id, operation.anchor]) }
  return html`<details class="try"><summary>Try it</summary>${tryForm(place, state, { fields, subscriptions, id: operation.anchor })}</details>`
}
