import type { ChangeEvent } from '@signalbox/core/contract'
import type { Call } from '@signalbox/core/wire'
import { endable, SignalboxError, startOf, statuses } from '@signalbox/core/wire'
import type { Pauses } from './retry.ts'

type Events = AsyncIterableIterator<ChangeEvent>

/**
 * The call of an event stream that outlives its connections: it opens another one behind the last event that came, so that none
 * is missed and none comes twice. A refusal ends it, and is thrown. `open` opens the first one, `reopen` tries once.
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

/** What another attempt would not change. */
const isRefusal = (error: unknown): boolean =>
  !(error instanceof SignalboxError) || (statuses[error.code] < 500 && error.code !== 'TOO_MANY_REQUESTS')
