import { SignalboxError } from '../../machine/errors/errors.ts'
import { copyJson, MAX_DEPTH } from '../../machine/json/json.ts'

/** Maximum size of a response in bytes; a larger one fails the call. */
const MOST_BYTES = 1024 * 1024

/** A response to an HTTP call, as JSON. */
export interface HttpAnswer {
  readonly status: number
  /** By lower-case name. Several values of one name are joined with commas (RFC 9110, 5.3). */
  readonly headers: Readonly<Record<string, string>>
  /** The parsed body if the media type is JSON, otherwise its text; `null` if it is empty. */
  readonly body: unknown
}

/**
 * Reads a whole response. Throws a message for a response that is too long, or that claims to be JSON but is invalid or
 * cannot be held by a workflow.
 */
export async function readAnswer(response: Response): Promise<HttpAnswer> {
  const { status, headers } = response
  const text = await readText(response)
  return {
    status,
    // Uses `get`, because iterating yields each cookie separately and an object would keep only the last.
    headers: Object.fromEntries([...headers.keys()].map((name) => [name, headers.get(name)!])),
    body: text === '' ? null : isJson(headers.get('content-type')) ? parse(text) : text,
  }
}

async function readText({ body }: Response): Promise<string> {
  const reader = body?.getReader()
  if (!reader) return ''
  const decoder = new TextDecoder()
  let text = ''
  for (let bytes = 0; ; ) {
    const { done, value } = await reader.read()
    if (done) return text + decoder.decode()
    bytes += value.length
    if (bytes > MOST_BYTES) {
      await reader.cancel()
      throw new Error(`its response has more than ${MOST_BYTES} bytes`)
    }
    text += decoder.decode(value, { stream: true })
  }
}

const isJson = (mediaType: string | null): boolean => /^application\/([\w.-]+\+)?json\s*(;|$)/i.test(mediaType ?? '')

function parse(text: string): unknown {
  try {
    return copyJson(JSON.parse(text))
  } catch (error) {
    if (error instanceof SignalboxError)
      throw new Error(`its JSON response is nested deeper than ${MAX_DEPTH} levels or has a number that is too large`)
    throw new Error('its response is not the JSON that its Content-Type announces')
  }
}
