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

/** Tells who sent a request, or `undefined` for nobody: then the answer is 401. */
export type Authenticate = (request: Request) => Identity | undefined | Promise<Identity | undefined>

/** How an API is mounted. */
export interface HonoOptions extends CredentialHeaders {
  /**
   * Absent: the api keys and sessions of the box tell who calls. A function of your own tells instead; `'open'` lets
   * anyone do anything.
   */
  readonly access?: 'open' | Authenticate
  /** The most bytes of a JSON body, and of one nd-json line. @default 1048576 */
  readonly bodyLimit?: number
  /** The most bytes of the JSON of an API of the gateway. Its deployments do not count. @default 16777216 */
  readonly apiBodyLimit?: number
  /** Origins whose pages may call, `['*']` for all; absent: none but our own. */
  readonly corsOrigins?: readonly string[]
  /** The address that a request comes from, so that guessing can be slowed. @default that of the socket, on Node */
  readonly addressOf?: (c: Context) => string
  /** Whether the caller's connection is encrypted, so that the session cookie can be, too. @default whether the URL is one of https */
  readonly isSecure?: (c: Context) => boolean
  /** Told about failures that are answered by 500 without details. @default console.error */
  readonly report?: (error: unknown) => void
  /** How the service describes itself below `/apis`. @default open to all, without the page */
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

/** All that is answered here is below one of these. */
const roots = ['/api/*', '/apis/*', '/ofrep/*']

/** What can be mounted: a box of `createSignalbox` or `createFlags`, or what its `as` returns. */
export type Mountable = Pick<Signalbox, 'slices'> &
  Partial<Pick<Signalbox, 'identify' | 'plugins'>> & { as?(identity: Identity): object }

/**
 * Mounts an API as a Hono app: every operation, and an error for every other path below `/api`, `/apis` and `/ofrep`. Use it alone
 * (`app.fetch`), or beside routes of your own, also below those paths: `app.route('/', toHono(box))`.
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

/** The slices of a box. An API from elsewhere has none of its own. */
function slicesOf(box: Mountable): Mountable['slices'] {
  if (Array.isArray(box.slices)) return box.slices
  throw new TypeError(
    'toHono mounts a Signalbox, or what its `as` returns: for another API pass `{ ...api, slices }`, with `slices` of @signalbox/core/contract',
  )
}

type Identifier = (c: Context, isUnsafe: boolean) => Caller | Promise<Caller>

/** Who sends a request, by whatever means the host chose. */
function identifier(box: object, options: HonoOptions): Identifier {
  const { access, addressOf = socketAddress, isSecure = isHttps } = options
  if (access === 'open') return () => anyone
  if (!('as' in box))
    throw new TypeError(
      "toHono needs `access: 'open'` for an API other than a whole Signalbox: its calls are made by one caller, whoever asks",
    )
  if (typeof access === 'function') return async (c) => toCallerOrNobody(await access(c.req.raw))
  if (access !== undefined) throw new TypeError("access must be 'open', or a function that tells who sent a request")
  const { identify } = box as Partial<Signalbox>
  if (!identify)
    throw new TypeError(
      "toHono needs `access: 'open'`, or a function that tells who sent a request: what is mounted has no API keys",
    )
  return async (c, isUnsafe) => {
    const credentials = readCredentials(c.req.raw, options, isSecure(c))
    if (credentials.session !== undefined && isUnsafe) refuseOtherSites(c.req.raw)
    return toCallerOrNobody(await identify({ ...credentials, address: addressOf(c) }))
  }
}

/** As `@hono/node-server` passes it. */
const socketAddress = ({ env }: Context): string =>
  (env as { incoming?: { socket?: { remoteAddress?: string } } } | undefined)?.incoming?.socket?.remoteAddress ?? ''

const isHttps = (c: Context): boolean => c.req.url.startsWith('https:')

const toCallerOrNobody = (identity: Identity | undefined): Caller => (identity ? toCaller(identity) : nobody)

/** What every operation is mounted with. */
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
  /** A host that tells who calls by means of its own knows what to ask for. */
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

/** The host's own path comes before that of the description. */
const toDescriber =
  ({ description: { path }, answer }: Described, report: (error: unknown) => void = console.error): Handler =>
  (c) =>
    answer(c.req.raw, c.req.path.slice(0, -path.length)).catch((error) => {
      report(error)
      return encodeError(error)
    })

/** What ends an answer early is reported and kept from the host, which may write it into the answer. */
const breakOff = (report: (error: unknown) => void) => (error: unknown) => {
  report(error)
  return new Error('The answer breaks off; what broke it has been reported')
}

/** An answer on a socket of HTTP/1 as `@hono/node-server` passes it. */
interface Outgoing {
  readonly req?: { readonly httpVersionMajor?: number }
  readonly socket?: { resetAndDestroy?(): void } | null
  destroy?(): void
}

/**
 * Cuts a connection that `@hono/node-server` answers on. A reset takes along what the system still holds for a reader who does not read:
 * megabytes, which it would keep for minutes.
 */
function cutter({ env }: Context): (() => void) | undefined {
  const { outgoing } = (env ?? {}) as { outgoing?: Outgoing }
  if (!outgoing?.destroy) return undefined
  const isOwn = outgoing.req?.httpVersionMajor === 1 // of HTTP/2 others share the socket
  return () => {
    if (isOwn) outgoing.socket?.resetAndDestroy?.()
    outgoing.destroy?.()
  }
}

/** The path without what the host mounted us below: as many segments as our route (`root` here) has there before its own. */
function pathOf(c: Context, root: string): string {
  const route = routePath(c)
  if (route === root) return c.req.path
  const below = route.split('/').length - root.split('/').length
  return `/${c.req.path
    .split('/')
    .slice(below + 1)
    .join('/')}`
}

/** The parameters that tell the operations on a path from one another. */
function fixedQueries({ path: own }: Listed['operation'], listed: readonly Listed[]): string[] {
  const [pathname] = own.split('?')
  return listed.flatMap(({ operation: { path } }) => {
    const [other, query] = path.split('?')
    return other === pathname && query ? [query.split('=')[0] as string] : []
  })
}

/** A path of the contract as Hono writes it, without its query. */
const toPath = (template: string): string => template.replace(/\?.*/, '').replace(/{(\w+)}/g, ':$1')

const allowOrigins = (origins: readonly string[]) =>
  cors({
    origin: origins.includes('*') ? '*' : [...origins],
    exposeHeaders: ['ETag', 'Import-Kept', 'Last-Event-Id', 'Retry-After'],
  })
