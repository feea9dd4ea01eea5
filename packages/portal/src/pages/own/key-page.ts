import { exampleOf } from '../calls.ts'
import { type Html, html } from '../html.ts'
import type { Place } from '../place.ts'
import { findApi } from '../site.ts'
import { linkToOwn } from './forms.ts'
import { type OwnPage, ownPage } from './own-page.ts'
import type { ShownKey, Subscription } from './records.ts'
import { isAhead, namesOf, timeOf } from './use.ts'

/** What is said of a key that cannot be shown again. */
export const SHOWN_ONCE = 'This key was shown once. Rotate it to get a new one.'

/** A new key, once: how to call the API with it, and how programs rotate it. */
export function keyPage(place: Place, key: ShownKey, subscription: Subscription): OwnPage {
  const { clientId, clientSecret } = key
  const { api: name, plan } = namesOf(place, subscription)
  const api = findApi(place.site, subscription.api_ref)
  const address = api && exampleOf(api, subscription.plan_ref)
  return ownPage(
    'Your key',
    html`<h1>Your key</h1><p>For ${name}, plan ${plan}.</p><p class="notice" role="note"><strong>You won’t be able to see this secret again.</strong> Copy it now.</p>${shown('Client ID', clientId)}${shown('Client secret', clientSecret)}${previousWords(key, place.visitor.now)}<h2>Call the API</h2>${
      address === undefined
        ? html`<p>Ask the owner of this API for the address of the gateway.</p><pre class="wrap"><code>curl -u ${quoted(clientId, clientSecret)} $GATEWAY</code></pre>`
        : html`<pre class="wrap"><code>curl -u ${quoted(clientId, clientSecret)} ${address}</code></pre>`
    }<h2>Rotate it later</h2><p>Use <em>Rotate key</em> on the page of the <a href="${linkToOwn(place, ['subscriptions', subscription.id])}">subscription</a>. Programs send the current secret to <code>POST /api/credentials/_rotate</code> as <code>{"clientId": "…", "clientSecret": "…"}</code> and receive a new secret.</p>`,
  )
}

const MINUTE = 60_000

/** Whether the replaced key still works. It was replaced some moments after `now`, so that less than a minute is no overlap. */
function previousWords({ previousUntil, replaces = previousUntil !== undefined }: ShownKey, now: number) {
  if (!replaces) return undefined
  return isAhead(previousUntil, now + MINUTE)
    ? html`<p>The previous key works until ${timeOf(previousUntil)}.</p>`
    : html`<p>The previous key no longer works.</p>`
}

const shown = (name: string, value: string): Html => html`<h2>${name}</h2><pre class="wrap"><code>${value}</code></pre>`

/** Both as a shell reads them. */
const quoted = (clientId: string, clientSecret: string): string => {
  const pair = `${clientId}:${clientSecret}`
  return /^[\w.:@%+,/~=-]+$/.test(pair) ? pair : `'${pair.replaceAll("'", `'\\''`)}'`
}
