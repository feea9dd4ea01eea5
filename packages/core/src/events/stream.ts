import type { ChangeEvent } from '../machine/log/event.ts'
import type { Reads } from '../ports.ts'

type Result = IteratorResult<ChangeEvent, undefined>
const DONE: Result = { done: true, value: undefined }

/** Selects events and their range. */
export interface Following {
  /** Takes events after this id. */
  readonly after: number
  readonly accept?: (event: ChangeEvent) => boolean
  readonly signal?: AbortSignal | undefined
  /** Called each time all committed events have been taken. */
  readonly onCaughtUp?: (lastId: number) => void
  /** Called once, when the stream ends. */
  readonly onEnd?: () => void
}

/**
 * The events of a store's log, past and future, in order and each once, until aborted or returned. Reads on demand: a
 * slow reader does not delay others, and nothing is buffered for it. Fails if the store fails, and then ends. This is a
 * hand-written iterator, because a generator that is waiting cannot be returned.
 */
export function follow(
  store: Reads,
  { after, accept, signal, onCaughtUp, onEnd }: Following,
): AsyncIterableIterator<ChangeEvent> {
  let last = after
  let reader: AsyncIterator<ChangeEvent> | undefined
  let news = true
  let wake = () => {}
  let stopped = false
  const unwatch = store.watch(() => {
    news = true
    wake()
  })

  const stop = async (): Promise<Result> => {
    unwatch()
    signal?.removeEventListener('abort', stop)
    if (!stopped) {
      stopped = true
      onEnd?.()
    }
    wake()
    await reader?.return?.()
    return DONE
  }
  if (signal?.aborted) void stop()
  else signal?.addEventListener('abort', stop, { once: true })

  return {
    [Symbol.asyncIterator]() {
      return this
    },
    async next() {
      try {
        return await next()
      } catch (error) {
        await stop()
        throw error
      }
    },
    return: stop,
  }

  async function next(): Promise<Result> {
    while (!stopped) {
      if (reader) {
        const { done, value } = await reader.next()
        if (done) reader = undefined
        else {
          last = value._id
          if (!accept || accept(value)) return { done: false, value }
        }
      } else if (news) {
        news = false
        reader = store.read({ after: last })[Symbol.asyncIterator]()
      } else {
        onCaughtUp?.(last)
        await new Promise<void>((resolve) => {
          wake = resolve
          if (news || stopped) resolve()
        })
      }
    }
    return DONE
  }
}
