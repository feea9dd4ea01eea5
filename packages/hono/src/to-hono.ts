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
import type { Context, Handler } from 'hono'
import { Hono } from 'hono'
import { cors } from 'hono/cors'
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

/**
 * Mounts an API as a Hono app, a route an operation. Use it alone (`app.fetch`), or beside routes of your own:
 * `app.route('/', toHono(box, { access }))`.
 */
export function toHono(box: SignalboxApi, options: HonoOptions): Hono {
  const { access, corsOrigins = [] } = options ?? {}
  if (access !== 'open' && typeof access !== 'function')
    throw new TypeError("toHono needs `access`: 'open', or a function that tells who sent a request")
  const app = new Hono()
  const listed = operations(contract)
  const routes = listed.map((one) => ({ one, ...toRoute(one.operation.path) }))
  if (corsOrigins.length > 0)
    for (const path of new Set(routes.map((route) => route.path))) app.use(path, allowOrigins(corsOrigins))
  for (const { one, path, query } of routes) {
    const handle = toHandler(one, box, options)
    app.on(one.operation.method, path, query ? when(query, handle) : handle)
  }
  for (const root of ['/api/*', '/apis/*']) app.all(root, answerUnknown(listed))
  return app
}

function toHandler({ operation, find }: Listed, box: object, options: HonoOptions): Handler {
  const { access, bodyLimit = 1024 * 1024, report = console.error } = options
  const call = find(box)
  const decode = createDecoder(operation, bodyLimit)
  const authenticate = access === 'open' || operation.access === 'open' ? undefined : access

  return async (c) => {
    try {
      if (authenticate && !(await authenticate(c.req.raw))) throw unauthenticated()
      const request = c.req.raw
      const input = await decode(request, c.req.param())
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

/** A path of the contract as Hono writes it, and the query it asks for. */
function toRoute(template: string): { path: string; query: string | undefined } {
  const [path = '', query] = template.replace(/{(\w+)}/g, ':$1').split('?')
  return { path, query }
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
