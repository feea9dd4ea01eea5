import type { Caller, Identity, Signalbox } from '@signalbox/core'
import { anyone, authorize, nobody, SESSION_LIFE, sessionOf, toCaller } from '@signalbox/core/access'
import { checkOptions } from '@signalbox/core/errors'
import type { Listed } from '@signalbox/core/wire'
import {
  answerOf,
  contractOf,
  createDecoder,
  decodeOptions,
  defaultLimits,
  encodeError,
  encodeResponse,
  isJsonText,
  isStream,
  operations,
  SignalboxError,
  withFailureMembers,
} from '@signalbox/core/wire'
import type { Context } from 'hono'
import { Hono } from 'hono'
import { cors } from 'hono/cors'
import { matchedRoutes, routePath } from 'hono/route'
import { challengeOf, withWays } from './challenge.ts'
import type { CredentialHeaders } from './credentials.ts'
import { readCredentials, refuseOtherSites, sessionCookie } from './credentials.ts'
import type { Described, DocsOptions } from './docs.ts'
import { describers } from './docs.ts'
import { createMatcher } from './match.ts'
import { nearestPath } from './nearest-path.ts'
import { answerUnknown } from './unknown.ts'

/** Identifies the sender of a request; `undefined` leads to a 401 response. */
export type Authenticate = (request: Request) => Identity | undefined | Promise<Identity | undefined>

/** Options of `toHono`. */
export interface HonoOptions extends CredentialHeaders {
  /**
   * How callers are identified. By default, by the API keys and sessions of the box; pass a function to identify them
   * yourself, or `'open'` to let anyone do anything.
   */
  readonly access?: 'open' | Authenticate
  /** The maximum size of a JSON body, and of one nd-json line, in bytes. @default 1048576 */
  readonly bodyLimit?: number
  /** The maximum size of a gateway API's JSON in bytes, without its deployments. @default 16777216 */
  readonly apiBodyLimit?: number
  /** Other origins whose pages may call the API; `['*']` allows all. @default none */
  readonly corsOrigins?: readonly string[]
  /** Returns the caller's address, by which failed logins are throttled. @default the address of the socket, on Node */
  readonly addressOf?: (c: Context) => string
  /** Whether the caller's connection is encrypted, and the session cookie with it. @default whether the URL is https */
  readonly isSecure?: (c: Context) => boolean
  /** Called with failures that are answered by a 500 without details. @default console.error */
  readonly report?: (error: unknown) => void
  /** The descriptions of the service below `/apis`. @default public, without the reference page */
  readonly docs?: DocsOptions
}

const optionNames = {
  clientIdHeader: true,
  clientSecretHeader: true,
  access: true,
  bodyLimit: true,
  apiBodyLimit: true,
  corsOrigins: true,
  addressOf: true,
  isSecure: true,
  report: true,
  docs: true,
} as const satisfies Record<keyof HonoOptions, true>

/** All routes of this app are below one of these. */
const roots = ['/api/*', '/apis/*', '/ofrep/*']

/** What can be mounted: a box of `createSignalbox` or `createFlags`, or the result of its `as`. */
export type Mountable = Pick<Signalbox, 'slices'> &
  Partial<Pick<Signalbox, 'identify' | 'plugins'>> & { as?(identity: Identity): object }

/**
 * Mounts an API as a Hono app: every operation, and an error for every other path below `/api`, `/apis` and `/ofrep`.
 * Use it alone (`app.fetch`), or next to routes of your own, which may also be below those paths.
 *
 * @example
 * ```ts
 * const app = new Hono()
 * app.get('/api/hello', (c) => c.text('Hello'))
 * app.route('/', toHono(createSignalbox()))
 * ```
 */
export function toHono(box: Mountable, options: HonoOptions = {}): Hono {
  checkOptions('toHono', options, optionNames)
  const { corsOrigins = [], docs = {}, clientIdHeader, clientSecretHeader, report } = options
  const app = new Hono()
  const identify = identifier(box, options)
  const listed = operations(contractOf(slicesOf(box)))
  const described = describers(box, docs, { clientIdHeader, clientSecretHeader })
  const near = nearestPath([
    ...listed.map((one) => one.operation.path),
    ...described.map((one) => one.description.path),
  ])
  const { find, methods } = createMatcher<Handler>([
    ...listed.map((one) => ({ ...one.operation, target: toHandler(one, { box, identify, options, listed }) })),
    ...described.map((one) => ({ method: 'GET', path: one.description.path, target: toDescriber(one, report) })),
  ])
  if (corsOrigins.length > 0)
    for (const path of new Set(listed.map((one) => toPath(one.operation.path))))
      app.use(path, allowOrigins(corsOrigins))
  for (const root of roots)
    app.all(root, (c, next) => {
      const path = pathOf(c, root)
      const method = c.req.method === 'HEAD' ? 'GET' : c.req.method
      const match = find(method, path, (name) => c.req.query(name))
      if (match) return match.target(c, match.params)
      const isLast = c.req.routeIndex === matchedRoutes(c).length - 1
      if (!isLast) return next()
      const takes = methods(path)
      const like = takes.length === 0 ? near(path) : undefined
      return answerUnknown(c.req, takes, like && c.req.path.slice(0, -path.length) + like)
    })
  return app
}

/** The slices of a box. APIs from elsewhere, such as clients, have none. */
function slicesOf(box: Mountable): Mountable['slices'] {
  if (Array.isArray(box.slices)) return box.slices
  throw new TypeError(
    'toHono requires a Signalbox, or the result of its `as`: for another API, pass `{ ...api, slices }` with `slices` of @signalbox/core/contract',
  )
}

type Identifier = (c: Context, isUnsafe: boolean) => Caller | Promise<Caller>

/** Returns the function that identifies callers, as the host chose. */
function identifier(box: object, options: HonoOptions): Identifier {
  const { access, addressOf = socketAddress, isSecure = isHttps } = options
  if (access === 'open') return () => anyone
  if (!('as' in box))
    throw new TypeError(
      "toHono requires `access: 'open'` for an API other than a whole Signalbox, because it makes all calls as one caller",
    )
  if (typeof access === 'function') return async (c) => toCallerOrNobody(await access(c.req.raw))
  if (access !== undefined)
    throw new TypeError("access must be 'open' or a function that returns the caller of a request")
  const { identify } = box as Partial<Signalbox>
  if (!identify)
    throw new TypeError(
      "toHono requires `access: 'open'` or a function that returns the caller of a request, because this API has no API keys",
    )
  return async (c, isUnsafe) => {
    const credentials = readCredentials(c.req.raw, options, isSecure(c))
    if (credentials.session !== undefined && isUnsafe) refuseOtherSites(c.req.raw)
    return toCallerOrNobody(await identify({ ...credentials, address: addressOf(c) }))
  }
}

/** The caller's address, as `@hono/node-server` provides it. */
const socketAddress = ({ env }: Context): string =>
  (env as { incoming?: { socket?: { remoteAddress?: string } } } | undefined)?.incoming?.socket?.remoteAddress ?? ''

const isHttps = (c: Context): boolean => c.req.url.startsWith('https:')

const toCallerOrNobody = (identity: Identity | undefined): Caller => (identity ? toCaller(identity) : nobody)

/** What every handler needs. */
interface Mounting {
  readonly box: object
  readonly identify: Identifier
  readonly options: HonoOptions
  readonly listed: readonly Listed[]
}

type Handler = (c: Context, params: Readonly<Record<string, string>>) => Promise<Response>

function toHandler({ name, operation, find }: Listed, { box, identify, options, listed }: Mounting): Handler {
  const { report = console.error, addressOf = socketAddress, isSecure = isHttps } = options
  const { bodyLimit = defaultLimits.bodyLimit, apiBodyLimit = defaultLimits.apiBodyLimit } = options
  const call = find(box)
  const decode = createDecoder(operation, { bodyLimit, apiBodyLimit }, fixedQueries(operation, listed))
  const mayChange = operation.method !== 'GET' || operation.safe === false
  const isOpen = operation.access === 'open'
  const isLogin = name[0] === 'login'
  /** With `access` of its own, the host knows which credentials to ask for. */
  const isOurs = options.access === undefined

  return async (c, params) => {
    try {
      const request = c.req.raw
      if (isLogin) refuseOtherSites(request)
      const caller = isOpen ? nobody : await identify(c, mayChange)
      authorize(operation.access, caller, params)
      const input = await decode(request, params)
      const address = mayChange ? { address: addressOf(c) } : undefined
      const asked = { ...decodeOptions(operation, request), ...address, caller, asText: true, asAnswer: true } as const
      const answer = answerOf(await call(input, asked))
      const written = isStream(operation.response)
        ? { onFailure: breakOff(report), onCut: cutter(c) }
        : {
            ...(isJsonText(answer.value) && { onFailure: breakOff(report) }),
            ifNoneMatch: (operation.conditional || operation.revalidates) && request.headers.get('If-None-Match'),
          }
      const token = answer.session ?? sessionOf(caller)
      const response = encodeResponse(operation, answer, written)
      if (token !== undefined)
        response.headers.set('Set-Cookie', sessionCookie(token, isSecure(c), SESSION_LIFE / 1000))
      if (request.method === 'HEAD') await response.body?.cancel()
      return response
    } catch (error) {
      if (!(error instanceof SignalboxError)) report(error)
      const isAsked = isOurs && error instanceof SignalboxError && error.code === 'UNAUTHENTICATED'
      const failure = isAsked && !isOpen ? withWays(error, options) : error
      return encodeError(withFailureMembers(operation, failure, params), isAsked ? challengeOf(c.req.raw) : {})
    }
  }
}

/** The part of the path before the description's is where the host mounted this app. */
const toDescriber =
  ({ description: { path }, answer }: Described, report: (error: unknown) => void = console.error): Handler =>
  (c) =>
    answer(c.req.raw, c.req.path.slice(0, -path.length)).catch((error) => {
      report(error)
      return encodeError(error)
    })

/** Reports what broke a response, and hides it from the host, which may write it into the response. */
const breakOff = (report: (error: unknown) => void) => (error: unknown) => {
  report(error)
  return new Error('The response was aborted; the error has been reported')
}

/** An HTTP/1 response on a socket, as `@hono/node-server` provides it. */
interface Outgoing {
  readonly req?: { readonly httpVersionMajor?: number }
  readonly socket?: { resetAndDestroy?(): void } | null
  destroy?(): void
}

/**
 * Returns a function that cuts the connection of a response on `@hono/node-server`. A reset also frees the megabytes
 * that the system buffers for a client that does not read, which it would otherwise keep for minutes.
 */
function cutter({ env }: Context): (() => void) | undefined {
  const { outgoing } = (env ?? {}) as { outgoing?: Outgoing }
  if (!outgoing?.destroy) return undefined
  const isOwn = outgoing.req?.httpVersionMajor === 1 // in HTTP/2, others share the socket
  return () => {
    if (isOwn) outgoing.socket?.resetAndDestroy?.()
    outgoing.destroy?.()
  }
}

/**
 * The path without the prefix under which the host mounted this app: as many segments as the matched route has before
 * `root`.
 */
function pathOf(c: Context, root: string): string {
  const route = routePath(c)
  if (route === root) return c.req.path
  const below = route.split('/').length - root.split('/').length
  return `/${c.req.path
    .split('/')
    .slice(below + 1)
    .join('/')}`
}

/** The query parameters that distinguish the operations on a path. */
function fixedQueries({ path: own }: Listed['operation'], listed: readonly Listed[]): string[] {
  const [pathname] = own.split('?')
  return listed.flatMap(({ operation: { path } }) => {
    const [other, query] = path.split('?')
    return other === pathname && query ? [query.split('=')[0] as string] : []
  })
}

/** A path of the contract in Hono's syntax, without its query. */
const toPath = (template: string): string => template.replace(/\?.*/, '').replace(/{(\w+)}/g, ':$1')

const allowOrigins = (origins: readonly string[]) =>
  cors({
    origin: origins.includes('*') ? '*' : [...origins],
    exposeHeaders: ['ETag', 'Import-Kept', 'Last-Event-Id', 'Retry-After'],
  })
