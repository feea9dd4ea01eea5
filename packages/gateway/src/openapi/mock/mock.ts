import type { Answer } from '../../plugins/plugin.ts'
import type { Check } from '../checks.ts'
import type { OpenApiDocument } from '../document.ts'
import type { Operation } from '../operation.ts'
import { acceptedMedia } from './accepted.ts'
import { chooseResponse } from './choose-response.ts'
import { mockBody } from './mock-body.ts'
import { mockHeaders } from './mock-headers.ts'

/** What a client asks of a mock. */
export interface MockRequest {
  readonly operation: Operation
  /** The preferences of the request (RFC 7240). */
  readonly preferences: ReadonlyMap<string, string>
  /** The header `Accept`. */
  readonly accept: string | undefined
}

/** Mocks that are kept, and how long the preferences of one may be. */
const MOST_KEPT = 500
const LONGEST_KEPT = 200

/** Creates a function that makes the responses of operations. The same request always gets the same response. */
export function createMocks(document: OpenApiDocument, check: Check): (request: MockRequest) => Answer {
  const kept = new Map<string, Answer>()

  function make({ operation, accept }: MockRequest, code: string | undefined, example: string | undefined): Answer {
    const { status, response, isPreferred } = chooseResponse(operation, code)
    const hasBody = status !== 204 && status !== 205 && status !== 304
    const media = hasBody ? acceptedMedia(response?.content ?? [], accept) : undefined
    const body = media && mockBody(document, media, { example, check })
    const applied = [
      ...(isPreferred ? [`code=${status}`] : []),
      ...(body?.isPreferred ? [`example=${quoted(example as string)}`] : []),
    ]
    const headers = [
      ...(media ? ['Content-Type', media.type.includes('*') ? 'application/json' : media.written] : []),
      ...(response ? mockHeaders(document, response.pointer, check) : []),
      ...(applied.length > 0 ? ['Preference-Applied', applied.join(', ')] : []),
      ...['Vary', 'Accept, Prefer'],
    ]
    return { status, headers, body: body?.text }
  }

  return (request) => {
    const { operation, preferences, accept = '' } = request
    const [code, example] = [preferences.get('code'), preferences.get('example')]
    const key = `${operation.label}\n${code}\n${example}\n${accept}`
    const known = kept.get(key)
    if (known) return known
    const made = make(request, code, example)
    if (key.length - operation.label.length > LONGEST_KEPT) return made
    if (kept.size >= MOST_KEPT) kept.clear()
    kept.set(key, made)
    return made
  }
}

const quoted = (text: string): string =>
  /^[\w!#$%&'*+.^`|~-]+$/.test(text) ? text : `"${text.replace(/[^ -!#-[\]-~]/g, '')}"`
