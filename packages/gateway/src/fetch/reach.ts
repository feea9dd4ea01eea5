import { CallFailedError, type Send } from '../backend/send.ts'
import type { Target } from '../backend/target.ts'
import { transforming } from '../backend/transforms.ts'
import type { Decided } from '../exchange/decided.ts'
import { removeHeader } from '../headers/header-list.ts'
import { type Passing, readWhole } from './bodies.ts'
import { withoutDecoded } from './decoded.ts'
import { isBodiless, toList } from './messages.ts'
import { initOf, urlOf } from './to-request.ts'

/** A response of a backend, and its headers as they came. */
export interface Received {
  readonly response: Pick<Response, 'status' | 'body'>
  readonly rawHeaders: string[]
}

/** Calls the target of an attempt. */
export type Reach = (
  exchange: Decided,
  sending: { readonly passing: Passing | undefined; readonly signal: AbortSignal },
) => Promise<Received>

/** Calls targets by `fetch`. What it cannot send was set by a plugin. */
export const reachByFetch =
  (call: typeof fetch): Reach =>
  async (exchange, sending) => {
    const init = transforming(() => initOf(exchange, sending))
    const response = await call(urlOf(exchange), init)
    const rawHeaders = toList(response.headers)
    withoutDecoded(rawHeaders, response.body !== null && exchange.method !== 'HEAD')
    return { response, rawHeaders }
  }

/** The most bytes of a response to a request of this process. */
export const MOST_SENT_BACK = 1024 * 1024

/** Calls targets over the connections of a transport. Bodies are read as a whole. */
export const reachBySend =
  (send: Send): Reach =>
  async (exchange, { passing, signal }) => {
    const { backend, target, method, forwardTarget, out } = exchange
    const body = exchange.body ?? (passing && (await readWhole(passing.stream, Number.POSITIVE_INFINITY)))
    const headers = [...out.list]
    if (body) removeHeader(headers, 'content-length')
    const sent = send({
      ...{ backend, target: target as Target, method, path: forwardTarget, headers, body },
      ...{ most: MOST_SENT_BACK, neverEndless: true },
    })
    const received = await Promise.race([sent, aborted(signal)])
    if (received.body === undefined) throw new CallFailedError({ cause: 'errors.backend.body.too.large' })
    const bytes = received.body.length === 0 || isBodiless(received.status) ? null : received.body
    return {
      response: { status: received.status, body: bytes && (new Response(bytes as BodyInit).body as Response['body']) },
      rawHeaders: [...received.headers],
    }
  }

/** Rejects when a signal aborts. */
const aborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason)
    else signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
