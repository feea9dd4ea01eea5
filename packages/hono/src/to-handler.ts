import { authorize, nobody, SESSION_LIFE, sessionOf } from '@signalbox/core/access'
import type { Listed } from '@signalbox/core/wire'
import {
  answerOf,
  createDecoder,
  decodeOptions,
  defaultLimits,
  encodeError,
  encodeResponse,
  isJsonText,
  isStream,
  SignalboxError,
  withFailureMembers,
} from '@signalbox/core/wire'
import type { Context } from 'hono'
import { challengeOf, withWays } from './challenge.ts'
import { compressed } from './compress.ts'
import { refuseOtherSites, sessionCookie } from './credentials.ts'
import type { Described } from './docs.ts'
import type { HonoOptions, ObservedCall } from './hono-options.ts'
import type { Identifier } from './identifier.ts'
import { isHttps, socketAddress } from './identifier.ts'
import { internalError } from './internal-error.ts'

/** What every handler needs. */
interface Mounting {
  readonly box: object
  readonly identify: Identifier
  readonly options: HonoOptions
  readonly listed: readonly Listed[]
}

/** Answers a request, given the parameters of its path. */
export type Handler = (c: Context, params: Readonly<Record<string, string>>) => Promise<Response>

/** The handler of an operation: identifies the caller, decodes the request, calls the box and encodes the response. */
export function toHandler({ name, operation, find }: Listed, { box, identify, options, listed }: Mounting): Handler {
  const { report = console.error, addressOf = socketAddress, isSecure = isHttps } = options
  const { bodyLimit = defaultLimits.bodyLimit, apiBodyLimit = defaultLimits.apiBodyLimit } = options
  const run = find(box)
  const decode = createDecoder(operation, { bodyLimit, apiBodyLimit }, fixedQueries(operation, listed))
  const mayChange = operation.method !== 'GET' || operation.safe === false
  const isOpen = operation.access === 'open'
  const isLogin = name[0] === 'login'
  /** With `access` of its own, the host knows which credentials to ask for. */
  const isOurs = options.access === undefined
  const { observe, requestIdOf } = options

  async function respond(c: Context, params: Readonly<Record<string, string>>, call?: ObservedCall): Promise<Response> {
    try {
      const request = c.req.raw
      if (isLogin) refuseOtherSites(request)
      const caller = isOpen ? nobody : await identify(c, mayChange)
      if (call && caller.authInfo) call.caller = caller.authInfo
      authorize(operation.access, caller, params)
      const input = await decode(request, params)
      const address = mayChange ? { address: addressOf(c) } : undefined
      const asked = { ...decodeOptions(operation, request), ...address, caller, asText: true, asAnswer: true } as const
      const answer = answerOf(await run(input, asked))
      const written = isStream(operation.response)
        ? { onFailure: breakOff((error) => report(error, c)), onCut: cutter(c) }
        : {
            ...(isJsonText(answer.value) && { onFailure: breakOff((error) => report(error, c)) }),
            ifNoneMatch: (operation.conditional || operation.revalidates) && request.headers.get('If-None-Match'),
          }
      const token = answer.session ?? sessionOf(caller)
      const encoded = encodeResponse(operation, answer, written)
      const response = isCompressed(operation, answer.value) ? compressed(request, encoded) : encoded
      if (token !== undefined)
        response.headers.set('Set-Cookie', sessionCookie(token, isSecure(c), SESSION_LIFE / 1000))
      if (request.method !== 'HEAD') return response
      await response.body?.cancel()
      // Middleware copies responses, which fails for a body that was cancelled.
      return new Response(null, response)
    } catch (error) {
      if (!(error instanceof SignalboxError)) report(error, c)
      const isAsked = isOurs && error instanceof SignalboxError && error.code === 'UNAUTHENTICATED'
      const failure = isAsked && !isOpen ? withWays(error, options) : internalError(error, requestIdOf?.(c))
      return encodeError(withFailureMembers(operation, failure, params), isAsked ? challengeOf(c.req.raw) : {})
    }
  }

  if (!observe) return respond
  const { method, path } = operation
  const told = { operation: name.join('.'), method, path: path.replace(/\?.*/, '') }
  return (c, params) => {
    const call: ObservedCall = { ...told, context: c }
    return observe(call, () => respond(c, params, call))
  }
}

/** Whether a response is worth compressing: downloads and answers that are streamed because of their size. */
const isCompressed = (
  { compresses, response, filename, conditional, revalidates }: Listed['operation'],
  value: unknown,
) =>
  compresses ||
  (isStream(response) && filename !== undefined) ||
  (isJsonText(value) && !Array.isArray(value.pieces) && !conditional && !revalidates)

/** The handler of a description. The part of the path before the description's is where the host mounted this app. */
export function toDescriber(
  { description: { path }, readers, answer }: Described,
  { identify, options }: Pick<Mounting, 'identify' | 'options'>,
): Handler {
  const { report = console.error, isSecure = isHttps, requestIdOf } = options

  async function identified(c: Context) {
    try {
      return await identify(c, false)
    } catch (error) {
      if (error instanceof SignalboxError) return nobody
      throw error
    }
  }

  return async (c) => {
    let session: string | undefined
    /** Whether somebody calls who is known by name and has the right; an API that is open to all knows nobody. */
    async function mayRead(): Promise<boolean> {
      if (!readers) return false
      const caller = await identified(c)
      session = sessionOf(caller)
      return caller.authInfo !== undefined && caller.patterns(readers.right, readers.domain) !== ''
    }
    try {
      const response = await answer(c.req.raw, c.req.path.slice(0, -path.length), mayRead)
      if (session !== undefined)
        response.headers.set('Set-Cookie', sessionCookie(session, isSecure(c), SESSION_LIFE / 1000))
      return response
    } catch (error) {
      report(error, c)
      return encodeError(internalError(error, requestIdOf?.(c)))
    }
  }
}

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

/** The query parameters that distinguish the operations on a path. */
function fixedQueries({ path: own }: Listed['operation'], listed: readonly Listed[]): string[] {
  const [pathname] = own.split('?')
  return listed.flatMap(({ operation: { path } }) => {
    const [other, query] = path.split('?')
    return other === pathname && query ? [query.split('=')[0] as string] : []
  })
}
