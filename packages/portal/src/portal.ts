import { chooseType, isTagIn } from '@signalbox/core/wire'
import { createOriginCheck } from '@signalbox/hono/portal'
import { type Context, Hono } from 'hono'
import { routePath } from 'hono/route'
import { accountsOf } from './consumers/accounts-of.ts'
import type { ConsumerBox } from './consumers/consumer-box.ts'
import { noCookies, readCookies, sessionCookie } from './consumers/cookies.ts'
import { loadTrying } from './consumers/load-trying.ts'
import type { Accounts, Found } from './consumers/mine.ts'
import { createOnce } from './consumers/once.ts'
import { answerOwn } from './consumers/own-pages.ts'
import { subscribedPlans } from './consumers/subscribed-plans.ts'
import { answer, type Site, sightOf } from './pages/index.ts'
import { stylesheet } from './pages/style.ts'
import { checkPortalOptions, type PortalOptions } from './portal-options.ts'
import { createKept, type Sendable } from './serving/kept-answers.ts'
import { publicationReader } from './serving/read-publications.ts'
import { type PortalBox, type ReadSite, siteReader } from './serving/read-site.ts'
import { toSendable } from './serving/to-sendable.ts'

/**
 * Creates the developer portal as a Hono app: the documentation and the plans of published APIs, for everybody to read. Mount it
 * below any path; it answers GET and HEAD for all paths below. Pages show what the APIs serve, as soon as it is published. It
 * reads no files, and runs on Node, Bun, Deno and in workers. Throws a `TypeError` for unknown or invalid options.
 *
 * @example
 * ```ts
 * const app = new Hono()
 * app.route('/', toHono(box))
 * app.route('/developers', portal(box, { title: 'Example for developers' }))
 * app.route('/docs/billing', portal(box, { apis: 'billing' })) // the pages of one API
 * ```
 */
export function portal(box: PortalBox & Partial<ConsumerBox>, options: PortalOptions = {}): Hono {
  checkPortalOptions(options)
  return createPortal(box, options, accountsOf(box, options))
}

/** Creates a portal whose visitors may have accounts. */
export function createPortal(box: PortalBox, options: PortalOptions, accounts?: Accounts): Hono {
  checkPortalOptions(options)
  const { apis = '*', title = 'Developers', theme, portalUrl, clock = Date.now, report = console.error } = options
  const { addressOf = socketAddress, isSecure = isHttps } = options
  const readSite = siteReader(box, {
    ...{ apis, title, clock, report },
    ...(theme !== undefined && { theme }),
    ...(portalUrl !== undefined && { portalUrl }),
    ...(accounts && { accounts: accounts.kind }),
  })
  const withPublications = publicationReader(box)
  const style = stylesheetFile(theme)
  const kept = createKept()
  const own = accounts && {
    ...{ accounts, portalUrl, report, once: createOnce() },
    refusalOf: accounts.refusalOf ?? createOriginCheck({ portalUrl, report }),
  }

  async function respond(c: Context): Promise<Response> {
    const path = pathBelow(c)
    if (path === undefined) return send(c, withSlash(c))
    if (path === style.path) return send(c, style)
    const font = await fontAt(path)
    if (font) return send(c, font)
    let read: ReadSite
    const cookies = own ? readCookies(c.req.header('Cookie'), isSecure(c)) : noCookies
    let found: Found | undefined
    try {
      read = await readSite()
      found = await own?.accounts.find(c.req.raw, cookies.session).catch(unlessLate(read, report))
    } catch {
      return send(c, unavailable)
    }
    const { site, isLate } = read
    if (own && !isLate && /^(GET|HEAD|POST)$/.test(c.req.method)) {
      const visitor = { site, path, now: clock(), found, cookies, isSecure: isSecure(c), address: addressOf(c) }
      const answered = await answerOwn(c, own, visitor)
      if (answered) return answered
    }
    const { method } = c.req
    if (path.startsWith('~/api/') && own?.accounts.call && !isLate) return own.accounts.call(c, path.slice(1), found)
    if (method !== 'GET' && method !== 'HEAD') return isLate ? send(c, unavailable) : c.notFound()
    const renewed = found?.renewed === undefined ? undefined : sessionCookie(found.renewed, isSecure(c))
    return send(c, await pageAt(c, path, { read, found }), renewed)
  }

  /** A page that everybody may read, as this visitor sees it. */
  async function pageAt(c: Context, path: string, { read, found }: { read: ReadSite; found: Found | undefined }) {
    const { site, digest, isLate } = read
    const now = startOfDay(isLate ? read.at : clock())
    const query = queryOf(c)
    const accept = c.req.header('Accept') ?? ''
    const chosen = chooseType(accept, types) ?? 'text/html'
    const isTried = own && found && !isLate && chosen === 'text/html'
    const trying = isTried ? await loadTrying(own, found, { site, path }).catch(report) : undefined
    let subscribed: readonly string[] | undefined
    try {
      subscribed = found && !isLate ? await subscribedPlans(site, path, found.mine) : undefined
    } catch (error) {
      report(error)
      return unavailable
    }
    const visitor = {
      ...{ now, isLate },
      ...(found && { developer: found.developer, consumer: found.consumer }),
      ...(trying && { trying }),
      ...(subscribed && { subscribed }),
    }
    const key = JSON.stringify([digest, sightOf(site, visitor), now, path, query, chosen, found?.developer, subscribed])
    // Forms take effect once, so that each reader gets them anew.
    const known = trying ? undefined : kept.find(key)
    if (known && !isLate) return known
    if (!known && isLate) return unavailable
    let whole: Site
    try {
      whole = await withPublications(site, path)
    } catch (error) {
      report(error)
      return unavailable
    }
    const answered = answer({ site: whole, visitor, path, query, accept: chosen })
    const isMarkdown = chosen === 'text/markdown' || path.endsWith('.md')
    const sendable = await toSendable(answered, isMarkdown ? 'markdown' : 'html', found !== undefined)
    if (trying) return { ...sendable, headers: { ...sendable.headers, 'Cache-Control': 'no-store' } }
    if (!isLate) kept.keep(key, sendable)
    return sendable
  }

  const app = new Hono().get('*', respond)
  return own ? app.all('*', respond) : app
}

/** While the store does not answer, nobody is known. */
const unlessLate =
  ({ isLate }: ReadSite, report: (error: unknown) => void) =>
  (error: unknown): undefined => {
    if (isLate) return
    report(error)
    throw error
  }

/** The socket of a request, as `@hono/node-server` provides it. */
const socketAddress = ({ env }: Pick<Context, 'env'>): string =>
  (env as { incoming?: { socket?: { remoteAddress?: string } } } | undefined)?.incoming?.socket?.remoteAddress ?? ''

const isHttps = ({ req }: Pick<Context, 'req'>): boolean => req.url.startsWith('https:')

/** What pages can be sent as; search results are JSON, too. */
const types = ['text/html', 'text/markdown', 'application/json']

/** The parameters that pages read. */
const parameters = ['q', 'group', 'tag', 'raw']

function queryOf(c: Context): Readonly<Record<string, string>> {
  const given = c.req.query()
  return Object.fromEntries(parameters.flatMap((name) => (given[name] === undefined ? [] : [[name, given[name]]])))
}

/** The path below the mount as it was sent; `undefined` at the mount without a slash. */
function pathBelow(c: Context): string | undefined {
  const { pathname } = new URL(c.req.url)
  const above = routePath(c).split('/').length - 1
  const segments = pathname.split('/')
  return segments.length <= above ? undefined : segments.slice(above).join('/')
}

/** Leads from the mount to its folder. It is relative, because a proxy may have removed a prefix. */
function withSlash(c: Context): Sendable {
  const { pathname, search } = new URL(c.req.url)
  const location = `./${pathname.slice(pathname.lastIndexOf('/') + 1)}/${search}`
  return { status: 308, headers: { Location: location }, body: null }
}

/** A font of the stylesheet. Their code is loaded with the first one that is asked for. */
async function fontAt(path: string): Promise<Sendable | undefined> {
  const [, name = ''] = /^~\/assets\/([\w-]+\.woff2)$/.exec(path) ?? []
  const text = name === '' ? undefined : (await import('./fonts.ts')).fonts[name]
  if (text === undefined) return undefined
  const body = Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
  return { status: 200, headers: assetHeaders('font/woff2'), body }
}

/** Files of the pages have names that change with them, or never change. */
const assetHeaders = (type: string) => ({
  'Content-Type': type,
  'Cache-Control': 'public, max-age=31536000, immutable',
  'X-Content-Type-Options': 'nosniff',
})

function stylesheetFile(theme: string | undefined): Sendable & { readonly path: string } {
  const { name, text } = stylesheet(theme)
  return {
    path: `~/assets/${name}`,
    status: 200,
    headers: assetHeaders('text/css; charset=utf-8'),
    body: text,
  }
}

const unavailable: Sendable = {
  status: 503,
  headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store', 'Retry-After': '5' },
  body: 'The portal cannot read its pages at the moment. Try again in a few seconds.\n',
}

/** Pages name days: they are the same until midnight, UTC. */
const startOfDay = (now: number): number => now - (now % 86_400_000)

function send(c: Context, { status, headers, body }: Sendable, cookie?: string): Response {
  const known = c.req.header('If-None-Match')
  const { ETag: tag } = headers
  const added = cookie === undefined ? headers : { ...headers, 'Set-Cookie': cookie }
  if (status === 200 && tag !== undefined && known !== undefined && isTagIn(known, tag, true)) {
    const { 'Content-Type': _type, ...others } = added as Record<string, string>
    return new Response(null, { status: 304, headers: others })
  }
  return new Response(body, { status, headers: added })
}
