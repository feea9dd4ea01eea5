import type { Failure } from '../backend/failures.ts'
import { badResponse, failureOf } from '../backend/failures.ts'
import { isEndless } from '../backend/is-endless.ts'
import { checkResponse } from '../backend/response-framing.ts'
import { TransformError, transforming } from '../backend/transforms.ts'
import type { RequestInfo } from '../gateway.ts'
import { getHeader, removeHeader } from '../headers/header-list.ts'
import type { Decided, Ended, Pipeline, Responded } from '../pipeline/pipeline.ts'
import type { Answer } from '../plugins/plugin.ts'
import { RefusedError } from '../plugins/plugin.ts'
import type { Passing } from './bodies.ts'
import { passOn, readWhole } from './bodies.ts'
import type { Deadline } from './deadline.ts'
import { createDeadline } from './deadline.ts'
import { withoutDecoded } from './decoded.ts'
import { isBodiless, toList, toResponse } from './messages.ts'
import { initOf, urlOf } from './to-request.ts'

/** What `fetch` needs beside the pipeline. */
export interface FetchOptions {
  /** @default the global `fetch` */
  readonly fetch?: typeof fetch | undefined
  /** @default Date.now */
  readonly clock?: (() => number) | undefined
}

/**
 * Carries requests by `fetch`, on any runtime. What the host or `fetch` decides instead of the gateway is in
 * `fetchCapabilities`. The returned function never rejects.
 */
export function createFetch(
  pipeline: Pipeline,
  { fetch: call = (...args) => globalThis.fetch(...args), clock = Date.now }: FetchOptions = {},
): (request: Request, info?: RequestInfo) => Promise<Response> {
  return async (request, info = {}) => {
    const exchange = await pipeline.decide(toIncoming(request, info))
    return carry(exchange, request, { pipeline, call, clock })
  }
}

interface Ports {
  readonly pipeline: Pipeline
  readonly call: typeof fetch
  readonly clock: () => number
}

function toIncoming(request: Request, { address = '', secure, certificate }: RequestInfo) {
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
    readBody: (limit: number) => readWhole(request.body, limit),
  }
}

async function carry(exchange: Decided, request: Request, { pipeline, call, clock }: Ports): Promise<Response> {
  const calls: { calledAt?: number; headAt?: number; body?: Passing | undefined } = {}
  const finish = (ended: Omit<Ended, 'bytesIn' | 'calledAt' | 'headAt'>): void => {
    const { body, ...times } = calls
    pipeline.finish(exchange, { ...ended, ...times, bytesIn: body?.bytes ?? exchange.body?.length ?? 0 })
  }
  const answer = ({ status, headers, body }: Answer, cause?: string): Response => {
    const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : (body ?? null)
    finish({ status, cause, bytesOut: exchange.method === 'HEAD' ? 0 : (bytes?.length ?? 0) })
    return toResponse(status, headers, bytes as Uint8Array<ArrayBuffer> | null)
  }
  if (exchange.answer) return answer(exchange.answer)

  const deadline = createDeadline(exchange.backend)
  const leave = (): void => deadline.abort()
  request.signal.addEventListener('abort', leave, { once: true })
  try {
    calls.calledAt = clock()
    calls.body = bodyOf(exchange, request)
    const response = await call(urlOf(exchange), initOf(exchange, { passing: calls.body, signal: deadline.signal }))
    deadline.head(isEndless(toList(response.headers)))
    calls.headAt = clock()
    const responded = await respondTo(exchange, response, pipeline)
    if (responded.answer) {
      deadline.end()
      deadline.abort()
      return answer(responded.answer)
    }
    return passOnResponse(response, responded, { deadline, finish, pipeline, request })
  } catch (error) {
    deadline.end()
    if (request.signal.aborted) {
      finish({ status: 499, cause: 'errors.client.closed', bytesOut: 0 })
      return new Response(null, { status: 500 })
    }
    const { cause, detail, error: reported } = whyFailed(error, deadline, calls.body)
    if (reported !== undefined) pipeline.report(reported)
    return answer(pipeline.fail(exchange, cause, detail), cause)
  }
}

/** `fetch` wraps errors; what a transform threw is the reason before anything else. */
function whyFailed(error: unknown, deadline: Deadline, body: Passing | undefined): Failure {
  if (body?.error instanceof RefusedError || body?.error instanceof TransformError) return failureOf(body.error)
  return deadline.passed() ?? failureOf((error as { cause?: unknown }).cause ?? error)
}

function bodyOf(exchange: Decided, request: Request): Passing | undefined {
  if (exchange.body !== undefined || !request.body) return undefined
  const transforms = transforming(() => exchange.requestTransforms())
  // The length after transforms is not known.
  if (transforms) removeHeader(exchange.out.list, 'content-length')
  return passOn(request.body, { transforms })
}

function respondTo(exchange: Decided, response: Response, pipeline: Pipeline): Responded | Promise<Responded> {
  const rawHeaders = toList(response.headers)
  withoutDecoded(rawHeaders, response.body !== null && exchange.method !== 'HEAD')
  const problem = checkResponse(response.status, rawHeaders)
  if (problem === undefined) return pipeline.respond(exchange, response.status, rawHeaders)
  const { cause, detail } = badResponse(problem)
  const answer = pipeline.fail(exchange, cause, detail)
  return { status: answer.status, headers: [...answer.headers], answer }
}

interface PassedOn {
  readonly deadline: Deadline
  readonly finish: (ended: Pick<Ended, 'status' | 'cause' | 'bytesOut'>) => void
  readonly pipeline: Pipeline
  readonly request: Request
}

function passOnResponse(
  response: Response,
  { status, headers, transforms }: Responded,
  { deadline, finish, pipeline, request }: PassedOn,
): Response {
  if (transforms) removeHeader(headers, 'content-length')
  const end = (cause?: string): void => {
    deadline.end()
    finish({ status: cause === 'errors.client.closed' ? 499 : status, cause, bytesOut: passing?.bytes ?? 0 })
  }
  let passing: Passing | undefined
  if (response.body && !isBodiless(status) && request.method !== 'HEAD') {
    passing = passOn(response.body, {
      transforms,
      beforeRead: deadline.waits,
      onEnd: end,
      onCancel() {
        deadline.abort()
        end('errors.client.closed')
      },
      onFailure(error) {
        if (request.signal.aborted) end('errors.client.closed')
        else if (error instanceof RefusedError) end(error.refused.refuse)
        else if (error instanceof TransformError) {
          pipeline.report(error.cause)
          end('errors.plugin.failed')
        } else end(deadline.passed() ? 'errors.backend.timeout' : 'errors.backend.reset')
      },
    })
  } else {
    void response.body?.cancel().catch(() => {})
    end()
  }
  return toResponse(status, headers, passing?.stream ?? null)
}
