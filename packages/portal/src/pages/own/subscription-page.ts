import { type Html, html } from '../html.ts'
import type { Place } from '../place.ts'
import { button, checkbox, type Form, form, linkToOwn, notices } from './forms.ts'
import { type OwnPage, ownPage } from './own-page.ts'
import type { Application, Credential, Used } from './records.ts'
import { hasKeys, meanings, stateOf, states } from './states.ts'
import { apiLink, facts, isAhead, keyPairs, namesOf, timeOf, usePairs } from './use.ts'

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
    html`<h1>${title}</h1>${notices(state)}${meanings[now] !== undefined && html`<p>${meanings[now]}</p>`}${about}${isLive && html`${keys(state, used, place.visitor.now)}<h2>Use</h2>${facts(usePairs(used.usage))}${days(used)}`}${isOwner && (isLive || now === 'waiting') && closing(state, now === 'waiting')}`,
    state,
  )
}

function keys(state: Form, used: Used, now: number): Html | undefined {
  if (!hasKeys(used.subscription)) return undefined
  return html`<h2>Key</h2>${
    used.credentials.length === 0
      ? html`<p>There is no key yet.</p>${form(state, 'rotate', button('Create key'))}`
      : used.credentials.map((one) => key(state, { ...used, credentials: [one] }, { one, now }))
  }`
}

/** A key, with the form that rotates it. It names the key that was seen, so that a form that is too old changes nothing. */
const key = (state: Form, used: Used, { one, now }: { readonly one: Credential; readonly now: number }): Html =>
  html`${facts(keyPairs(used, now))}<p>${overlapWords(one, now)}</p>${form(
    state,
    'rotate',
    html`<input type="hidden" name="clientId" value="${one.clientId}"><input type="hidden" name="since" value="${one.rotatedAt}">${hasOverlap(one, now) && checkbox(state, { name: 'revoke', id: `revoke-${one.clientId}`, label: 'The key has leaked: revoke it immediately', isOptional: true })}${button('Rotate key')}`,
  )}`

/** Whether it matters for the current key if it is revoked: it would work on, or could not be rotated yet. */
const hasOverlap = ({ rotation: { gracePeriod = 0 } = {}, previousUntil }: Credential, now: number): boolean =>
  gracePeriod > 0 || isAhead(previousUntil, now)

/** What a rotation does to the current key. While two keys work, only a revocation makes another. */
function overlapWords({ rotation: { gracePeriod = 0 } = {}, previousUntil }: Credential, now: number): string {
  if (isAhead(previousUntil, now))
    return `Two keys work until ${timeOf(previousUntil)}. Until then, you can rotate only a key that has leaked: both stop at once.`
  if (gracePeriod === 0) return 'The current key stops at once when you rotate it.'
  const hours = gracePeriod === 1 ? 'hour' : `${gracePeriod.toLocaleString('en')} hours`
  return `The current key works for another ${hours} when you rotate it, unless it has leaked.`
}

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
  html`<h2>${isWaiting ? 'Withdraw' : 'Close'}</h2><p>${isWaiting ? 'You can subscribe again later.' : 'It stops working immediately. This cannot be undone.'}</p>${form(state, 'close', html`${checkbox(state, { name: 'sure', label: isWaiting ? 'Withdraw this request' : 'Close this subscription' })}${button(isWaiting ? 'Withdraw request' : 'Close subscription', false)}`)}`
