import type { OpenApiDocument } from '../../documents/document.ts'
import type { Answer } from '../../plugin-api/hooks.ts'
import type { Fits } from '../checks.ts'
import type { Media, Operation } from '../operation.ts'
import { acceptedMedia } from './accepted.ts'
import { chooseResponse } from './choose-response.ts'
import { hasExample, type MockBody, mockBody } from './mock-body.ts'
import { mockHeaders } from './mock-headers.ts'

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
