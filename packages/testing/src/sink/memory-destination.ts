import { behind, type ChangeEvent, type Sink } from '@signalbox/core/sinks'
import type { SinkRecord } from './sink-test.ts'

/** A destination in memory, and sinks on it. */
export interface MemoryDestination {
  /** Opens a sink on it. All sinks share what is there. */
  open(): Sink
  /** What is there, in its order. */
  readonly records: readonly SinkRecord[]
  /** Makes every append wait. Returns a function that ends this. */
  stall(): () => void
}

/**
 * Creates a destination in memory for tests of programs with sinks. With `isExact` it refuses repeats; otherwise its
 * sinks do not know their position.
 *
 * @example
 * const destination = memoryDestination()
 * const sink = destination.open()
 * await sink.append([event], 0, new AbortController().signal)
 * console.log(destination.records)
 */
export function memoryDestination({ isExact = true }: { readonly isExact?: boolean } = {}): MemoryDestination {
  const records: SinkRecord[] = []
  let stalled: { readonly over: Promise<void>; readonly end: () => void } | undefined
  const last = () => records.at(-1)?.id ?? 0

  function add(events: readonly ChangeEvent[], after: number): void {
    const position = last()
    if (isExact && position < after) throw behind(after, { position })
    for (const event of events)
      if (!isExact || event._id > position) records.push({ id: event._id, text: JSON.stringify(event), key: event.key })
  }

  return {
    open: () => ({
      kind: 'memory',
      position: async () => (isExact ? last() : undefined),
      async append(events, after, signal) {
        // What waits ends with the signal, and an append whose signal has aborted adds nothing.
        if (stalled) await Promise.race([stalled.over, untilAborted(signal)])
        signal.throwIfAborted()
        add(events, after)
      },
      close: async () => {},
    }),
    records,
    stall() {
      let end = () => {}
      const over = new Promise<void>((resolve) => {
        end = resolve
      })
      stalled = { over, end }
      return () => {
        stalled?.end()
        stalled = undefined
      }
    },
  }
}

const untilAborted = (signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })
