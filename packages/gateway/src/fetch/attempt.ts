import type { Failure } from '../backend/failures.ts'
import { badResponse, failureOf } from '../backend/failures.ts'
import { isEndless } from '../backend/is-endless.ts'
import { checkResponse } from '../backend/response-framing.ts'
import { changesLength, TransformError, transforming } from '../backend/transforms.ts'
import { removeHeader } from '../headers/header-list.ts'
import type { Decided, Pipeline, Responded } from '../pipeline/pipeline.ts'
import type { Answer } from '../plugins/plugin.ts'
import { RefusedError } from '../plugins/plugin.ts'
import type { Passing } from './bodies.ts'
import { passOn } from './bodies.ts'
import type { Calls, Finish, Ports } from './calls.ts'
import type { Deadline } from './deadline.ts'
import { createDeadline } from './deadline.ts'
import { withoutDecoded } from './decoded.ts'
import { toList } from './messages.ts'
import { passOnResponse } from './pass-on-response.ts'
import type { Replayable } from './replayable.ts'
import { initOf, urlOf } from './to-request.ts'

interface AttemptPorts extends Ports {
  readonly calls: Calls
  readonly finish: Finish
  readonly answer: (answer: Answer, cause?: string) => Response
}

/** Calls the target once. Returns the response for the client, or the milliseconds until the next attempt. */
export async function attempt(
  exchange: Decided,
  request: Request,
  { pipeline, call, clock, calls, finish, answer }: AttemptPorts,
): Promise<Response | { readonly retryAfter: number }> {
  const { body } = calls
  const deadline = createDeadline(exchange)
  calls.deadline = deadline
  let passing: Passing | undefined
  try {
    passing = body && passOnBody(exchange, body)
    const response = await call(urlOf(exchange), initOf(exchange, { passing, signal: deadline.signal }))
    deadline.head(isEndless(toList(response.headers)))
    calls.headAt = clock()
    exchange.isReplayable = body === undefined || body.isReplayable
    const responded = await respondTo(exchange, response, pipeline)
    if (responded.retryAfter === undefined && !responded.answer)
      return passOnResponse(response, responded, { exchange, deadline, finish, pipeline, request })
    deadline.end()
    deadline.abort()
    return responded.answer ? answer(responded.answer) : { retryAfter: responded.retryAfter as number }
  } catch (error) {
    deadline.end()
    const failure = whyFailed(error, deadline, passing)
    // A response that is not passed on is not read, either.
    deadline.abort()
    if (request.signal.aborted) return left(finish)
    if (failure.error !== undefined) pipeline.report(failure.error)
    exchange.isReplayable = body === undefined || body.isReplayable
    const retryAfter = pipeline.attemptFailed(exchange, failure, !isUnsent(error))
    if (retryAfter !== undefined) return { retryAfter }
    return answer(pipeline.fail(exchange, failure.cause, failure.detail), failure.cause)
  }
}

/** The client left before there was a response. */
export function left(finish: Finish): Response {
  finish({ status: 499, cause: 'errors.client.closed', bytesOut: 0 })
  return new Response(null, { status: 500 })
}

/** A response that must not be passed on. */
class BadResponse extends Error {
  readonly failure: Failure
  constructor(failure: Failure) {
    super(failure.detail?.message)
    this.failure = failure
  }
}

/** `fetch` wraps errors; what a transform threw is the reason before anything else. */
function whyFailed(error: unknown, deadline: Deadline, passing: Passing | undefined): Failure {
  if (error instanceof BadResponse) return error.failure
  if (passing?.error instanceof RefusedError || passing?.error instanceof TransformError)
    return failureOf(passing.error)
  return deadline.passed() ?? failureOf((error as { cause?: unknown }).cause ?? error)
}

/** Codes of errors after which no byte of the request has left. */
const unsent = /^(ECONNREFUSED|ENOTFOUND|EAI_\w+|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT|CERT_\w+)$/

const isUnsent = (error: unknown): boolean => unsent.test((error as { cause?: { code?: string } }).cause?.code ?? '')

function passOnBody(exchange: Decided, body: Replayable): Passing {
  const transforms = transforming(() => exchange.requestTransforms())
  if (changesLength(transforms)) removeHeader(exchange.out.list, 'content-length')
  return passOn(body.open(), { transforms })
}

function respondTo(exchange: Decided, response: Response, pipeline: Pipeline): Responded | Promise<Responded> {
  const rawHeaders = toList(response.headers)
  withoutDecoded(rawHeaders, response.body !== null && exchange.method !== 'HEAD')
  const problem = checkResponse(response.status, rawHeaders)
  if (problem !== undefined) throw new BadResponse(badResponse(problem))
  return pipeline.respond(exchange, response.status, rawHeaders)
}
