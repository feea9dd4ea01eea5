import { type CallOptions, isRawBody, isStream, type Operation } from '../../operation.ts'
import { failure, misfit, problem } from '../errors/errors.ts'
import { isObject } from '../json/json.ts'
import { encodeValues, type Format } from './encode-values.ts'
import { formatLine, streamTypes } from './frame.ts'
import { reasonToHeader } from './reason-header.ts'
import type { WireInput } from './request.ts'

/**
 * Encodes a call as a `Request`: path parameters, then the query, then the body. The request does not follow redirects,
 * which would carry the secret along. Throws INVALID for parameters that a URL would change, and for bodies that JSON
 * cannot represent: a missing id does not become `undefined`, nor a client `null`, nor `..` the parent path.
 *
 * @example
 * const request = encodeRequest(contract.features.get, 'https://flags.example.com', { id: 'shop:express' })
 * const feature = await decodeResponse(contract.features.get, await fetch(request))
 */
export function encodeRequest(
  { method, path, body, raw }: Pick<Operation, 'method' | 'path' | 'body' | 'raw'>,
  baseUrl: string,
  input: Readonly<WireInput>,
  options: CallOptions & Pick<Format, 'onFailure'> = {},
): Request {
  const { signal, onFailure } = options
  const { body: payload, ...rest }: WireInput = input
  const pathname = path.replace(/{(\w+)}/g, (_, name: string) => {
    const { [name]: value } = rest
    delete rest[name]
    // An empty segment, `.` or `..` would turn this into another call.
    if (typeof value !== 'string' || /^\.{0,2}$/.test(value) || notUnicode.test(value))
      throw misfit(name, value, 'string', typeof value === 'string' ? notSegment(name) : undefined)
    return encodeURIComponent(value)
  })
  const url = new URL(baseUrl.replace(/\/$/, '') + pathname)
  for (const [name, value] of Object.entries(rest))
    if (isObject(value))
      for (const member of Object.keys(value)) url.searchParams.set(`${name}.${member}`, String(value[member]))
    else if (typeof value === 'object' || notUnicode.test(String(value))) throw misfit(name, value, 'string')
    else if (value !== undefined) url.searchParams.set(name, String(value))

  const headers = headersOf(options)
  const init: RequestInit & { duplex?: 'half' } = { method, headers, redirect: 'manual', signal: signal ?? null }
  if (isStream(body)) {
    headers.set('Content-Type', streamTypes[body.encoding])
    init.body = encodeValues(payload as Iterable<unknown>, { format: formatLine, onFailure })
    init.duplex = 'half'
  } else if (raw && isRawBody(payload)) {
    headers.set('Content-Type', payload.mediaType)
    init.body = payload.bytes as BodyInit
  } else if (body) {
    headers.set('Content-Type', 'application/json')
    init.body = payload === undefined ? null : toJson(payload)
  }
  return new Request(url, init)
}

/** The options of a call that are headers, and their names. */
const headerNames = {
  lastEventId: 'Last-Event-Id',
  ifMatch: 'If-Match',
  idempotencyKey: 'Idempotency-Key',
  reason: 'X-Change-Reason',
  traceparent: 'traceparent',
} satisfies Partial<Record<keyof CallOptions, string>>

/** The headers of a call. Throws INVALID for options that no header can carry; an invalid trace context is ignored. */
function headersOf({ reason, ...options }: CallOptions): Headers {
  const headers = new Headers()
  const given: CallOptions = { ...options, ...(reason !== undefined && { reason: reasonToHeader(reason) }) }
  for (const [option, name] of Object.entries(headerNames)) {
    const { [option as keyof typeof headerNames]: value } = given
    if (value === undefined) continue
    const text = String(value)
    if (HEADER_VALUE.test(text)) headers.set(name, text)
    else if (option !== 'traceparent') throw misfit(option, value, 'string', notHeader(option))
  }
  return headers
}

/** The value of a field (RFC 9110, section 5.5). */
const HEADER_VALUE = /^[\t -~\x80-\xff]*$/

const notHeader = (name: string): string =>
  `The call is invalid: ${name} must be one line without control characters and characters beyond U+00FF`

const notSegment = (name: string): string => `The call is invalid: ${name} must be a valid segment of a URL path`

/** Half of a surrogate pair, which a URL cannot contain. */
const notUnicode = /\p{Cs}/u

/** Throws INVALID for numbers that JSON would turn into `null`. */
function toJson(body: unknown): string {
  try {
    return JSON.stringify(body, (name, value: unknown) => {
      if (typeof value !== 'number' || Number.isFinite(value)) return value
      throw new TypeError(`The value at ${name} is ${value}, which JSON cannot represent`)
    })
  } catch (cause) {
    throw failure('INVALID', (cause as Error).message, problem('error.type'))
  }
}
