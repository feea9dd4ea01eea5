import type { Identity } from '@signalbox/core'
import { nobody, toCaller } from '@signalbox/core/access'
import { contractOf, operations } from '@signalbox/core/wire'
import type { Context } from 'hono'
import type { Identifier } from '../answering/identifier.ts'
import { type Handler, toHandler } from '../answering/to-handler.ts'
import { fixedQueriesOf } from '../fixed-queries.ts'
import type { HonoOptions } from '../hono-options.ts'
import { createMatcher } from '../match.ts'
import { type Mountable, slicesOf } from '../mountable.ts'
import { nearestPath } from '../nearest-path.ts'
import { answerUnknown } from '../unknown.ts'
import type { OriginCheck } from './origin-check.ts'

/** How a portal knows its callers. */
export interface PortalDoorOptions extends Pick<HonoOptions, 'addressOf' | 'isSecure' | 'report'> {
  /** The consumer who sends a request; `undefined` for nobody in particular. */
  identify(c: Context): Identity | undefined
  /** Why a request that may change something is refused. */
  readonly refusalOf: OriginCheck
  /** The header that begins, extends or, with an empty token, ends a session. */
  sessionCookie(token: string, isSecure: boolean): string
}

/** Answers a request at a path of the contract, such as `/api/mine`. */
export type PortalDoor = (c: Context, path: string) => Response | Promise<Response>

/**
 * Serves the operations that only a portal for consumers of APIs serves, and an error for every other path. Requests that may
 * change something are rejected if they come from a page of another site.
 */
export function portalDoor(
  box: Mountable,
  { identify, refusalOf, sessionCookie, ...options }: PortalDoorOptions,
): PortalDoor {
  const listed = operations(contractOf(slicesOf(box)), 'portal')
  const fixedQueries = fixedQueriesOf(listed)
  const byPortal: Identifier<Context> = (c, request, isUnsafe) => {
    const refusal = isUnsafe ? refusalOf(request) : undefined
    if (refusal) throw refusal
    const identity = identify(c)
    return identity ? toCaller(identity) : nobody
  }
  // With a function of the host, errors do not name ways of the service to authenticate.
  const mounting = { ...options, access: () => undefined, sessionCookie }
  const { find, methods } = createMatcher<Handler>(
    listed.map((one) => ({
      ...one.operation,
      target: toHandler(one, { box, identify: byPortal, options: mounting, fixedQueries }),
    })),
  )
  const near = nearestPath(listed.map(({ operation }) => operation.path))
  return (c, path) => {
    const method = c.req.method === 'HEAD' ? 'GET' : c.req.method
    const match = find(method, path, (name) => c.req.query(name))
    if (match) return uncached(match.target(c, match.params))
    const takes = methods(path)
    const like = takes.length === 0 ? near(path) : undefined
    return answerUnknown(c.req, takes, like && c.req.path.slice(0, -path.length) + like)
  }
}

/** What is a consumer's is kept by no cache. */
async function uncached(answering: Response | Promise<Response>): Promise<Response> {
  const response = await answering
  response.headers.set('Cache-Control', 'no-store')
  response.headers.set('Vary', 'Cookie')
  return response
}
