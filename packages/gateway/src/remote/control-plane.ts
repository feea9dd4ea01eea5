import { decodeResponse, SignalboxError } from '@signalbox/core/wire'
import { LastingFailure } from '../waiting/retry-pauses.ts'
import { createWatchdog } from './watchdog.ts'

/** The calls of a control plane that data planes make. Each rejects with an error that names its address. */
export interface ControlPlane {
  /** Everything that is served, sealed: the line with the format, units, and the end. */
  snapshot(signal: AbortSignal): AsyncIterable<unknown>
  /** Arrays of sealed units after a revision. Rejects with CONFLICT if the control plane no longer has all of them. */
  changes(after: number, signal: AbortSignal, events: ChangesEvents): AsyncIterable<unknown>
  /** Reports the state of a data plane, and what it has counted. Resolves with what the control plane answers. */
  report(body: object, signal: AbortSignal): Promise<unknown>
  /** An UNAVAILABLE error that names the address. */
  unavailable(what: string, cause?: unknown): SignalboxError
}

/** What happens on a stream of changes beside changes. */
export interface ChangesEvents {
  /** The control plane has accepted the request. */
  readonly onOpen: () => void
  /** The control plane has sent a comment, which says that the stream is alive. */
  readonly onPing: () => void
}

interface ControlOptions {
  /** The address, as `controlAddress` returns it. */
  readonly address: string
  readonly key: string
  readonly fetch: typeof fetch
}

interface StreamOptions {
  readonly encoding: 'ndjson' | 'sse'
  readonly after?: number
  readonly events?: ChangesEvents
}

/** How long an answer may take to begin. */
const OPEN_MS = 10_000
/** How long a stream may be silent. The control plane sends something every 15 seconds. */
const SILENCE_MS = 30_000
/** How long a report may take, with its answer. */
const REPORT_MS = 10_000

/** The most bytes of comments that arrive at once. */
const PING_BYTES = 256

const json = { response: {} } as never
const streamed = (encoding: 'ndjson' | 'sse') => ({ response: { encoding, items: {} } }) as never

/** Creates the calls. The key is sent to this address alone: redirects are not followed. */
export function controlPlane({ address, key, fetch }: ControlOptions): ControlPlane {
  const fail = (what: string, cause?: unknown) =>
    new SignalboxError('UNAVAILABLE', `The control plane at ${address} ${what}`, { cause })
  const invalid = (cause: unknown) => fail('sent an invalid response: check the address', cause)

  async function call(path: string, init: RequestInit, signal: AbortSignal): Promise<Response> {
    const opening = createWatchdog(OPEN_MS, () => fail(`did not answer within ${OPEN_MS / 1000} seconds`))
    const headers = { ...(init.headers as Record<string, string>), Authorization: `Bearer ${key}` }
    const stop = AbortSignal.any([signal, opening.signal])
    try {
      const reply = await fetch(`${address}/api/gateway/${path}`, {
        ...init,
        headers,
        redirect: 'manual',
        signal: stop,
      })
      return checked(reply)
    } catch (error) {
      if (stop.aborted) throw stop.reason
      if (error instanceof LastingFailure) throw error
      throw fail(`cannot be reached: ${reasonOf(error)}`, error)
    } finally {
      opening.stop()
    }
  }

  function checked(reply: Response): Response {
    const { status, type } = reply
    if (type === 'opaqueredirect' || (status >= 300 && status < 400))
      throw new LastingFailure(`The control plane at ${address} redirects to another address: use that address`)
    if (status === 401 || status === 403)
      throw new LastingFailure(
        `The control plane at ${address} rejects the gateway key (${status}): it was deleted, or is of another control plane. What is served stays as it is until the data plane is started with a valid key`,
      )
    return reply
  }

  async function* stream(
    path: string,
    { encoding, after, events }: StreamOptions,
    signal: AbortSignal,
  ): AsyncGenerator<unknown, undefined> {
    const silence = createWatchdog(SILENCE_MS, () => fail(`sent nothing for ${SILENCE_MS / 1000} seconds`))
    const stop = AbortSignal.any([signal, silence.signal])
    const heard = new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        silence.reset()
        if (events && isPing(chunk)) events.onPing()
        controller.enqueue(chunk)
      },
    })
    try {
      const headers = after === undefined ? {} : { 'Last-Event-Id': String(after) }
      const reply = await call(path, { headers }, stop)
      if (reply.ok) events?.onOpen()
      const bytes = reply.ok && reply.body ? reply.body.pipeThrough(heard) : reply.body
      yield* (await decodeResponse(streamed(encoding), new Response(bytes, reply), stop)) as AsyncIterable<unknown>
    } catch (error) {
      if (stop.aborted || error instanceof LastingFailure) throw error
      const { code } = Object(error) as { code?: unknown }
      if (code === 'INVALID' || code === 'TOO_LARGE') throw invalid(error)
      if (error instanceof SignalboxError) throw error
      throw fail(`interrupted the stream: ${reasonOf(error)}`, error)
    } finally {
      silence.stop()
    }
    // Streams of an aborted signal end without an error.
    if (silence.signal.aborted) throw silence.signal.reason
    return undefined
  }

  return {
    unavailable: fail,
    snapshot: (signal) => stream('snapshot', { encoding: 'ndjson' }, signal),
    changes: (after, signal, events) => stream('changes', { encoding: 'sse', after, events }, signal),
    async report(body, signal) {
      const headers = { 'Content-Type': 'application/json' }
      const late = createWatchdog(REPORT_MS, () => fail(`did not answer a report within ${REPORT_MS / 1000} seconds`))
      const stop = AbortSignal.any([signal, late.signal])
      let isAccepted = false
      try {
        const reply = await call('reports', { method: 'POST', headers, body: JSON.stringify(body) }, stop)
        isAccepted = reply.ok
        return await decodeResponse(json, reply)
      } catch (error) {
        if (stop.aborted) throw stop.reason
        // Of a 413, the report is too large, not the response: it is sent again in parts.
        if (isAccepted && (error as { code?: unknown }).code === 'TOO_LARGE') throw invalid(error)
        throw error
      } finally {
        late.stop()
      }
    },
  }
}

/**
 * Whether bytes are comments of a stream and nothing else. A part of a change is never taken for a comment: JSON has a quote or a
 * bracket before the end of the event.
 */
const isPing = (bytes: Uint8Array): boolean =>
  bytes.length <= PING_BYTES && /^(?::[ \w-]*\r?\n(?:\r?\n)?)+$/.test(new TextDecoder().decode(bytes))

/** Why a request failed: some runtimes put the reason into `cause`. The key is in no such message. */
function reasonOf(error: unknown): string {
  const { cause = error } = Object(error) as { cause?: unknown }
  const { message, code } = Object(cause) as { message?: unknown; code?: unknown }
  return String([message, code].find((one) => typeof one === 'string' && one !== '') ?? 'the request failed').slice(
    0,
    300,
  )
}
