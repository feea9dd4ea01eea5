import type { SignalboxError } from '@signalbox/core/errors'
import { framedOwn } from '../pages/frame.ts'
import type { OwnPage } from '../pages/own/own-page.ts'
import type { Place } from '../pages/place.ts'
import { pagePolicy } from '../serving/to-sendable.ts'
import { type Cookies, onceCookie, sessionCookie } from './cookies.ts'
import { locationOf } from './ways.ts'

/** What a visitor gets: a page, or where to go. */
export interface Reply {
  readonly page?: OwnPage
  /** A path below the mount. */
  readonly go?: string
  /** An address as it is sent. */
  readonly location?: string
  /** Begins a session, or ends it if it is empty. */
  readonly session?: string | undefined
  /** Further `Set-Cookie` values. */
  readonly cookies?: readonly string[]
  /** The token of the form that took effect. */
  readonly once?: string
  /** Where the page stands for who has just signed in. @default where it was asked for */
  readonly place?: Place
  /** Seconds. */
  readonly retryAfter?: SignalboxError['retryAfter']
}

/** To whom it is sent. */
export interface Recipient {
  readonly place: Place
  readonly cookies: Cookies
  readonly isSecure: boolean
}

/** Nothing of a consumer is kept by caches. Without a referrer, browsers would send forms without their origin. */
const headers = {
  'Cache-Control': 'no-store',
  Vary: 'Cookie, Accept',
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'same-origin',
} as const

/** Makes the response. */
export async function respond(reply: Reply, { place, cookies, isSecure }: Recipient): Promise<Response> {
  const { page, go, session, once, retryAfter } = reply
  const location = reply.location ?? (go === undefined ? undefined : locationOf(place.depth, go))
  const response = new Response(page ? framedOwn(reply.place ?? place, page) : null, {
    status: page?.status ?? 303,
    headers: {
      ...headers,
      ...(location !== undefined && { Location: location }),
      ...(page && { 'Content-Type': 'text/html; charset=utf-8', 'Content-Security-Policy': await pagePolicy() }),
      ...(retryAfter !== undefined && { 'Retry-After': `${retryAfter}` }),
      // What a browser keeps for its back button is gone, too.
      ...(session === '' && { 'Clear-Site-Data': '"cache"' }),
    },
  })
  if (session !== undefined) response.headers.append('Set-Cookie', sessionCookie(session, isSecure))
  if (once !== undefined) response.headers.append('Set-Cookie', onceCookie([...cookies.once, once], isSecure))
  for (const one of reply.cookies ?? []) response.headers.append('Set-Cookie', one)
  return response
}
