import type { CauseId } from '@signalbox/core/gateway'
import { badResponse, type Failure, failureOf } from '../backend/failures.ts'
import { isEndless } from '../backend/is-endless.ts'
import { checkResponse } from '../backend/response-framing.ts'
import { CallFailedError } from '../backend/send.ts'
import { changesLength, TransformError, transforming } from '../backend/transforms.ts'
import type { Decided } from '../exchange/decided.ts'
import { removeHeader } from '../headers/header-list.ts'
import type { Pipeline, Responded } from '../pipeline/pipeline.ts'
import type { Answer } from '../plugin-api/hooks.ts'
import { RefusedError } from '../plugin-api/refused.ts'
import { type Passing, passOn } from './bodies.ts'
import type { Calls, Finish, Ports } from './calls.ts'
import { createDeadline, type Deadline } from './deadline.ts'
import { causeOf, isUnsent } from './is-unsent.ts'
import { passOnResponse } from './pass-on-response.ts'
import type { Received } from './reach.ts'
import type { Replayable } from './replayable.ts'

interface AttemptPorts extends Ports {
  readonly calls: Calls
  readonly finish: Finish
  readonly answer: (answer: Answer, cause?: CauseId) => Response
}

/** Calls the target once. Returns the response for the client, or the milliseconds until the next attempt. */
export async function attempt(
  exchange: Decided,
  request: Request,
  { pipeline, reach, clock, calls, finish, answer }: AttemptPorts,
): Promise<Response | { readonly retryAfter: number }> {
  const { body } = calls
  const deadline = createDeadline(exchange)
  calls.deadline = deadline
  let passing: Passing | undefined
  try {
    passing = body && passOnBody(exchange, body, deadline)
    const { response, rawHeaders } = await reach(exchange, { passing, signal: deadline.signal })
    deadline.head(isEndless(rawHeaders))
    calls.headAt = clock()
    exchange.isReplayable = body === undefined || body.isReplayable
    const responded = await respondTo(exchange, { response, rawHeaders }, pipeline)
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
    if (request.signal.aborted || passing?.isOfSource) return left(finish)
    if (failure.error !== undefined) pipeline.report(failure.error)
    exchange.isReplayable = body === undefined || body.isReplayable
    const retryAfter = pipeline.attemptFailed(exchange, failure, wasSent(error))
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
  if (error instanceof BadResponse || error instanceof CallFailedError) return error.failure
  if (isOurs(passing?.error)) return failureOf(passing?.error)
  return deadline.passed() ?? failureOf(isOurs(error) ? error : causeOf(error))
}

/** Whether bytes of the request may have left. */
const wasSent = (error: unknown): boolean => (error instanceof CallFailedError ? error.wasSent : !isUnsent(error))

const isOurs = (error: unknown): boolean => error instanceof RefusedError || error instanceof TransformError

function passOnBody(exchange: Decided, body: Replayable, { waitsForClient }: Deadline): Passing {
  const transforms = transforming(() => exchange.requestTransforms())
  if (changesLength(transforms)) removeHeader(exchange.out.list, 'content-length')
  return passOn(body.open(), { transforms, beforeRead: waitsForClient })
}

function respondTo(
  exchange: Decided,
  { response, rawHeaders }: Received,
  pipeline: Pipeline,
): Responded | Promise<Responded> {
  const problem = checkResponse(response.status, rawHeaders)
  if (problem !== undefined) throw new BadResponse(badResponse(problem))
  return pipeline.respond(exchange, response.status, rawHeaders)
}
