import { chooseType, isObject } from '@signalbox/core/gateway'
import type { OpenApiDocument } from '../../documents/document.ts'
import { below } from '../../documents/pointer.ts'
import { isSendable } from '../../headers/header-list.ts'
import type { Answer } from '../../plugin-api/hooks.ts'
import type { Fits } from '../checks.ts'
import type { DocumentedResponse, Media, Operation } from '../operation.ts'
import { responseFor } from '../response.ts'
import { hasExample, type MockBody, mockBody } from './mock-body.ts'
import { sampleOf } from './sample.ts'

/** Headers that the gateway sets itself, or that have no meaning in a mock. */
const own: ReadonlySet<string> = new Set([
  ...['content-type', 'content-length', 'content-encoding', 'transfer-encoding', 'connection', 'keep-alive', 'upgrade'],
  ...['trailer', 'te', 'proxy-connection', 'set-cookie', 'preference-applied'],
])

const NAME = /^[!#$%&'*+.^_`|~\w-]+$/

/** The headers that a response at a pointer documents, with their examples, names and values in turn. */
function mockHeaders(document: OpenApiDocument, pointer: string, fits: Fits): readonly string[] {
  const { value, pointer: at } = document.at(pointer)
  const headers = isObject(value) && isObject(value.headers) ? Object.keys(value.headers) : []
  return headers.flatMap((name) => {
    if (own.has(name.toLowerCase()) || !NAME.test(name)) return []
    const place = document.at(below(at, 'headers', name))
    const { example, schema } = place.value as { example?: unknown; schema?: unknown }
    const schemaAt =
      document.dialect === '2.0' ? place.pointer : schema === undefined ? undefined : below(place.pointer, 'schema')
    const made = example ?? (schemaAt === undefined ? undefined : sampleOf(schemaAt, { document, fits }))
    if (made === undefined || made === null || isObject(made)) return []
    const text = Array.isArray(made) ? made.join(', ') : String(made)
    return isSendable(text) && text.length < 1000 ? [name, text] : []
  })
}

/** What a client asks of a mock. */
export interface MockRequest {
  readonly operation: Operation
  /** The preferences of the request (RFC 7240). */
  readonly preferences: ReadonlyMap<string, string>
  /** The header `Accept`. */
  readonly accept: string | undefined
}

/** Bodies that are kept, and as many lists of headers. */
const MOST_KEPT = 1000

/** Creates a function that makes the responses of operations. The same request always gets the same response. */
export function createMocks(document: OpenApiDocument, fits: Fits): (request: MockRequest) => Answer {
  const bodies = new Map<string, MockBody>()
  const lists = new Map<string, readonly string[]>()

  /** The body by its place in the document and an example that exists, so that no text of a client makes a new one. */
  function bodyOf(media: Media, preferred: string | undefined): MockBody {
    const example = preferred !== undefined && hasExample(document, media, preferred) ? preferred : undefined
    const key = `${media.pointer}\n${media.written}\n${example === undefined ? '' : `=${example}`}`
    return keptIn(bodies, key, () => mockBody(document, media, { example, fits }))
  }

  return ({ operation, preferences, accept }) => {
    const example = preferences.get('example')
    const { status, response, isPreferred } = chooseResponse(operation, preferences.get('code'))
    const hasBody = status !== 204 && status !== 205 && status !== 304
    const media = hasBody ? acceptedMedia(response?.content ?? [], accept) : undefined
    const body = media && bodyOf(media, example)
    const applied = [
      ...(isPreferred ? [`code=${status}`] : []),
      ...(body?.isPreferred ? [`example=${quoted(example as string)}`] : []),
    ]
    const headers = [
      ...(media ? ['Content-Type', media.type.includes('*') ? 'application/json' : media.written] : []),
      ...(response ? keptIn(lists, response.pointer, () => mockHeaders(document, response.pointer, fits)) : []),
      ...(applied.length > 0 ? ['Preference-Applied', applied.join(', ')] : []),
      ...['Vary', 'Accept, Prefer'],
    ]
    return { status, headers, body: body?.text }
  }
}

/** What is kept under a key; made when it is asked for first. The oldest is dropped for a new one. */
function keptIn<T>(kept: Map<string, T>, key: string, make: () => T): T {
  const known = kept.get(key)
  if (known !== undefined) return known
  const made = make()
  const [oldest] = kept.size >= MOST_KEPT ? kept.keys() : []
  if (oldest !== undefined) kept.delete(oldest)
  kept.set(key, made)
  return made
}

const quoted = (text: string): string =>
  /^[\w!#$%&'*+.^`|~-]+$/.test(text) ? text : `"${text.replace(/[^ -!#-[\]-~]/g, '')}"`

/** The media type that a client likes best, by the header `Accept`; the first if it likes none. */
function acceptedMedia(content: readonly Media[], accept: string | undefined): Media | undefined {
  if (accept === undefined || content.length < 2) return content[0]
  const types = content.map(({ type }) => type)
  return content[Math.max(types.indexOf(chooseType(accept, types) ?? ''), 0)]
}

/** The response of a mock, and its status. */
interface Chosen {
  readonly status: number
  /** Absent: the operation documents no response. */
  readonly response?: DocumentedResponse
  /** Whether it is the one that the client prefers. */
  readonly isPreferred: boolean
}

/**
 * Chooses a response: the status that the client prefers, if it is documented; else the lowest success; else `default`, as
 * 200; else the lowest status.
 */
function chooseResponse(operation: Operation, preferred: string | undefined): Chosen {
  const { responses } = operation
  if (preferred !== undefined && /^[2-5]\d\d$/.test(preferred)) {
    const response = responseFor(operation, Number(preferred))
    if (response) return { status: Number(preferred), response, isPreferred: true }
  }
  const sorted = responses
    .filter(({ status }) => /^[2-5](\d\d|XX)$/.test(status))
    .map((response) => ({ status: Number(response.status.replace('XX', '00')), response }))
    .sort((a, b) => a.status - b.status)
  const found = sorted.find(({ status }) => status < 300)
  if (found) return { ...found, isPreferred: false }
  const response = responses.find(({ status }) => status === 'default')
  if (response) return { status: 200, response, isPreferred: false }
  return { ...(sorted[0] ?? { status: 200 }), isPreferred: false }
}
