import type { Wait } from '@signalbox/core/evaluate'
import {
  type CallOptions,
  decodeResponse,
  encodeRequest,
  isStream,
  iterable,
  iteratorOf,
  SignalboxError,
} from '@signalbox/core/wire'
import { misdirected } from './misdirected.ts'
import type { RemoteOperation } from './row.ts'
import { unavailable } from './unavailable.ts'
import { untilSilent } from './until-silent.ts'

/** How to reach a service. */
export interface Line {
  readonly address: string
  /** Sent with every request. */
  readonly headers: Headers
  readonly fetch: (request: Request) => Response | Promise<Response>
  readonly timeoutMs: number
  readonly silenceMs: number
  readonly wait: Wait
}

/**
 * Sends one request and decodes the response. Rejects as the call does in process; with UNAVAILABLE if the service does
 * not respond in time; and with the signal's reason if aborted. The timeout ends with the response, or with the start
 * of a stream; uploads have none.
 */
export async function exchange(
  { address, headers, fetch, timeoutMs, silenceMs, wait }: Line,
  operation: RemoteOperation,
  input: Record<string, unknown>,
  options: CallOptions,
): Promise<unknown> {
  const { signal } = options
  const stop = new AbortController()
  const settled = new AbortController()
  const abort = () => stop.abort(signal?.reason)
  if (signal?.aborted) abort()
  signal?.addEventListener('abort', abort, { signal: settled.signal })
  const source = isStream(operation.body) ? iteratorOf(iterable(input.body)) : undefined
  const body = source && { [Symbol.asyncIterator]: () => source }
  const request = encodeRequest(operation, address, body ? { ...input, body } : input, {
    ...options,
    signal: stop.signal,
    onFailure: (error) => stop.abort(error),
  })
  for (const [name, value] of headers)
    if (name !== 'x-change-reason' || options.reason === undefined) request.headers.set(name, value)
  let failed = 'cannot be reached: check the address, and that the service is running'
  if (!isStream(operation.body) && Number.isFinite(timeoutMs))
    void wait(timeoutMs, settled.signal).then(() => {
      if (!settled.signal.aborted)
        stop.abort(unavailable(address, `did not respond within ${timeoutMs} ms (timeoutMs)`))
    })
  try {
    const reply = await fetch(request)
    if (reply.status < 400 && !reply.ok)
      throw unavailable(address, 'redirects to another address: set baseUrl to that address')
    failed = 'sent an invalid response: check that baseUrl is the address of a Signalbox'
    const isFollowed = reply.ok && reply.body && isStream(operation.response)
    const bytes = isFollowed && untilSilent(reply.body, { address, silenceMs, wait })
    return await decodeResponse(operation, bytes ? new Response(bytes, reply) : reply, signal).catch((error) => {
      throw misdirected(error, reply, address)
    })
  } catch (error) {
    if (stop.signal.aborted) throw stop.signal.reason
    throw error instanceof SignalboxError ? error : unavailable(address, failed, error)
  } finally {
    settled.abort()
    // Some fetch implementations do not cancel the request body when the request ends.
    void (async () => source?.return?.())().catch(() => {})
  }
}
