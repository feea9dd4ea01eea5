import { SignalboxError } from '../../errors.ts'
import { copyJson, MAX_DEPTH } from '../../json.ts'

/** More bytes of an answer fail the call. */
const MOST_BYTES = 1024 * 1024

/** An answer to a call elsewhere, as JSON. */
export interface HttpAnswer {
  readonly status: number
  /** By their names in lower case; those of one name in one text, separated by commas (RFC 9110, 5.3). */
  readonly headers: Readonly<Record<string, string>>
  /** What the JSON says where the media type says that it is JSON; else the text, and null where there is none. */
  readonly body: unknown
}

/**
 * Reads an answer to its end. Throws a sentence for one that is too long, and for one that says it is JSON and is none, or none that
 * a workflow can hold.
 */
export async function readAnswer(response: Response): Promise<HttpAnswer> {
  const { status, headers } = response
  const text = await readText(response)
  return {
    status,
    // As entries, several cookies come one by one, and an object would keep the last.
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
      throw new Error(`it answered more than ${MOST_BYTES} bytes`)
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
      throw new Error(`it answered JSON that is deeper than ${MAX_DEPTH} levels, or has a number beyond all numbers`)
    throw new Error('it answered something else than the JSON that it said it would')
  }
}
