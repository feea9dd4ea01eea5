import type { IncomingMessage } from 'node:http'
import { domains, SESSION_LIFE, type Signalbox, SignalboxError, type Store } from '@signalbox/core'
import { encodeError } from '@signalbox/core/wire'
import { sessionCookie } from '@signalbox/hono'
import type { Context, Hono } from 'hono'
import { isSecure } from '../http/address.ts'
import type { Settings } from '../settings/settings.ts'
import { accountOf, type ClaimedAccount } from './account-of.ts'
import { noFlowCookie } from './flow-cookie.ts'
import { SignInFailure, type SignInProblem, signInProblems } from './sign-in-failure.ts'
import { createSignInFlow } from './sign-in-flow.ts'

const BASE = 'http://dashboard.invalid'

/** The path of the dashboard that `to` names, as browsers read it; `/` if it leads elsewhere. */
function backTo(to: string | undefined): string {
  if (!to?.startsWith('/') || to.length > MOST_PATH_CHARACTERS || !URL.canParse(to, BASE)) return '/'
  const { origin, pathname, search } = new URL(to, BASE)
  const isPage = !pathname.startsWith('//') && !/^\/(sign-in|api)(\/|$)/.test(pathname)
  return origin === BASE && isPage ? pathname + search : '/'
}

/** It is kept in a cookie, which browsers limit. */
const MOST_PATH_CHARACTERS = 2000

/** Where users begin to sign in, below the address of the server. */
export const SIGN_IN_PATH = '/api/login/oidc'

interface SignInParts {
  readonly box: Pick<Signalbox, 'signIn'>
  /** The address of the server as browsers see it, without a slash at its end. */
  readonly baseUrl: string
  /** Keeps the key that signs cookies of sign-ins, for all servers behind that address. */
  readonly store: Store
  readonly report: (error: unknown) => void
}

/** Adds the routes by which users sign in with the identity provider of the settings: its begin and its callback. */
export function addSignIn(app: Hono, settings: Settings, { box, baseUrl, store, report }: SignInParts): Hono {
  check(settings)
  const callback = `${baseUrl}${SIGN_IN_PATH}/callback`
  const flows = createSignInFlow(settings, { callback, store })
  const isHttps = (c: Context) => isSecure((c.env as { incoming: IncomingMessage }).incoming, settings.trustProxy)

  /** Goes to a page. What a cookie keeps, and the code in an address, must not be cached or passed on. */
  const redirect = (c: Context, url: string, cookies: readonly string[]) => {
    c.header('Cache-Control', 'no-store')
    c.header('Referrer-Policy', 'no-referrer')
    for (const cookie of cookies) c.header('Set-Cookie', cookie, { append: true })
    return c.redirect(url, 303)
  }

  function fail(c: Context, error: unknown, to: string): Response {
    const failed = problemOf(error)
    if (!failed) throw error
    report(error)
    const cookies = [noFlowCookie(isHttps(c))]
    if (settings.dashboard === 'on')
      return redirect(c, `${baseUrl}/sign-in?${new URLSearchParams({ problem: failed, to })}`, cookies)
    const [code, message] = signInProblems[failed]
    return encodeError(new SignalboxError(code, message))
  }

  app.get(SIGN_IN_PATH, async (c) => {
    const to = backTo(c.req.query('to'))
    try {
      const { url, cookie } = await flows.begin(to, isHttps(c))
      return redirect(c, url, [cookie])
    } catch (error) {
      return fail(c, error, to)
    }
  })

  app.get(`${SIGN_IN_PATH}/callback`, async (c) => {
    const flow = await flows.resume({
      cookies: c.req.header('Cookie'),
      search: new URL(c.req.url).search,
      isSecure: isHttps(c),
    })
    const to = backTo(flow.to)
    try {
      const { session } = await signInWith(box, accountOf(await flow.claims(), settings))
      const cookie = sessionCookie(session, isHttps(c), SESSION_LIFE / 1000)
      return redirect(c, baseUrl + to, [cookie, flow.noCookie])
    } catch (error) {
      return fail(c, error, to)
    }
  })
  return app
}

/** Signs an account in. An account without an id is let in if it has a user already, and loses its rights in any case. */
const signInWith = (box: SignInParts['box'], { account, problem }: ClaimedAccount) =>
  box.signIn(account).catch((error: unknown) => {
    throw problem && (error as SignalboxError).code === 'INVALID' ? problem : error
  })

/** Checks what the settings alone do not show. Throws an `Error` that names the setting. */
function check({ oidcGroups, oidcBaseUrl, host }: Settings): void {
  const named = oidcGroups.flatMap(({ authorizedPatterns = [] }) =>
    authorizedPatterns.flatMap((one) => one.domains ?? []),
  )
  const unknown = named.find((domain) => domain !== '*' && !Object.hasOwn(domains, domain))
  if (unknown !== undefined)
    throw new Error(`SIGNALBOX_OIDC_GROUPS names the domain ${unknown}: use ${Object.keys(domains).join(', ')} or *`)
  if (oidcBaseUrl === '' && /^(0\.0\.0\.0|::)$/.test(host))
    throw new Error(
      'SIGNALBOX_OIDC_BASE_URL is not set, and HOST stands for all addresses: set it to the address of this server as browsers see it',
    )
}

/** The name of the problem of a sign-in; `undefined` for other failures. */
function problemOf(error: unknown): SignInProblem | undefined {
  if (error instanceof SignInFailure) return error.problem
  if (!(error instanceof SignalboxError)) return undefined
  return ({ CONFLICT: 'taken', FORBIDDEN: 'forbidden', INVALID: 'incomplete' } as const)[error.code as 'CONFLICT']
}
