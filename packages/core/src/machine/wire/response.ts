import { isSafe, isStream, type Operation, type Stream, statusOf } from '../../operation.ts'
import { isTagIn, toTag } from '../answers/etag.ts'
import type { FrameOptions } from '../answers/frames.ts'
import { KEPT_HEADER } from '../answers/import-counts.ts'
import { answerOf } from '../answers/result-metadata.ts'
import { errorCodes } from '../errors/error-codes.ts'
import { SignalboxError } from '../errors/errors.ts'
import { isJsonText, type JsonText } from '../json/json-text.ts'
import { encodeValues } from './encode-values.ts'
import { streamTypes } from './frame.ts'
import { OLDEST_HEADER } from './oldest-header.ts'
import { encodeStream } from './stream.ts'

/** The media type of errors (RFC 9457). */
export const PROBLEM_TYPE = 'application/problem+json'

/** Keeps browsers from guessing another type, such as a script. */
const noSniffing = { 'X-Content-Type-Options': 'nosniff' }
const jsonHeaders = { 'Content-Type': 'application/json', 'X-Content-Type-Options': 'nosniff' } // a spread would keep it in bundles without use
/** For responses that may contain a secret or the hash of one, and those about the caller. Only changes show a secret, once. */
const unstored = { 'Cache-Control': 'no-store' }
/**
 * For responses that depend on the caller, whose credentials may be in other headers than `Authorization`: shared caches must
 * not store them (RFC 9111, section 3.5), and browsers ask again by the entity tag.
 */
const ofCaller = { 'Cache-Control': 'private, no-cache' }

/** How a response is written. */
export interface ResponseOptions extends FrameOptions {
  /** The `If-None-Match` header: an unchanged record becomes 304 (RFC 9110). */
  readonly ifNoneMatch?: string | null | undefined
}

/** A response as plain values, for adapters to write in the form of their host. Adapters copy it to change it. */
export interface PlainResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | ReadableStream<Uint8Array> | null
}

/** Encodes the result of a call, a plain value or an `Answer`. */
export type Encoder = (result: unknown, options?: ResponseOptions) => PlainResponse

/**
 * Creates the function that encodes the results of an operation: JSON, nd-json or server-sent events. What all its responses
 * have in common is prepared once.
 */
export function createEncoder(operation: Operation): Encoder {
  const { method, access, response, conditional, revalidates, moves, isPersonal } = operation
  if (isStream(response)) return streamEncoder(operation, response)
  const caching = !isSafe(operation) || isPersonal ? unstored : access === 'open' ? {} : ofCaller
  const headers = { ...jsonHeaders, ...caching }
  const hasTag = conditional || revalidates
  const isCacheable = (method === 'GET' || revalidates) && !moves
  const { status: usual = 200, statusWith } = operation

  return (result, options = {}) => {
    const answer = answerOf(result)
    const { value, version, counts } = answer
    const etag = hasTag && version !== undefined ? toTag(version) : undefined
    const { ifNoneMatch } = options
    if (etag && isCacheable && ifNoneMatch && isTagIn(ifNoneMatch, etag, true))
      return { status: 304, headers: { ...caching, ETag: etag }, body: null }
    return {
      status: statusWith ? statusOf(operation, value) : usual,
      headers: etag
        ? { ...headers, ETag: etag }
        : counts
          ? { ...headers, [KEPT_HEADER]: String(counts.kept) }
          : headers,
      body: isJsonText(value) ? encodeText(value, options) : JSON.stringify(value),
    }
  }
}

function streamEncoder(operation: Operation, { encoding }: Stream): Encoder {
  const common = { 'Content-Type': streamTypes[encoding], ...noSniffing, ...streamHeaders(operation.filename) }
  return (result, options = {}) => {
    const { value, version, start, oldest, frames } = answerOf(result)
    return {
      status: statusOf(operation, value),
      headers: {
        ...common,
        ...(version !== undefined && { ETag: toTag(version) }),
        ...(start !== undefined && { 'Last-Event-Id': String(start) }),
        ...(oldest !== undefined && { [OLDEST_HEADER]: oldest }),
      },
      body: encodeStream(value as AsyncIterable<unknown>, encoding, { ...options, frames }),
    }
  }
}

/**
 * Encodes the result of a call, a plain value or an `Answer`, as a `Response`: JSON, nd-json or server-sent events.
 *
 * @example
 * const answer = await box.features.get({ id: 'shop:express' }, { asAnswer: true })
 * return encodeResponse(contract.features.get, answer, { ifNoneMatch: request.headers.get('If-None-Match') })
 */
export const encodeResponse = (operation: Operation, result: unknown, options: ResponseOptions = {}): Response =>
  toResponse(createEncoder(operation)(result, options))

/** The `Response` of plain values. */
const toResponse = ({ status, headers, body }: PlainResponse): Response => new Response(body, { status, headers })

/** The text of a response: at once if it is one piece, otherwise streamed. */
function encodeText({ pieces }: JsonText, { onFailure }: ResponseOptions): string | ReadableStream<Uint8Array> {
  if (Array.isArray(pieces) && pieces.length === 1) return pieces[0]
  return encodeValues(pieces, { format: String, onFailure })
}

const streamHeaders = (filename: string | undefined): Record<string, string> =>
  filename
    ? { ...unstored, 'Content-Disposition': `attachment; filename=${filename}` }
    : { ...unstored, 'X-Accel-Buffering': 'no' }

/**
 * Encodes a failure as problem+json (RFC 9457). Errors other than `SignalboxError` become INTERNAL, without details.
 *
 * @example
 * const response = await handle(request).catch((error) => encodeError(error))
 */
export const encodeError = (error: unknown, headers: Readonly<Record<string, string>> = {}): Response =>
  toResponse(plainError(error, headers))

/** Encodes a failure as the plain values of a response, like `encodeError`. */
export function plainError(error: unknown, headers: Readonly<Record<string, string>> = {}): PlainResponse {
  const { code, message, errors, fieldErrors, retryAfter, members } =
    error instanceof SignalboxError
      ? error
      : new SignalboxError('INTERNAL', 'Internal error; the service has logged the details')
  const { status, title } = errorCodes[code]
  const problem = { type: 'about:blank', title, status, code, detail: message, errors, fieldErrors }
  return {
    status,
    headers: {
      'Content-Type': PROBLEM_TYPE,
      ...noSniffing,
      ...unstored,
      ...(retryAfter !== undefined && { 'Retry-After': String(retryAfter) }),
      ...headers,
    },
    body: JSON.stringify({ ...problem, ...members, ...problem }), // first in this order, and not overridden by members
  }
}
