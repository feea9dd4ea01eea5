import {
  type CallOptions,
  isSafe,
  isStream,
  mayOmitBody,
  type Operation,
  parametersOf,
  type RawBody,
  type Stream,
  takesReason,
} from '../../operation.ts'
import { emptyMatch, unmatched } from '../answers/unmatched.ts'
import { failure, problem, SignalboxError } from '../errors/errors.ts'
import { refuseMistyped, refuseRepeated } from '../errors/mistyped.ts'
import { type JsonObject, setOwn } from '../json/json.ts'
import { type Limit, type Limits, limitOf } from '../schema/limits.ts'
import { lineLimitOf } from '../schema/line-limit.ts'
import type { TSchema } from '../schema/schema.ts'
import { chunks } from './chunks.ts'
import { decodeLines } from './decode-lines.ts'
import { parseJson } from './json.ts'
import { checkMediaType, checkPatchKind } from './media-type.ts'
import { reasonFromHeader } from './reason-header.ts'
import { readTypes } from './stream.ts'
import { decodeUtf8 } from './text.ts'
import { withoutMember } from './without-member.ts'

/** The input of a call by name: parameters, and `body`. */
export type WireInput = Record<string, unknown>

/** The members of a request that are read here. A Fetch API `Request` fits. */
export interface WireRequest {
  readonly url: string
  readonly headers: Pick<Headers, 'get'>
  readonly body: ReadableStream<Uint8Array> | null
  readonly signal: AbortSignal
  arrayBuffer(): Promise<ArrayBuffer | Uint8Array>
}

/**
 * Creates the inverse of `encodeRequest`: a function that reads the input of a call from a request. Query parameters
 * are converted by their schemas; text that cannot be converted stays as it is and fails validation. Throws INVALID for
 * a parameter that looks like a misspelled known one or one of `alsoKnown`, and for a known one that is there twice;
 * ignores other unknown parameters. Also throws UNSUPPORTED_MEDIA_TYPE and TOO_LARGE.
 *
 * @example
 * const decode = createDecoder(contract.features.get, defaultLimits)
 * const input = await decode(request, { id: 'shop:express' })
 */
export function createDecoder(operation: Operation, limits: Limits, alsoKnown: readonly string[] = []) {
  const { body, accepts = [], raw, limit: limitName = 'bodyLimit', uncounted } = operation
  const limit = limitOf(limits, limitName)
  const readers = queryReaders(operation)
  const known = new Set([...readers.keys(), ...alsoKnown])
  const isOptional = mayOmitBody(operation)
  // Some OFREP providers send no type. Forms and scripts of other origins can do so, too, but here they change nothing.
  const mayOmitType = isOptional && isSafe(operation)
  const mediaTypes = isStream(body) ? readTypes : raw ? Object.keys(raw) : ['application/json', ...accepts]

  /** Without a body at once, so that nobody has to wait. */
  return (request: WireRequest, params: Readonly<Record<string, string>>): WireInput | Promise<WireInput> => {
    const input: WireInput = { ...params }
    readQuery(request, readers, { input, known })
    return body ? withBodyOf(request, input, body) : input
  }

  async function withBodyOf(request: WireRequest, input: WireInput, body: TSchema | Stream): Promise<WireInput> {
    const mediaType = request.headers.get('content-type')
    if (!isOptional) checkMediaType(mediaType, mediaTypes)
    if (raw) return withBody(input, await readRaw(request, raw))
    if (isStream(body)) {
      input.body = decodeLines(request.body, lineLimitOf(limits, limitName).bytes)
      return input
    }
    const bytes = await readWhole(request, limit, uncounted)
    if (bytes.byteLength === 0) {
      if (isOptional) input.body = {}
      return input
    }
    if (isOptional && !(mayOmitType && mediaType === null)) checkMediaType(mediaType, mediaTypes)
    input.body = checkPatchKind(mediaType, parseJson(decodeUtf8(bytes)))
    return input
  }
}

/** An empty body counts as no body. Validation then reports it as missing. */
const withBody = (input: WireInput, body: RawBody): WireInput =>
  body.bytes.byteLength > 0 ? { ...input, body } : input

/** The call options in the headers. Headers that the operation does not use are not read. */
export const decodeOptions = (operation: Operation, request: WireRequest): CallOptions =>
  createOptionsDecoder(operation)(request)

/** Creates the function that reads the options of calls from requests. Its results are fresh objects. */
export function createOptionsDecoder(operation: Operation): (request: WireRequest) => Writable<CallOptions> {
  const { conditional, idempotent, abortable, body, response } = operation
  const isReason = takesReason(operation)
  const isAbortable = isStream(body) || abortable
  const isWrite = !isSafe(operation)
  const takesNoMatch = !conditional && isWrite

  return (request) => {
    const { headers } = request
    const options: Writable<CallOptions> = {}
    if (isStream(response)) Object.assign(options, { signal: request.signal }, lastEventId(request))
    else {
      if (isAbortable) options.signal = request.signal
      const idempotencyKey = idempotent && headers.get('idempotency-key')
      if (idempotencyKey) options.idempotencyKey = idempotencyKey
      const ifMatch = !isAbortable && !idempotencyKey && conditional && headers.get('if-match')
      if (ifMatch) options.ifMatch = ifMatch
      if (ifMatch === '' && isWrite) throw emptyMatch()
      if (takesNoMatch && headers.get('if-match') !== null) throw unmatched()
    }
    const reason = isReason && headers.get('x-change-reason')
    if (reason) options.reason = reasonFromHeader(reason)
    const traceparent = headers.get('traceparent')
    if (traceparent) options.traceparent = traceparent
    return options
  }
}

type Writable<T> = { -readonly [K in keyof T]: T[K] }

function lastEventId({ headers }: WireRequest): CallOptions {
  const text = headers.get('last-event-id')
  if (text === null || text === '') return {}
  if (/^\d{1,16}$/.test(text)) return { lastEventId: Number(text) }
  throw new SignalboxError('INVALID', 'The header Last-Event-Id must be an event id, a whole number', {
    fieldErrors: { 'Last-Event-Id': [problem('error.type', 'integer')] },
  })
}

/** Reads a parameter from a query; `undefined` if it is missing. */
type Reader = (search: URLSearchParams, name: string) => unknown

const readText =
  (read: (text: string) => unknown): Reader =>
  (search, name) => {
    const text = search.get(name)
    return text === null ? undefined : read(text)
  }

/** Marked as pure, so that bundlers can drop it from clients. */
const readersByType: Record<string, Reader> = {
  string: /* @__PURE__ */ readText(String),
  integer: /* @__PURE__ */ readText((text) =>
    /^-?\d{1,16}$/.test(text) && Number.isSafeInteger(Number(text)) ? Number(text) : text,
  ),
  boolean: /* @__PURE__ */ readText((text) => (text === 'true' ? true : text === 'false' ? false : text)),
  object: readMembers,
}

/** Reads an object with a parameter per member: `filter.state=published`. */
function readMembers(search: URLSearchParams, name: string): unknown {
  const members: JsonObject = {}
  for (const [parameter, text] of search) {
    const member = parameter.slice(name.length + 1)
    if (parameter.startsWith(`${name}.`) && !Object.hasOwn(members, member)) setOwn(members, member, text)
  }
  return Object.keys(members).length > 0 ? members : (search.get(name) ?? undefined)
}

function queryReaders(operation: Operation): ReadonlyMap<string, Reader> {
  const { params = {} } = operation
  const all = Object.entries(parametersOf(operation).properties as Record<string, TSchema & { type?: string }>)
  const inQuery = all.filter(([name]) => !Object.hasOwn(params, name))
  return new Map(
    inQuery.map(([name, { type = 'string' }]) => [name, readersByType[type] ?? (readersByType.string as Reader)]),
  )
}

function readQuery(
  { url }: Pick<WireRequest, 'url'>,
  readers: ReadonlyMap<string, Reader>,
  { input, known }: { input: WireInput; known: ReadonlySet<string> },
): void {
  const start = known.size === 0 ? -1 : url.indexOf('?')
  if (start < 0) return
  const search = new URLSearchParams(url.slice(start + 1))
  refuseMistyped(search.keys(), known)
  if (search.size > 1) refuseRepeated(search.keys(), known)
  for (const [name, read] of readers) {
    const value = read(search, name)
    if (value !== undefined) input[name] = value
  }
}

/** Reads an unparsed body, up to the limit of its media type. */
async function readRaw(request: WireRequest, raw: NonNullable<Operation['raw']>): Promise<RawBody> {
  const mediaType = request.headers.get('content-type') ?? ''
  const bytes = raw[mediaType.toLowerCase().split(';', 1)[0]?.trim() ?? ''] ?? 0
  const largest = Math.max(...Object.values(raw))
  const wayOut =
    bytes < largest
      ? `send it as JSON, which may have up to ${largest} bytes`
      : 'leave out examples and descriptions, or split it'
  const limit = { bytes, wayOut }
  return { mediaType, bytes: new Uint8Array(await readWhole(request, limit)) }
}

async function readWhole(request: WireRequest, limit: Limit, uncounted?: string): Promise<ArrayBuffer | Uint8Array> {
  try {
    return await readBody(request, limit, uncounted)
  } catch (error) {
    return brokenOff(error)
  }
}

function readBody(request: WireRequest, limit: Limit, uncounted?: string): Promise<ArrayBuffer | Uint8Array> {
  const length = request.headers.get('content-length')
  if (length !== null && Number(length) <= limit.bytes) return request.arrayBuffer()
  if (uncounted !== undefined) {
    const sent = counted(chunks(request.body), MOST_UNCOUNTED * limit.bytes, limit)
    return gather(counted(withoutMember(sent, uncounted), limit.bytes, limit))
  }
  if (length !== null) throw tooLarge(limit)
  return gather(counted(chunks(request.body), limit.bytes, limit))
}

/** How many times the limit a body may have, including its uncounted member. */
const MOST_UNCOUNTED = 64

async function gather(chunks: AsyncIterable<Uint8Array>): Promise<ArrayBuffer> {
  const parts: Uint8Array[] = []
  for await (const part of chunks) parts.push(part)
  return new Blob(parts as BlobPart[]).arrayBuffer()
}

/** Passes chunks on, and throws as soon as they exceed `most` bytes. */
async function* counted(chunks: AsyncIterable<Uint8Array>, most: number, limit: Limit): AsyncGenerator<Uint8Array> {
  let size = 0
  for await (const chunk of chunks) {
    size += chunk.length
    if (size > most) throw tooLarge(limit)
    yield chunk
  }
}

/** The caller disconnected before the end of the body, which is not a failure of the service. */
function brokenOff(cause: unknown): never {
  if (cause instanceof SignalboxError) throw cause
  throw new SignalboxError('INVALID', 'The connection ended before the body was complete', {
    errors: [problem('error.body.incomplete')],
    cause,
  })
}

const tooLarge = ({ bytes, wayOut }: Limit) =>
  failure('TOO_LARGE', `The body is larger than ${bytes} bytes: ${wayOut}`, problem('error.body.size', bytes))
