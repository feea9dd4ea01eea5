import { type Encoding, isStream, type Operation } from '../../operation.ts'
import { endable } from '../answers/abortable-iterable.ts'
import { fromTag } from '../answers/etag.ts'
import { KEPT_HEADER } from '../answers/import-counts.ts'
import { tell } from '../answers/result-metadata.ts'
import { type ErrorCode, type Problems, SignalboxError, statuses } from '../errors/errors.ts'
import { isObject, type JsonObject } from '../json/json.ts'
import { bodyText } from './body-text.ts'
import { OLDEST_HEADER } from './oldest-header.ts'
import { decodeEvents } from './sse.ts'
import { parseText } from './text.ts'
import { textLines, tooLong } from './text-lines.ts'

/** The most characters of one value that a client accepts; of one that is no stream, the most bytes. */
const LINE_LIMIT = 64 * 1024 * 1024
/** The most bytes of an error. Of a longer one, only the status counts. */
const ERROR_LIMIT = 1024 * 1024
const decoders = { ndjson: decodeRecords, sse: decodeEvents } satisfies Record<Encoding, unknown>

/**
 * The inverse of `encodeResponse` and `encodeError`: returns the result, or throws the error of the service. A stream
 * ends without an error when `signal` aborts.
 */
export async function decodeResponse(
  { response }: Pick<Operation, 'response'>,
  reply: Response,
  signal?: AbortSignal,
): Promise<unknown> {
  if (!reply.ok) throw await decodeError(reply)
  if (isStream(response))
    return tell(values(reply.body, response.encoding, signal), {
      start: numberIn(reply, 'Last-Event-Id'),
      oldest: reply.headers.get(OLDEST_HEADER) ?? undefined,
    })
  const kept = numberIn(reply, KEPT_HEADER)
  const text = await bodyText(reply, LINE_LIMIT)
  if (text === undefined) throw tooLong(LINE_LIMIT)
  return tell(JSON.parse(text), {
    version: fromTag(reply.headers.get('ETag')),
    counts: kept === undefined ? kept : { kept },
  })
}

async function decodeError(reply: Response): Promise<SignalboxError> {
  const body = parseProblem((await bodyText(reply, ERROR_LIMIT)) ?? '')
  const known = typeof body?.code === 'string' && Object.hasOwn(statuses, body.code)
  const code = known ? (body.code as ErrorCode) : codeOf(reply.status)
  const message = typeof body?.detail === 'string' ? body.detail : `The service responded with status ${reply.status}`
  const retryAfter = numberIn(reply, 'Retry-After')
  return new SignalboxError(code, message, {
    ...(known && { ...(body as Partial<Problems>), members: furtherOf(body) }),
    ...(retryAfter !== undefined && { retryAfter }),
  })
}

/** Reads an integer from a header. */
function numberIn({ headers }: Response, name: string): number | undefined {
  const text = headers.get(name)
  return text !== null && /^\d{1,16}$/.test(text) ? Number(text) : undefined
}

/** The members of a problem document besides the standard ones. */
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
  (Object.keys(statuses) as ErrorCode[]).find((code) => statuses[code] === status) ??
  (status < 500 ? 'INVALID' : 'UNAVAILABLE')

/** The values of a stream, until it ends, is returned, or is aborted. */
const values = (body: ReadableStream<Uint8Array> | null, encoding: Encoding, signal: AbortSignal | undefined) =>
  endable(signal, (stop) => {
    const bytes = body?.pipeThrough(new TransformStream<Uint8Array, Uint8Array>(), { signal: stop }) ?? null
    return whole(decoders[encoding](bytes, LINE_LIMIT), stop)
  })

/** Ends without an error when stopped. */
async function* whole(decoded: AsyncIterable<unknown>, stop: AbortSignal): AsyncGenerator<unknown, undefined> {
  try {
    yield* decoded
  } catch (error) {
    if (!stop.aborted) throw error
  }
}

/** Parses nd-json. Skips blank lines; throws INVALID or TOO_LARGE for lines that cannot be read. */
async function* decodeRecords(body: ReadableStream<Uint8Array> | null, limit: number): AsyncGenerator<unknown> {
  for await (const lines of textLines(body, limit))
    for (const line of lines) if (line.trim() !== '') yield parseText(line)
}
