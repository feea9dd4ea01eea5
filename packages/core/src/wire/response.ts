import type { Answer } from '../answer.ts'
import { errorCodes } from '../error-codes.ts'
import { SignalboxError } from '../errors.ts'
import type { FrameOptions } from '../frames.ts'
import { answerOf } from '../hand-out.ts'
import type { JsonText } from '../json-text.ts'
import { isJsonText } from '../json-text.ts'
import type { Operation } from '../operation.ts'
import { isStream, statusOf } from '../operation.ts'
import { isTagIn, toTag } from '../records/etag.ts'
import { KEPT_HEADER } from '../records/import-counts.ts'
import { encodeValues } from './encode-values.ts'
import { streamTypes } from './frame.ts'
import { OLDEST_HEADER } from './oldest-header.ts'
import { encodeStream } from './stream.ts'

/** The media type of errors (RFC 9457). */
export const PROBLEM_TYPE = 'application/problem+json'

/** Keeps browsers from guessing another type, such as a script. */
const noSniffing = { 'X-Content-Type-Options': 'nosniff' }
const jsonHeaders = { 'Content-Type': 'application/json', ...noSniffing }
/** For responses that may contain a secret or the hash of one, and those about the caller. */
const unstored = { 'Cache-Control': 'no-store' }

/** How a response is written. */
export interface ResponseOptions extends FrameOptions {
  /** The `If-None-Match` header: an unchanged record becomes 304 (RFC 9110). */
  readonly ifNoneMatch?: string | null | undefined
}

/**
 * Encodes the result of a call, a plain value or an `Answer`, as a `Response`: JSON, nd-json or server-sent events.
 *
 * @example
 * const answer = await box.features.get({ id: 'shop:express' }, { asAnswer: true })
 * return encodeResponse(contract.features.get, answer, { ifNoneMatch: request.headers.get('If-None-Match') })
 */
export function encodeResponse(operation: Operation, result: unknown, options: ResponseOptions = {}): Response {
  const { ifNoneMatch } = options
  const { method, response, conditional, revalidates, moves, filename } = operation
  const answer = answerOf(result)
  const { value, version, start, oldest, frames } = answer
  const status = statusOf(operation, value)
  const plain = { ...jsonHeaders, ...((isWrite(operation) || operation.isPersonal) && unstored) }
  if (isStream(response)) {
    const headers = {
      'Content-Type': streamTypes[response.encoding],
      ...noSniffing,
      ...streamHeaders(filename),
      ...(version !== undefined && { ETag: toTag(version) }),
      ...(start !== undefined && { 'Last-Event-Id': String(start) }),
      ...(oldest !== undefined && { [OLDEST_HEADER]: oldest }),
    }
    return new Response(encodeStream(value as AsyncIterable<unknown>, response.encoding, { ...options, frames }), {
      status,
      headers,
    })
  }
  const body = () => (isJsonText(value) ? encodeText(value, options) : JSON.stringify(value))
  const etag = (conditional || revalidates) && version !== undefined ? toTag(version) : undefined
  if (!etag) return new Response(body(), { status, headers: { ...plain, ...keptHeader(answer) } })
  if ((method === 'GET' || revalidates) && !moves && ifNoneMatch && isTagIn(ifNoneMatch, etag, true))
    return new Response(null, { status: 304, headers: { ETag: etag } })
  return new Response(body(), { status, headers: { ...plain, ETag: etag } })
}

/** The text of a response: at once if it is one piece, otherwise streamed. */
function encodeText({ pieces }: JsonText, { onFailure }: ResponseOptions): BodyInit {
  if (Array.isArray(pieces) && pieces.length === 1) return pieces[0]
  return encodeValues(pieces, { format: String, onFailure })
}

/** Only calls that change something show a secret, once. */
const isWrite = ({ method, safe = method === 'GET' }: Operation): boolean => !safe

const keptHeader = ({ counts }: Answer): Record<string, string> =>
  counts ? { [KEPT_HEADER]: String(counts.kept) } : {}

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
export function encodeError(error: unknown, headers: Readonly<Record<string, string>> = {}): Response {
  const { code, message, errors, fieldErrors, retryAfter, members } =
    error instanceof SignalboxError
      ? error
      : new SignalboxError('INTERNAL', 'Internal error; the service has logged the details')
  const { status, title } = errorCodes[code]
  const problem = { type: 'about:blank', title, status, code, detail: message, errors, fieldErrors }
  return new Response(
    JSON.stringify({ ...problem, ...members, ...problem }), // first in this order, and not overridden by members
    {
      status,
      headers: {
        'Content-Type': PROBLEM_TYPE,
        ...noSniffing,
        ...(retryAfter !== undefined && { 'Retry-After': String(retryAfter) }),
        ...headers,
      },
    },
  )
}
