import { fetchFailure } from '../machine/errors/fetch-failure.ts'
import type { Ports } from '../ports.ts'
import { signatureHeaders } from './sign.ts'
import type { StoredWebhook } from './webhook.ts'

/** Timeout of a call, in milliseconds. */
export const TIME_OUT = 5000
/** Bytes of a response that are read at most; only its status matters. */
const MOST_BYTES = 64 * 1024

/** The outcome of a call; a success has no `error`. */
export interface Outcome {
  readonly status?: number
  readonly ms: number
  readonly error?: string
}

/** What is sent. */
export interface Message {
  readonly id: string
  readonly body: string
  /** The trace context of what caused it. A header of that name of the webhook replaces it. @default none */
  readonly traceparent?: string | undefined
}

/** What a call depends on. */
export interface PostPorts extends Pick<Ports, 'clock' | 'wait'> {
  readonly fetch: NonNullable<Ports['fetch']>
}

/**
 * Sends one signed call to a webhook. Never rejects: failures are returned as a sentence that contains no secrets of
 * the webhook.
 */
export async function post(
  { callbackUrl, headers, secret }: StoredWebhook,
  { id, body, traceparent }: Message,
  { fetch, clock, wait }: PostPorts,
): Promise<Outcome> {
  const at = clock()
  const call = new AbortController()
  const done = new AbortController()
  const late = wait(TIME_OUT, done.signal).then(() => {
    call.abort()
    throw new Error(`No response within ${TIME_OUT} ms`)
  })
  late.catch(() => {})
  const ended = (rest: Omit<Outcome, 'ms'>): Outcome => ({ ...rest, ms: Math.round(clock() - at) })
  try {
    const answer = await Promise.race([
      fetch(callbackUrl, {
        method: 'POST',
        redirect: 'manual',
        signal: call.signal,
        headers: {
          ...(traceparent !== undefined && !hasHeader(headers, 'traceparent') && { traceparent }),
          ...headers,
          'content-type': 'application/json',
          'user-agent': 'Signalbox',
          ...signatureHeaders(secret, { id, at, body }),
        },
        body,
      }),
      late,
    ])
    const { status, type } = answer
    const outcome = ended(failureOf(status, type))
    await Promise.race([drain(answer), late]).catch(() => call.abort())
    return outcome
  } catch (error) {
    return ended({ error: fetchFailure(error, [secret, ...Object.values(headers)]) })
  } finally {
    done.abort()
  }
}

const hasHeader = (headers: Readonly<Record<string, string>>, wanted: string): boolean =>
  Object.keys(headers).some((name) => name.toLowerCase() === wanted)

/** Describes a failed status. Some runtimes hide redirects, which then have no status. */
function failureOf(status: number, type: ResponseType): Omit<Outcome, 'ms'> {
  if (status >= 200 && status < 300) return { status }
  if (type === 'opaqueredirect') return { error: 'The receiver redirects; redirects are not followed' }
  if (status >= 300 && status < 400)
    return { status, error: `The receiver redirects (${status}); redirects are not followed` }
  return { status, error: `The receiver responded with status ${status}` }
}

/** Reads the rest of a response so that its connection can be reused; cancels it if it is too long. */
async function drain({ body }: Response): Promise<void> {
  const reader = body?.getReader()
  if (!reader) return
  for (let bytes = 0; bytes <= MOST_BYTES; ) {
    const { done, value } = await reader.read()
    if (done) return
    bytes += value.length
  }
  await reader.cancel()
}
