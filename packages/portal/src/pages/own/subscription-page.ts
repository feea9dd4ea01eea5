import { type Html, html } from '../html.ts'
import type { Place } from '../place.ts'
import { button, checkbox, type Form, form, linkToOwn, notices } from './forms.ts'
import { type OwnPage, ownPage } from './own-page.ts'
import type { Application, Credential, Used } from './records.ts'
import { hasKeys, meanings, stateOf, states } from './states.ts'
import { apiLink, facts, keyPairs, namesOf, timeOf, usePairs } from './use.ts'

/** A subscription: its state, its key, and its use against the quota. Owners of its application may close it. */
export function subscriptionPage(
  place: Place,
  state: Form,
  { application, isOwner, ...used }: Used & { readonly application: Application; readonly isOwner: boolean },
): OwnPage {
  const { subscription } = used
  const { api, plan } = namesOf(place, subscription)
  const now = stateOf(subscription)
  const title = `${api}: ${plan}`
  const { reason, subject, dates = {} } = subscription
  const about = facts([
    ['State', states[now]],
    ...(reason && now !== 'active' && now !== 'waiting' ? [['Reason', reason] as const] : []),
    ['API', apiLink(place, subscription)],
    ['Plan', plan],
    ['Application', html`<a href="${linkToOwn(place, ['applications', application.id])}">${application.name}</a>`],
    ...(subject === undefined ? [] : [['Subject', subject] as const]),
    ...(dates.created_at === undefined ? [] : [['Since', timeOf(dates.created_at)] as const]),
    ...(dates.ending_at === undefined ? [] : [['Ends', timeOf(dates.ending_at)] as const]),
  ])
  const isLive = now === 'active' || now === 'paused'
  return ownPage(
    title,
    html`<h1>${title}</h1>${notices(state)}${meanings[now] !== undefined && html`<p>${meanings[now]}</p>`}${about}${isLive && html`${keys(state, used)}<h2>Use</h2>${facts(usePairs(used.usage))}${days(used)}`}${isOwner && (isLive || now === 'waiting') && closing(state, now === 'waiting')}`,
    state,
  )
}

function keys(state: Form, used: Used): Html | undefined {
  if (!hasKeys(used.subscription)) return undefined
  return html`<h2>Key</h2>${
    used.credentials.length === 0
      ? html`<p>There is no key yet.</p>${form(state, 'rotate', button('Create key'))}`
      : used.credentials.map((one) => key(state, one, used))
  }`
}

/** A key, with the form that rotates it. It names the key that was seen, so that a form that is too old changes nothing. */
const key = (state: Form, one: Credential, used: Used): Html =>
  html`${facts(keyPairs({ ...used, credentials: [one] }))}${form(
    state,
    'rotate',
    html`<input type="hidden" name="clientId" value="${one.clientId}"><input type="hidden" name="since" value="${one.rotatedAt}">${checkbox(state, { name: 'revoke', id: `revoke-${one.clientId}`, label: 'The key has leaked: revoke it immediately', isOptional: true })}${button('Rotate key')}`,
  )}`

/** The use by day, the newest first. */
function days({ usage }: Used): Html | undefined {
  const results = [...(usage?.results ?? [])].reverse()
  if (results.length === 0) return undefined
  return html`<table><thead><tr><th scope="col">Day</th><th scope="col">Requests</th><th scope="col">Refused by limits</th></tr></thead><tbody>${results.map(
    ({ time, requests, limited }) =>
      html`<tr><td>${time.slice(0, 10)}</td><td class="to-right">${requests.toLocaleString('en')}</td><td class="to-right">${limited.toLocaleString('en')}</td></tr>`,
  )}</tbody></table>`
}

const closing = (state: Form, isWaiting: boolean): Html =>
  html`<h2>${isWaiting ? 'Withdraw' : 'Close'}</h2><p>${isWaiting ? 'You can subscribe again later.' : 'It stops working immediately. This cannot be undone.'}</p>${form(state, 'close', html`${checkbox(state, { name: 'sure', label: isWaiting ? 'Withdraw this subscription' : 'Close this subscription' })}${button('Close subscription', false)}`)}`
