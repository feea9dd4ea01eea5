import type { Reads } from '../../../ports.ts'
import type { ChangeEvent } from '../event.ts'
import { textOf } from '../text-of.ts'

/**
 * How much of the log is kept in memory: this many events, fewer if they have more characters than the next constant.
 */
const MOST_EVENTS = 1000
const MOST_SIZE = 8 * 1024 * 1024

/** What a reader waits for. */
export interface Awaited {
  readonly accept: (event: ChangeEvent) => boolean
  readonly signal: AbortSignal
}

/** The end of the log, read once for all readers that wait for events. */
export interface Tail {
  /** Adds a committed event. Call it in order. */
  push(event: ChangeEvent): void
  /** From now on, keeps pushed events in memory for a while. */
  begin(): Promise<void>
  /** Shows waiting readers the committed events after `after`, then pushed events. */
  run(after: number, signal: AbortSignal): Promise<void>
  /** The id of the last event that was shown. */
  shown(): number
  /** Whether all events after an id are in memory. */
  holds(after: number): boolean
  /**
   * The events after an id: all of them from memory, or the first `limit` from the store if memory does not reach back
   * that far.
   */
  read(after: number, limit: number): Iterable<ChangeEvent> | AsyncIterable<ChangeEvent>
  /** Resolves with the id of the last skipped event after `after`, once an event was accepted, or when aborted. */
  next(after: number, awaited: Awaited): Promise<number>
}

interface Waiting extends Pick<Awaited, 'accept'> {
  position: number
  readonly resolve: (position: number) => void
}

/** Creates the tail of a store's log. Events pushed before `begin` resolves may be missing from memory. */
export function createTail(store: Reads): Tail {
  const waiting = new Set<Waiting>()
  let recent: ChangeEvent[] = []
  let size = 0
  /** `recent` has every event after this id. */
  let from = 0
  let shown = Number.NEGATIVE_INFINITY
  let isLive = false

  function show(event: ChangeEvent): void {
    shown = event._id
    for (const one of waiting) {
      if (event._id <= one.position) continue
      if (one.accept(event)) end(one)
      else one.position = event._id
    }
  }

  function end(one: Waiting): void {
    waiting.delete(one)
    one.resolve(one.position)
  }

  function push(event: ChangeEvent): void {
    recent.push(event)
    size += textOf(event).length
    if (recent.length > 2 * MOST_EVENTS || size > 2 * MOST_SIZE) forget()
    if (isLive) show(event)
  }

  function forget(): void {
    let gone = 0
    while (recent.length - gone > MOST_EVENTS || size > MOST_SIZE) size -= textOf(recent[gone++]!).length
    from = Math.max(from, recent[gone - 1]!._id)
    recent = recent.slice(gone)
  }

  return {
    push,
    async begin() {
      const head = await store.head()
      from = Math.max(from, head)
    },
    async run(after, signal) {
      shown = Math.min(after, from)
      while (shown < from && !signal.aborted) {
        const before = shown
        for await (const event of store.read({ after: shown, limit: MOST_EVENTS })) {
          // The first events in memory may not have been pushed yet. Nothing is shown before it can be read from
          // memory.
          if (event._id > from) break
          show(event)
        }
        if (shown === before) shown = from
      }
      for (const event of recent) if (event._id > shown) show(event)
      isLive = true
    },
    shown: () => shown,
    holds: (after) => after >= from,
    read: (after, limit) => (after < from ? store.read({ after, limit }) : behind(recent, after)),
    next: (after, awaited) =>
      new Promise((resolve) => {
        const { accept, signal } = awaited
        const abort = () => end(one)
        const one: Waiting = {
          accept,
          position: after,
          resolve(position) {
            signal.removeEventListener('abort', abort)
            resolve(position)
          },
        }
        waiting.add(one)
        if (signal.aborted) abort()
        else signal.addEventListener('abort', abort)
      }),
  }
}

function behind(events: readonly ChangeEvent[], id: number): readonly ChangeEvent[] {
  let first = events.length
  while (first > 0 && events[first - 1]!._id > id) first--
  return events.slice(first)
}
