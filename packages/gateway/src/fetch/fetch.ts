import type { CauseId } from '@signalbox/core/gateway'
import type { Send } from '../backend/send.ts'
import type { CodedAnswer, Decided } from '../exchange/decided.ts'
import { getHeader } from '../headers/header-list.ts'
import type { Pipeline } from '../pipeline/pipeline.ts'
import { BodyLostError, type Incoming, TooLarge } from '../request/incoming.ts'
import { sleep } from '../waiting/sleep.ts'
import { attempt, left } from './attempt.ts'
import { readWhole } from './bodies.ts'
import type { Calls, Finish, Ports } from './calls.ts'
import { runtimeCodings } from './encode.ts'
import { encodedAnswer } from './encoded-answer.ts'
import { toList, toResponse } from './messages.ts'
import { reachByFetch, reachBySend } from './reach.ts'
import { type Replayable, replayable } from './replayable.ts'
import type { RequestInfo } from './request-info.ts'

/** What `fetch` needs beside the pipeline. */
export interface FetchOptions {
  /** @default the global `fetch` */
  readonly fetch?: typeof fetch | undefined
  /** Calls targets for requests of this process. @default by `fetch` */
  readonly send?: Send | undefined
  /** @default Date.now */
  readonly clock?: (() => number) | undefined
}

/** Carries requests by `fetch`. */
export interface Fetching {
  /** Never rejects. */
  fetch(request: Request, info?: RequestInfo): Promise<Response>
  /** Carries a request of this process as the consumer of a subscription. Never rejects. */
  send(request: Request, options: { readonly as: string }): Promise<Response>
  /**
   * Aborts the calls that have not ended, such as calls whose response nobody has read: they would keep a process
   * alive.
   */
  close(): void
}

/**
 * Carries requests by `fetch`, on any runtime. What the host or `fetch` decides instead of the gateway is in
 * `fetchCapabilities`.
 */
export function createFetch(
  pipeline: Pipeline,
  { fetch: call = (...args) => globalThis.fetch(...args), send, clock = Date.now }: FetchOptions = {},
): Fetching {
  const running = new Set<Calls>()
  const byFetch: Ports = { pipeline, reach: reachByFetch(call), clock, running }
  const bySend: Ports = send ? { ...byFetch, reach: reachBySend(send) } : byFetch
  return {
    async fetch(request, info = {}) {
      return carry(await pipeline.decide(toIncoming(request, info)), request, byFetch)
    },
    async send(request, { as }) {
      const incoming: Incoming = { ...toIncoming(request, {}), as }
      return carry(await pipeline.decide(incoming), request, bySend)
    },
    close() {
      for (const { deadline } of running) {
        deadline?.abort()
        deadline?.end()
      }
    },
  }
}

function toIncoming(request: Request, { address = '', secure, certificate }: RequestInfo): Incoming {
  const { protocol, host } = new URL(request.url)
  const rawHeaders = toList(request.headers)
  if (getHeader(rawHeaders, 'host') === undefined) rawHeaders.push('Host', host)
  return {
    method: request.method,
    target: request.url,
    rawHeaders,
    address,
    secure: secure ?? protocol === 'https:',
    certificate,
    codings: runtimeCodings,
    signal: request.signal,
    readBody: (limit: number) => readBody(request, limit),
  }
}

/** Reads a body until its end, or until the client leaves. How slow it may be is up to the runtime. */
async function readBody({ body, signal }: Request, limit: number): Promise<Uint8Array> {
  const gone = Promise.withResolvers<never>()
  const leave = (): void => gone.reject(new BodyLostError('errors.client.closed'))
  if (signal.aborted) leave()
  else signal.addEventListener('abort', leave, { once: true })
  try {
    return await Promise.race([gone.promise, readWhole(body, limit)])
  } catch (error) {
    throw error instanceof TooLarge ? error : new BodyLostError('errors.client.closed')
  } finally {
    signal.removeEventListener('abort', leave)
  }
}

async function carry(exchange: Decided, request: Request, ports: Ports): Promise<Response> {
  const { pipeline, clock, running } = ports
  const calls: Calls = { body: exchange.answer ? undefined : bodyOf(exchange, request, pipeline), deadline: undefined }
  const finish: Finish = (ended) => {
    running.delete(calls)
    const { calledAt, headAt, body } = calls
    body?.close()
    const times = { ...(calledAt !== undefined && { calledAt }), ...(headAt !== undefined && { headAt }) }
    pipeline.finish(exchange, { ...ended, ...times, bytesIn: body?.received ?? exchange.body?.length ?? 0 })
  }
  const answer = ({ status, headers, body, coding }: CodedAnswer, cause?: CauseId): Response => {
    calls.body?.close()
    const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : (body ?? null)
    if (coding && bytes) {
      const encoded = encodedAnswer(bytes, coding, (bytesOut, isWhole) =>
        finish(isWhole ? { status, cause, bytesOut } : { status: 499, cause: 'errors.client.closed', bytesOut }),
      )
      return toResponse(status, headers, encoded)
    }
    finish({ status, cause, bytesOut: exchange.method === 'HEAD' ? 0 : (bytes?.length ?? 0) })
    return toResponse(status, headers, bytes as Uint8Array<ArrayBuffer> | null)
  }
  if (exchange.answer) return answer(exchange.answer)
  if (request.signal.aborted) return left(finish)
  request.signal.addEventListener('abort', () => calls.deadline?.abort(), { once: true })
  calls.calledAt = clock()
  running.add(calls)
  for (;;) {
    const attempted = await attempt(exchange, request, { ...ports, calls, finish, answer })
    if (attempted instanceof Response) return attempted
    await sleep(attempted.retryAfter, request.signal)
    if (request.signal.aborted) return left(finish)
    const refused = pipeline.nextAttempt(exchange)
    if (refused) return answer(refused)
  }
}

function bodyOf(exchange: Decided, request: Request, { backends }: Pipeline): Replayable | undefined {
  if (exchange.body !== undefined || !request.body) return undefined
  // Runtimes read bytes before they have a connection. Without retries, too, these may have to go to another target.
  return replayable(request.body, backends.of(exchange.backend).client.retryBodyBytes)
}
