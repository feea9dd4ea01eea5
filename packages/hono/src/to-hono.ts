import type { SignalboxApi } from '@signalbox/core'
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
import type { Context } from 'hono'
import { Hono } from 'hono'
import { cors } from 'hono/cors'
import { matchedRoutes, routePath } from 'hono/route'
import { createMatcher } from './match.ts'
import { answerUnknown } from './unknown.ts'

/** Who calls. */
export interface Identity {
  readonly id: string
}

/** Tells who sent a request, or `undefined` for nobody: then the answer is 401. */
export type Authenticate = (request: Request) => Identity | undefined | Promise<Identity | undefined>

/** How an API is mounted. */
export interface HonoOptions {
  /** `'open'` lets anyone call anything; a function tells who calls. There is no default: say which. */
  readonly access: 'open' | Authenticate
  /** The most bytes of a JSON body, and of one nd-json line. @default 1048576 */
  readonly bodyLimit?: number
  /** Origins whose pages may call, `['*']` for all; absent: none but our own. */
  readonly corsOrigins?: readonly string[]
  /** Told about failures that are answered by 500 without details. @default console.error */
  readonly report?: (error: unknown) => void
}

/** All that is answered here is below one of these. */
const roots = ['/api/*', '/apis/*']

/**
 * Mounts an API as a Hono app: every operation, and an error for every other path below `/api` and `/apis`. Use it alone
 * (`app.fetch`), or beside routes of your own, also below those paths: `app.route('/', toHono(box, { access }))`.
 */
export function toHono(box: SignalboxApi, options: HonoOptions): Hono {
  const { access, corsOrigins = [] } = options ?? {}
  if (access !== 'open' && typeof access !== 'function')
    throw new TypeError("toHono needs `access`: 'open', or a function that tells who sent a request")
  const app = new Hono()
  const listed = operations(contract)
  const { find, methods } = createMatcher(
    listed.map((one) => ({ ...one.operation, target: toHandler(one, box, options) })),
  )
  if (corsOrigins.length > 0)
    for (const path of new Set(listed.map((one) => toPath(one.operation.path))))
      app.use(path, allowOrigins(corsOrigins))
  for (const root of roots)
    app.all(root, (c, next) => {
      const path = pathOf(c, root)
      const method = c.req.method === 'HEAD' ? 'GET' : c.req.method
      const match = find(method, path, (name) => c.req.query(name))
      if (match) return match.target(c.req.raw, match.params)
      const isLast = c.req.routeIndex === matchedRoutes(c).length - 1
      return isLast ? answerUnknown(c.req, methods(path)) : next()
    })
  return app
}

type Handler = (request: Request, params: Readonly<Record<string, string>>) => Promise<Response>

function toHandler({ operation, find }: Listed, box: object, options: HonoOptions): Handler {
  const { access, bodyLimit = 1024 * 1024, report = console.error } = options
  const call = find(box)
  const decode = createDecoder(operation, bodyLimit)
  const authenticate = access === 'open' || operation.access === 'open' ? undefined : access

  return async (request, params) => {
    try {
      if (authenticate && !(await authenticate(request))) throw unauthenticated()
      const input = await decode(request, params)
      const result = await call(input, decodeOptions(operation, request))
      const shown = isStream(operation.response) ? reported(result as AsyncIterable<unknown>, report) : result
      const ifNoneMatch = operation.conditional && request.headers.get('If-None-Match')
      const response = encodeResponse(operation, shown, ifNoneMatch)
      if (request.method === 'HEAD') await response.body?.cancel()
      return response
    } catch (error) {
      if (!(error instanceof SignalboxError)) report(error)
      return encodeError(error)
    }
  }
}

const unauthenticated = () =>
  new SignalboxError('UNAUTHENTICATED', 'The call carries no valid credentials', {
    errors: [{ message: 'error.credentials', args: [] }],
  })

/** The same values; what ends them early is reported and kept from the host, which may write it into the answer. */
function reported(values: AsyncIterable<unknown>, report: (error: unknown) => void): AsyncIterable<unknown> {
  const iterator = values[Symbol.asyncIterator]()
  const breakOff = (error: unknown): never => {
    report(error)
    throw new Error('The answer breaks off; what broke it has been reported')
  }
  const end = async (): Promise<IteratorResult<unknown>> =>
    (await iterator.return?.()) ?? { done: true, value: undefined }
  return { [Symbol.asyncIterator]: () => ({ next: () => iterator.next().catch(breakOff), return: end }) }
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

/** A path of the contract as Hono writes it, without its query. */
const toPath = (template: string): string => template.replace(/\?.*/, '').replace(/{(\w+)}/g, ':$1')

const allowOrigins = (origins: readonly string[]) =>
  cors({
    origin: origins.includes('*') ? '*' : [...origins],
    exposeHeaders: ['ETag', 'Retry-After'],
  })
