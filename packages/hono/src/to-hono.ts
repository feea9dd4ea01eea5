import type { Caller, Identity, Signalbox, SignalboxApi } from '@signalbox/core'
import { authorize, nobody, owner, SESSION_LIFE, sessionOf, toCaller } from '@signalbox/core'
import { contract } from '@signalbox/core/contract'
import type { Listed } from '@signalbox/core/wire'
import {
  createDecoder,
  decodeOptions,
  encodeError,
  encodeResponse,
  isStream,
  operations,
  SignalboxError,
} from '@signalbox/core/wire'
import type { Context, Handler } from 'hono'
import { Hono } from 'hono'
import { cors } from 'hono/cors'
import type { CredentialHeaders } from './credentials.ts'
import { readCredentials, refuseOtherSites, sessionCookie } from './credentials.ts'
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
  /** Origins whose pages may call, `['*']` for all; absent: none but our own. */
  readonly corsOrigins?: readonly string[]
  /** The address that a request comes from, so that guessing can be slowed. @default that of the socket, on Node */
  readonly addressOf?: (c: Context) => string
  /** Told about failures that are answered by 500 without details. @default console.error */
  readonly report?: (error: unknown) => void
}

/**
 * Mounts an API as a Hono app, a route an operation. Use it alone (`app.fetch`), or beside routes of your own:
 * `app.route('/', toHono(box))`.
 */
export function toHono(box: Signalbox | SignalboxApi, options: HonoOptions = {}): Hono {
  const app = new Hono()
  const { corsOrigins = [] } = options
  if (corsOrigins.length > 0) app.use('*', allowOrigins(corsOrigins))
  const identify = identifier(box, options)
  const listed = operations(contract)
  for (const one of listed) {
    const [path = '', query] = one.operation.path.replace(/{(\w+)}/g, ':$1').split('?')
    const handle = toHandler(one, one.find(box), identify, options)
    app.on(one.operation.method, path, query ? when(query, handle) : handle)
  }
  for (const root of ['/api/*', '/apis/*']) app.all(root, answerUnknown(listed))
  return app
}

type Identifier = (c: Context, isUnsafe: boolean) => Caller | Promise<Caller>

/** Who sends a request, by whatever means the host chose. */
function identifier(box: object, { access, addressOf = socketAddress, ...headers }: HonoOptions): Identifier {
  if (access === 'open') return () => owner
  if (!('identify' in box))
    throw new TypeError(
      "toHono needs `access: 'open'` for an API other than a whole Signalbox: its calls are made by one caller, whoever asks",
    )
  if (access) return async (c) => toCallerOrNobody(await access(c.req.raw))
  const { identify } = box as Signalbox
  return async (c, isUnsafe) => {
    const credentials = readCredentials(c.req.raw, headers)
    if (credentials.session !== undefined && isUnsafe) refuseOtherSites(c.req.raw)
    return toCallerOrNobody(await identify({ ...credentials, address: addressOf(c) }))
  }
}

/** As `@hono/node-server` passes it. */
const socketAddress = ({ env }: Context): string =>
  (env as { incoming?: { socket?: { remoteAddress?: string } } } | undefined)?.incoming?.socket?.remoteAddress ?? ''

const toCallerOrNobody = (identity: Identity | undefined): Caller => (identity ? toCaller(identity) : nobody)

function toHandler(
  { name, operation }: Listed,
  call: ReturnType<Listed['find']>,
  identify: Identifier,
  options: HonoOptions,
): Handler {
  const { bodyLimit = 1024 * 1024, report = console.error, addressOf = socketAddress } = options
  const decode = createDecoder(operation, bodyLimit)
  const isUnsafe = operation.method !== 'GET'
  const isOpen = operation.access === 'open'
  const isLogin = name[0] === 'login'

  return async (c) => {
    try {
      const request = c.req.raw
      if (isLogin) refuseOtherSites(request)
      const caller = isOpen ? nobody : await identify(c, isUnsafe)
      const params = c.req.param()
      authorize(operation.access, caller, params.id)
      const input = await decode(request, params)
      if (request.method === 'HEAD' && isStream(operation.response))
        return new Response(null, encodeResponse(operation, []))
      const address = isUnsafe ? { address: addressOf(c) } : undefined
      const result = await call(input, { ...decodeOptions(operation, request), ...address, caller })
      return withCookie(
        encodeResponse(operation, result, operation.conditional && request.headers.get('If-None-Match')),
        sessionOf(result as object) ?? sessionOf(caller),
        request,
      )
    } catch (error) {
      if (!(error instanceof SignalboxError)) report(error)
      return encodeError(error)
    }
  }
}

function withCookie(response: Response, token: string | undefined, request: Request): Response {
  if (token !== undefined) response.headers.set('Set-Cookie', sessionCookie(token, request, SESSION_LIFE / 1000))
  return response
}

/** Runs a handler for requests that have a parameter with a value, and leaves others to the next. */
function when(query: string, handle: Handler): Handler {
  const [name = '', value] = query.split('=')
  return (c: Context, next) => (c.req.query(name) === value ? handle(c, next) : next())
}

const allowOrigins = (origins: readonly string[]) =>
  cors({
    origin: origins.includes('*') ? '*' : [...origins],
    exposeHeaders: ['ETag', 'Retry-After'],
  })
