import type { ToldDecision } from '../tail/decision.ts'
import { MOST_RECEIVED, type Trial } from './try-schema.ts'

type Decide = (requestId: string) => ToldDecision | undefined

/** Reads the response to a call: up to 1 MiB of its body, as text if it is text in UTF-8. */
export async function readTrial(response: Response, decisionOf: Decide): Promise<Omit<Trial, 'ms'>> {
  const bytes = await readBody(response.body)
  if (!bytes) return tooLarge
  const text = asText(bytes)
  const cause = decisionOf(response.headers.get('x-request-id') ?? '')?.cause
  return {
    status: response.status,
    headers: [...response.headers].map(([name, value]) => ({ name, value })),
    ...(text === undefined ? { body: asBase64(bytes), encoding: 'base64' } : { body: text, encoding: 'text' }),
    ...(cause !== undefined && { cause }),
  }
}

const tooLarge: Omit<Trial, 'ms'> = {
  status: 502,
  headers: [],
  body: `The response has more than ${MOST_RECEIVED / 1024} KiB`,
  encoding: 'text',
  cause: 'errors.backend.body.too.large',
}

/** `undefined`: it is larger than allowed. */
async function readBody(body: ReadableStream<Uint8Array> | null): Promise<Uint8Array | undefined> {
  const chunks: Uint8Array[] = []
  let length = 0
  const reader = body?.getReader()
  for (;;) {
    const read = await reader?.read()
    if (!read || read.done) break
    length += read.value.length
    if (length > MOST_RECEIVED) {
      reader?.cancel().catch(() => {})
      return undefined
    }
    chunks.push(read.value)
  }
  const whole = new Uint8Array(length)
  let place = 0
  for (const chunk of chunks) {
    whole.set(chunk, place)
    place += chunk.length
  }
  return whole
}

/** The text of bytes in UTF-8 without control characters; `undefined` for others. */
function asText(bytes: Uint8Array): string | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they tell bytes from text
    return /[\0-\x08\x0e-\x1a\x1c-\x1f]/.test(text) ? undefined : text
  } catch {
    return undefined
  }
}

/** In parts: a call takes only so many arguments. */
function asBase64(bytes: Uint8Array): string {
  let text = ''
  for (let i = 0; i < bytes.length; i += 8192) text += String.fromCharCode(...bytes.subarray(i, i + 8192))
  return btoa(text)
}
