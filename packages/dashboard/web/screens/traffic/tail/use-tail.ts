import { useSignal } from '@preact/signals'
import { useLayoutEffect, useMemo } from 'preact/hooks'
import { api } from '../../../calls/api.ts'
import { pauseBetween } from '../../../log/pauses.ts'
import { followTail, type TailState } from './follow-tail.ts'
import { type TailFilter, tailQueryOf } from './tail-filter.ts'
import { createTailList, type TailList } from './tail-list.ts'

/** A tail that runs while it is shown. */
export interface Tail {
  readonly list: TailList
  readonly state: TailState
  /** Why the service refuses it. */
  readonly error: unknown
  retry(): void
}

/** Follows the tail with a filter: one stream, and only while the page is visible. Another filter begins an empty list. */
export function useTail(filter: TailFilter): Tail {
  const name = JSON.stringify(filter)
  const list = useMemo(() => createTailList(), [name])
  const state = useSignal<TailState>('opening')
  const error = useSignal<unknown>(undefined)
  const attempt = useSignal(0)
  // Before the page is painted: a new list never seems to be live already.
  useLayoutEffect(() => {
    let stop: AbortController | undefined
    error.value = undefined
    const follow = (signal: AbortSignal) =>
      followTail(
        {
          open: (signal) => api.gateway.tail(tailQueryOf(filter), { signal, reconnect: false }),
          onLines: list.add,
          onState: (next) => (state.value = next),
          onLost: list.interrupted,
          pause: pauseBetween,
        },
        signal,
      ).catch((failure) => (error.value = failure))
    const onVisibility = () => {
      if (document.hidden && stop) {
        stop.abort()
        stop = undefined
        list.interrupted()
      } else if (!document.hidden && !stop) {
        stop = new AbortController()
        void follow(stop.signal)
      }
    }
    document.addEventListener('visibilitychange', onVisibility)
    onVisibility()
    return () => {
      document.removeEventListener('visibilitychange', onVisibility)
      stop?.abort()
    }
  }, [name, attempt.value])
  return { list, state: state.value, error: error.value, retry: () => (attempt.value += 1) }
}
