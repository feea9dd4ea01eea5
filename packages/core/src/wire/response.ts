import type { ErrorCode, Problems } from '../errors.ts'
import { errorCodes, SignalboxError } from '../errors.ts'
import type { FrameOptions } from '../events/frames.ts'
import type { JsonObject } from '../json.ts'
import { isObject } from '../json.ts'
import type { Encoding, Operation } from '../operation.ts'
import { isStream, statusOf } from '../operation.ts'
import { etagOf, isTagIn, tagFromHeader } from '../records/etag.ts'
import { codecs, decodeStream, encodeStream } from './stream.ts'

/** The media type of errors (RFC 9457). */
export const PROBLEM_TYPE = 'application/problem+json'

const jsonHeaders = { 'Content-Type': 'application/json' }

/** How an answer is written. */
export interface ResponseOptions extends FrameOptions {
  /** Turns an unchanged record into 304 (RFC 9110). */
  readonly ifNoneMatch?: string | null | undefined
}

/** What an operation answered, as a `Response`: JSON, nd-json or server-sent events. */
export function encodeResponse(operation: Operation, result: unknown, options: ResponseOptions = {}): Response {
  const { ifNoneMatch } = options
  const { method, response, conditional, revalidates, moves, filename } = operation
  const status = statusOf(operation, result)
  if (isStream(response)) {
    const headers = { 'Content-Type': codecs[response.encoding].mediaType, ...streamHeaders(filename) }
    return new Response(encodeStream(result as AsyncIterable<unknown>, response.encoding, options), { status, headers })
  }
  const etag = (conditional || revalidates) && etagOf(result as object)
  if (!etag) return new Response(JSON.stringify(result), { status, headers: jsonHeaders })
  if ((method === 'GET' || revalidates) && !moves && ifNoneMatch && isTagIn(ifNoneMatch, etag, true))
    return new Response(null, { status: 304, headers: { ETag: etag } })
  return new Response(JSON.stringify(result), { status, headers: { ...jsonHeaders, ETag: etag } })
}

const streamHeaders = (filename: string | undefined): Record<string, string> =>
  filename
    ? { 'Content-Disposition': `attachment; filename=${filename}` }
    : { 'Cache-Control': 'no-store', 'X-Accel-Buffering': 'no' }

/** Reports a failure as problem+json; one that is no `SignalboxError` keeps its details to itself. */
export function encodeError(error: unknown, headers: Readonly<Record<string, string>> = {}): Response {
  const { code, message, errors, fieldErrors, retryAfter, members } =
    error instanceof SignalboxError ? error : new SignalboxError('INTERNAL', 'Something went wrong inside the service')
  const { status, title } = errorCodes[code]
  return new Response(
    JSON.stringify({ ...members, type: 'about:blank', title, status, code, detail: message, errors, fieldErrors }),
    {
      status,
      headers: {
        'Content-Type': PROBLEM_TYPE,
        ...(retryAfter !== undefined && { 'Retry-After': String(retryAfter) }),
        ...headers,
      },
    },
  )
}

/** The most bytes of one line that a client takes. */
const LINE_LIMIT = 16 * 1024 * 1024

/** The inverse of both: the result, or the error thrown again. A stream ends, without an error, when `signal` aborts. */
export async function decodeResponse(
  { response }: Pick<Operation, 'response'>,
  reply: Response,
  signal?: AbortSignal,
): Promise<unknown> {
  if (!reply.ok) throw await decodeError(reply)
  if (isStream(response)) return values(reply.body, response.encoding, signal)
  const result: unknown = await reply.json()
  return isObject(result) ? tagFromHeader(result, reply.headers.get('ETag')) : result
}

async function decodeError(reply: Response): Promise<SignalboxError> {
  const text = await reply.text()
  const body = parseProblem(text)
  const known = typeof body?.code === 'string' && Object.hasOwn(errorCodes, body.code)
  const code = known ? (body.code as ErrorCode) : codeOf(reply.status)
  const message = typeof body?.detail === 'string' ? body.detail : `The service answered ${reply.status}`
  return new SignalboxError(code, message, known ? { ...(body as Partial<Problems>), members: furtherOf(body) } : {})
}

/** The members of a problem that belong to this failure alone. */
const furtherOf = ({
  type: _type,
  title: _title,
  status: _status,
  code: _code,
  detail: _detail,
  errors: _errors,
  fieldErrors: _fieldErrors,
  ...members
}: JsonObject): JsonObject => members

function parseProblem(text: string): JsonObject | undefined {
  try {
    const body: unknown = JSON.parse(text)
    return isObject(body) ? body : undefined
  } catch {
    return undefined
  }
}

const codeOf = (status: number): ErrorCode =>
  (Object.keys(errorCodes) as ErrorCode[]).find((code) => errorCodes[code].status === status) ??
  (status < 500 ? 'INVALID' : 'UNAVAILABLE')

/** The values of a stream, until it ends, is returned or aborted. Not a generator: one that waits cannot be returned. */
function values(
  body: ReadableStream<Uint8Array> | null,
  encoding: Encoding,
  signal: AbortSignal | undefined,
): AsyncIterableIterator<unknown> {
  const returned = new AbortController()
  const stop = signal ? AbortSignal.any([signal, returned.signal]) : returned.signal
  const bytes = body?.pipeThrough(new TransformStream<Uint8Array, Uint8Array>(), { signal: stop }) ?? null
  const decoded = whole(decodeStream(bytes, encoding, LINE_LIMIT), stop)
  return {
    [Symbol.asyncIterator]() {
      return this
    },
    next: () => decoded.next(),
    return() {
      returned.abort()
      return decoded.return(undefined)
    },
  }
}

/** Blank lines are passed over, what cannot be read is thrown; being stopped is no failure. */
async function* whole(decoded: AsyncIterable<unknown>, stop: AbortSignal): AsyncGenerator<unknown, undefined> {
  try {
    for await (const value of decoded) {
      if (value instanceof SignalboxError) throw value
      if (value !== undefined) yield value
    }
  } catch (error) {
    if (!stop.aborted) throw error
  }
}
