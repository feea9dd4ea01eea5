import type { ChangeEvent } from '@signalbox/core/contract'
import { type Call, endable, SignalboxError, startOf, statuses } from '@signalbox/core/wire'
import type { Pauses } from './retry.ts'

type Events = AsyncIterableIterator<ChangeEvent>

/**
 * Wraps the call of an event stream so that it survives lost connections. It reconnects after the last event received,
 * so that no event is missed or repeated. A refusal ends the stream and is thrown. `open` makes the first connection
 * (with retries), `reopen` makes a single attempt.
 */
export const reconnecting =
  (open: Call, reopen: Call, { after, maxRetryAfterMs, wait }: Pauses): Call =>
  async (input, options = {}) => {
    let connection: Events | undefined = (await open(input, options)) as Events
    let { lastEventId } = options
    return endable(options.signal, follow)

    async function* follow(signal: AbortSignal): AsyncGenerator<ChangeEvent, undefined> {
      signal.addEventListener('abort', () => void connection?.return?.())
      for (let failures = 0; !signal.aborted; failures++) {
        let failure: unknown
        try {
          connection ??= (await reopen(input, {
            ...options,
            ...(lastEventId !== undefined && { lastEventId }),
            signal,
          })) as Events
          lastEventId = startOf(connection) ?? lastEventId
          for await (const event of connection) {
            failures = 0
            lastEventId = event._id
            yield event
          }
        } catch (error) {
          if (signal.aborted) return
          if (isRefusal(error)) throw error
          failure = error
        }
        connection = undefined
        await wait(Math.min(after(failures, failure), maxRetryAfterMs), signal)
      }
    }
  }

/** Whether another attempt would fail in the same way. */
const isRefusal = (error: unknown): boolean =>
  !(error instanceof SignalboxError) || (statuses[error.code] < 500 && error.code !== 'TOO_MANY_REQUESTS')
