import { SignalboxError } from '@signalbox/core/errors'
import type { OriginCheck } from '@signalbox/hono/portal'
import type { Context } from 'hono'
import { messagePage } from '../pages/own/entry-pages.ts'
import { isSame, readPath } from '../pages/paths.ts'
import type { Place } from '../pages/place.ts'
import type { Site } from '../pages/site.ts'
import { siteFor } from '../pages/site-for.ts'
import { addressOfHost } from './address-of-host.ts'
import type { Cookies } from './cookies.ts'
import { findScreen } from './find-screen.ts'
import type { Accounts, Found } from './mine.ts'
import type { Once } from './once.ts'
import { posted } from './posted.ts'
import { replyOfStep, stepAt } from './provider-sign-in.ts'
import { type Reply, respond } from './reply.ts'
import { type Screen, showTo, type Visit } from './screen.ts'

/** What the pages of consumers need. */
export interface OwnPages {
  readonly accounts: Accounts
  readonly once: Once
  readonly portalUrl: string | undefined
  /** Why a form is refused. */
  readonly refusalOf: OriginCheck
  readonly report: (error: unknown) => void
}

/** Somebody at a path below the mount. */
export interface Visitor {
  readonly site: Site
  readonly path: string
  /** Epoch milliseconds. */
  readonly now: number
  readonly found: Found | undefined
  readonly cookies: Cookies
  readonly isSecure: boolean
  /** The network address. */
  readonly address: string
}

/** Answers what people see and send at their own pages; `undefined` for other paths. */
export async function answerOwn(c: Context, own: OwnPages, visitor: Visitor): Promise<Response | undefined> {
  const { path, now, found, isSecure, cookies, address } = visitor
  const seen = { now, ...(found && { developer: found.developer, consumer: found.consumer }) }
  const site = siteFor(visitor.site, seen)
  const { segments, depth, isFolder } = readPath(path)
  const { search } = new URL(c.req.url)
  if (!segments) return undefined
  const isSignOut = isSame(segments, ['~', 'sign-out'])
  const place: Place = {
    ...{ site, depth, here: `${path}${search}` },
    visitor: seen,
  }
  const step = c.req.method === 'GET' ? stepAt(segments) : undefined
  const { provider } = own.accounts
  if (step && provider) {
    const request = { query: c.req.query(), search, cookies: c.req.header('Cookie'), isSecure }
    const reply = await replyOfStep(step, { place, provider, ...request }).catch((error) => failed(error, own))
    return respond(reply, { place, cookies, isSecure })
  }
  const screen = findScreen(site, segments)
  if (!screen && !isSignOut) return undefined
  const visit: Visit = {
    ...{
      place,
      whole: visitor.site,
      accounts: own.accounts,
      query: c.req.query(),
      address,
      url: c.req.url,
      portalUrl: own.portalUrl,
    },
    ...{ next: own.once.create, find: (session = cookies.session) => own.accounts.find(c.req.raw, session) },
    ...(found && { found }),
  }
  const reply = await replyTo(c, own, { visit, screen, isFolder, cookies })
  return respond({ session: found?.renewed, ...reply }, { place, cookies, isSecure })
}

interface Asked {
  readonly visit: Visit
  /** Absent where people sign out. */
  readonly screen: Screen | undefined
  readonly isFolder: boolean
  readonly cookies: Cookies
}

async function replyTo(c: Context, own: OwnPages, { visit, screen, isFolder, cookies }: Asked): Promise<Reply> {
  const { place, found, accounts } = visit
  const isPost = c.req.method === 'POST'
  if (!isPost && !isFolder) return { location: withSlash(visit.url) }
  const refusal = isPost ? own.refusalOf(c.req.raw) : undefined
  if (refusal) return { page: messagePage(403, 'The form was not accepted', { text: `${refusal.message}.` }) }
  try {
    if (!screen) {
      if (isPost && cookies.session !== undefined) await accounts.signOut(cookies.session)
      return { go: '', ...(isPost && { session: '' }) }
    }
    if (isPost) return await posted(c.req.raw, visit, { screen, once: own.once, known: cookies.once })
    if (!screen.isOpen && !found) return { go: `~/sign-in/?${new URLSearchParams({ to: place.here ?? '' })}` }
    if (
      isSame(readPath(place.here?.split('?', 1)[0] ?? '').segments ?? [], ['~', 'sign-in']) &&
      !found &&
      accounts.signIn !== undefined
    )
      return { location: addressOfHost(accounts.signIn, visit) }
    const page = await showTo(screen, visit, { token: own.once.create() })
    return typeof page === 'string' ? { go: page } : { page }
  } catch (error) {
    return failed(error, own)
  }
}

/** The same address with a slash at its end. It is relative, because a proxy may have removed a prefix. */
function withSlash(url: string): string {
  const { pathname, search } = new URL(url)
  return `./${pathname.slice(pathname.lastIndexOf('/') + 1)}/${search}`
}

/** The message if a page cannot be shown. Unexpected errors are reported, but not shown. */
function failed(error: unknown, { report }: OwnPages): Reply {
  if (error instanceof SignalboxError) {
    if (error.code === 'NOT_FOUND')
      return {
        page: messagePage(404, 'Not found', {
          text: 'There is no page at this address, or you do not have access to it.',
        }),
      }
    if (error.code === 'FORBIDDEN') return { page: messagePage(403, 'Not allowed', { text: `${error.message}.` }) }
  }
  report(error)
  return {
    page: messagePage(503, 'Not available', {
      text: 'The portal cannot load this page at the moment. Try again in a few seconds. If you sent a form, check first whether it took effect.',
    }),
    retryAfter: 5,
  }
}
