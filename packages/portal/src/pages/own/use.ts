import { type Html, html } from '../html.ts'
import { linkToApi, linkToMount, type Place } from '../place.ts'
import { findApi, isReadable } from '../site.ts'
import { dateOf } from '../words.ts'
import { linkToOwn } from './forms.ts'
import type { Quota, Subscription, Usage, Used } from './records.ts'
import { hasKeys, stateOf, states } from './states.ts'

const count = (value: number): string => value.toLocaleString('en')

const periods = { window: 'in the window', day: 'today', month: 'this month' } as const

/** The use of a quota: `12 of 1,000 today`. Only data planes know windows. */
export const quotaWords = ({ name, limit, used, seconds }: Quota): string =>
  used === undefined
    ? `${count(limit)}${seconds === undefined ? '' : ` in ${count(seconds)} s`}`
    : `${count(used)} of ${count(limit)} ${periods[name]}`

const quotaNames = { window: 'Quota', day: 'Daily quota', month: 'Monthly quota' } as const

/** The name of a quota, which tells it from the others of its plan. */
const quotaName = ({ name, seconds }: Quota): string =>
  name === 'window' && seconds !== undefined ? `Quota in ${count(seconds)} s` : quotaNames[name]

/** The use of a subscription since the first of the month, as pairs of a fact and its value. */
export function usePairs(usage: Usage | undefined): readonly (readonly [fact: string, value: string])[] {
  if (!usage) return [['Use', 'not available at the moment']]
  return [
    ['Requests', `${count(usage.totals.requests)} this month`],
    ...usage.quotas.map((one) => [quotaName(one), quotaWords(one)] as const),
    ['Refused by limits', `${count(usage.totals.limited)} this month`],
  ]
}

/** The facts about the keys of a subscription. */
export const keyPairs = ({ credentials }: Used, now: number): readonly (readonly [fact: string, value: string])[] =>
  credentials.flatMap(({ clientId = '', rotatedAt, previousUntil, rotationDue = false }) => [
    ['Client ID', clientId] as const,
    ...(rotatedAt === undefined
      ? []
      : [['Key since', `${dateOf(rotatedAt)}${rotationDue ? ' (rotation due)' : ''}`] as const]),
    ...(isAhead(previousUntil, now) ? [['Previous key works until', timeOf(previousUntil)] as const] : []),
  ])

/** Whether there is a time, such as the end of an overlap, and it is still to come. */
export const isAhead = (until: number | undefined, now: number): until is number => until !== undefined && until > now

/** A list of facts. */
export const facts = (pairs: readonly (readonly [fact: string, value: string | Html])[]): Html =>
  html`<dl>${pairs.map(([fact, value]) => html`<dt>${fact}</dt><dd>${value}</dd>`)}</dl>`

/** A time as people read it, in UTC. */
export const timeOf = (at: number): string =>
  `${new Intl.DateTimeFormat('en', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC', hourCycle: 'h23' }).format(at)} UTC`

/** The names of the API and the plan of a subscription; their ids if their pages are gone. */
export function namesOf({ site }: Place, { api_ref, plan_ref }: Subscription) {
  const api = findApi(site, api_ref)
  const plan = api?.documentation.plans?.find(({ id }) => id === plan_ref)
  return { api: api?.name ?? api_ref, plan: plan?.name || plan_ref }
}

/** A link to the pages of an API; its name alone if it has none. */
export function apiLink(place: Place, subscription: Subscription): Html {
  const api = findApi(place.site, subscription.api_ref)
  const { api: name } = namesOf(place, subscription)
  return api && isReadable(api) ? html`<a href="${linkToApi(place, api, [])}">${name}</a>` : html`${name}`
}

/** A subscription in a list. */
export function subscriptionCard(place: Place, used: Used): Html {
  const { subscription, credentials, isPartial = false } = used
  const { api, plan } = namesOf(place, subscription)
  const state = stateOf(subscription)
  const link = linkToOwn(place, ['subscriptions', subscription.id])
  const lacksKey = state === 'active' && hasKeys(subscription) && credentials.length === 0 && !isPartial
  const isLive = state === 'active' || state === 'paused'
  return html`<li><h3><a href="${link}">${api}: ${plan}</a></h3>${facts([
    ['State', states[state]],
    ...(subscription.reason && state !== 'active' ? [['Reason', subscription.reason] as const] : []),
    ...(isLive ? [...keyPairs(used, place.visitor.now), ...usePairs(used.usage)] : []),
  ])}${lacksKey && html`<p><a href="${link}">Create your key</a></p>`}</li>`
}

/** The subscriptions of an application; where to get one, without any. */
export const subscriptionCards = (place: Place, all: readonly Used[]): Html =>
  all.length === 0
    ? html`<p>No subscriptions yet. Choose an API and one of its plans in the <a href="${linkToMount(place, [])}">catalog</a>.</p>`
    : html`<ul class="cards">${all.map((one) => subscriptionCard(place, one))}</ul>`
