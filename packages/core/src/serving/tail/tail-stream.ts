import type { DataPlane } from '../planes/data-plane.ts'
import type { TailEvent, TailFilter } from './tail-event.ts'

/** A reader that is further behind loses lines. */
const MOST_WAITING = 1000

type Result = IteratorResult<TailEvent, undefined>

/** Which requests are read. */
export interface Tailing {
  readonly planes: ReadonlySet<Pick<DataPlane, 'tail'>>
  readonly filter: TailFilter
  readonly signal: AbortSignal
  /** What the reader may see of a line. */
  readonly show: (event: TailEvent) => TailEvent
  /** Called when it is read first. What it returns is called when the stream ends. What it throws ends it. @default nothing */
  readonly onBegin?: () => () => void
  /** Called when the stream ends. */
  readonly onEnd: () => void
}

/**
 * The requests to data planes, from the first `next` on, until aborted or returned. Lines that a slow reader does not
 * take in time are dropped and counted. A hand-written iterator, because a generator that waits cannot be returned.
 */
export function tailOf({ planes, filter, signal, show, onBegin, onEnd }: Tailing): AsyncIterableIterator<TailEvent> {
  const waiting: TailEvent[] = []
  let dropped = 0
  let wake: ((result: Result) => void) | undefined
  let stops: (() => void)[] | undefined
  let isOver = false

  function hear(told: TailEvent): void {
    const event = show(told)
    if (wake) {
      wake({ done: false, value: event })
      wake = undefined
    } else if (waiting.length < MOST_WAITING) waiting.push(event)
    else dropped += event.kind === 'dropped' ? event.count : 1
  }

  function end(): Result {
    const result: Result = { done: true, value: undefined }
    if (!isOver) onEnd()
    isOver = true
    for (const stop of stops ?? []) stop()
    signal.removeEventListener('abort', end)
    wake?.(result)
    wake = undefined
    return result
  }

  function taken(): TailEvent | undefined {
    const next = waiting.shift()
    if (next || dropped === 0) return next
    const count = dropped
    dropped = 0
    return { kind: 'dropped', count }
  }

  return {
    [Symbol.asyncIterator]() {
      return this
    },
    next() {
      if (isOver || signal.aborted) return Promise.resolve(end())
      if (!stops) {
        try {
          stops = [onBegin?.() ?? (() => {})]
        } catch (error) {
          end()
          return Promise.reject(error)
        }
        signal.addEventListener('abort', end, { once: true })
        for (const plane of planes) if (plane.tail) stops.push(plane.tail(filter, hear))
      }
      const value = taken()
      return value ? Promise.resolve({ done: false, value }) : new Promise<Result>((resolve) => (wake = resolve))
    },
    return: () => Promise.resolve(end()),
  }
}
