import { type Html, html } from './html.ts'
import { linkToApi, type Place } from './place.ts'
import { findApi, isReadable, type Plan, type SiteApi } from './site.ts'

/** What pages say while the store does not answer. */
export const LATE = 'The portal cannot read its data at the moment. This page may be out of date.'

const DAY = 86_400_000

/** A date as people read it, in UTC. */
export const dateOf = (at: number, lang = 'en'): string =>
  new Intl.DateTimeFormat(lang, { dateStyle: 'long', timeZone: 'UTC' }).format(at)

/** How long it is until a date, in days of the calendar (UTC), as pages are the same all day: `29 days left`. */
export function timeLeft(at: number, now: number): string {
  const days = Math.floor(at / DAY) - Math.floor(now / DAY)
  if (at <= now) return 'it has ended'
  return days === 0 ? 'today' : days === 1 ? '1 day left' : `${days.toLocaleString('en')} days left`
}

/** A text in one line of Markdown, without effect as Markdown. */
export const inLine = (text: string): string => text.replace(/\s+/g, ' ').replace(/[\\`*_[\]<>#|!~]/g, '\\$&')

/** How a consumer of a plan proves who they are. */
const accessWords = {
  keyless: 'No key is needed',
  apikey: 'A client ID and a client secret',
  jwt: 'A signed token (JWT)',
  mtls: 'A client certificate',
  'oauth2-local': 'An access token of this gateway (OAuth 2.0 client credentials)',
  'oauth2-remote': 'An access token of an identity provider (OAuth 2.0)',
} as const satisfies Record<Plan['access_mode_configuration_type'], string>

/** The facts about a plan that consumers choose by, each with its name. */
export function factsOf(plan: Plan, lang: string): readonly (readonly [name: string, value: string])[] {
  const facts: [string, string | undefined][] = [
    ['Price', priceOf(plan, lang)],
    ['Quota', quotaOf(plan)],
    ['Access', accessWords[plan.access_mode_configuration_type]],
    ['Key rotation', rotationOf(plan)],
  ]
  return facts.flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const]))
}

function priceOf({ pricing }: Plan, lang: string): string | undefined {
  const { enabled = false, name, price, currency, params } = pricing ?? {}
  if (!enabled) return undefined
  const period: unknown = params?.period
  const amount = price === undefined ? undefined : amountOf(price, currency, lang)
  return [name, amount && (typeof period === 'string' && period !== '' ? `${amount} per ${period}` : amount)]
    .filter((one) => one !== undefined && one !== '')
    .join(', ')
}

/** An amount in its currency. A currency that nobody knows is shown as it is. */
function amountOf(price: number, currency: string | undefined, lang: string): string {
  if (currency === undefined || currency === '') return new Intl.NumberFormat(lang).format(price)
  try {
    return new Intl.NumberFormat(lang, { style: 'currency', currency }).format(price)
  } catch {
    return `${new Intl.NumberFormat(lang).format(price)} ${currency}`
  }
}

interface Quota {
  readonly window?: number
  readonly perWindow?: number
  readonly perDay?: number
  readonly perMonth?: number
}

function quotaOf({ access_mode_configuration: configuration }: Plan): string | undefined {
  const { window, perWindow, perDay, perMonth } = (configuration as { quota?: Quota } | undefined)?.quota ?? {}
  const requests = (count: number) => `${count.toLocaleString('en')} ${count === 1 ? 'request' : 'requests'}`
  const parts = [
    perWindow !== undefined && window !== undefined && `${requests(perWindow)} in ${window.toLocaleString('en')} s`,
    perDay !== undefined && `${requests(perDay)} a day`,
    perMonth !== undefined && `${requests(perMonth)} a month`,
  ].filter((one) => one !== false)
  return parts.length === 0 ? undefined : parts.join(', ')
}

function rotationOf({ access_mode_configuration: configuration }: Plan): string | undefined {
  const { enabled = false, rotationEvery } =
    (configuration as { rotation?: { enabled?: boolean; rotationEvery?: number } } | undefined)?.rotation ?? {}
  return enabled && rotationEvery !== undefined ? `Every ${rotationEvery.toLocaleString('en')} hours` : undefined
}

/** What a deprecated API tells: since when, until when, and what replaces it. */
export function deprecationOf(place: Place, api: SiteApi): Html | undefined {
  if (api.state !== 'deprecated') return undefined
  const { sunset_at: end } = api
  const until = end !== undefined && ` It ends on ${dateOf(end)}: ${timeLeft(end, place.visitor.now)}.`
  return html`<p class="notice" role="note"><strong>This API is deprecated.</strong>${until}${successorOf(place, api)}</p>`
}

/** A link to the API that replaces another, if it has pages itself. */
export function successorOf(place: Place, { successor }: SiteApi): Html | undefined {
  const next = successor === undefined ? undefined : findApi(place.site, successor)
  return next && isReadable(next) && place.site.only === undefined
    ? html` Use <a href="${linkToApi(place, next, [])}">${next.name}</a> instead.`
    : undefined
}

/** The same as a line of Markdown. */
export function deprecationLine(place: Place, api: SiteApi): string | undefined {
  if (api.state !== 'deprecated') return undefined
  const { sunset_at: end } = api
  const until = end === undefined ? '' : ` It ends on ${dateOf(end)}: ${timeLeft(end, place.visitor.now)}.`
  return `> This API is deprecated.${until}${successorLine(place, api)}`
}

/** The same link in Markdown. */
export function successorLine(place: Place, { successor }: SiteApi): string {
  const next = successor === undefined ? undefined : findApi(place.site, successor)
  return next && isReadable(next) && place.site.only === undefined
    ? ` Use [${inLine(next.name)}](${linkToApi(place, next, [])}) instead.`
    : ''
}
