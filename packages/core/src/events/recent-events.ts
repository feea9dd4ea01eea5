import type { ChangeEvent } from '../machine/log/event.ts'

/** An event and its frame: encoded once, sent to everyone. */
export interface FramedEvent {
  readonly event: ChangeEvent
  readonly frame: Uint8Array
}

/** The newest events in memory, so that a reader who reconnects after a moment does not read the store. */
export interface RecentEvents {
  /** The id of the newest added event, or the id at which the ring was last emptied. */
  readonly last: number
  /** Empties the ring. It then covers only events after this id. */
  restart(at: number): void
  add(framed: FramedEvent): void
  /** Whether the ring has every event after an id, up to `last`. */
  covers(id: number): boolean
  /** The events after an id. */
  after(id: number): readonly FramedEvent[]
}

const MOST_EVENTS = 1000
const MOST_BYTES = 4 * 1024 * 1024

/** Creates a ring that keeps at most 1,000 events and 4 MiB of frames. */
export function createRecentEvents(): RecentEvents {
  let kept: FramedEvent[] = []
  let bytes = 0
  let from = 0
  let last = 0

  function forgetFirst(): void {
    const [first] = kept.splice(0, 1)
    if (!first) return
    from = first.event._id
    bytes -= first.frame.length
  }

  return {
    get last() {
      return last
    },
    restart(at) {
      kept = []
      bytes = 0
      from = at
      last = at
    },
    add(framed) {
      kept.push(framed)
      bytes += framed.frame.length
      last = framed.event._id
      while (kept.length > MOST_EVENTS || bytes > MOST_BYTES) forgetFirst()
    },
    covers: (id) => from <= id && id <= last,
    after(id) {
      const first = kept.findIndex(({ event }) => event._id > id)
      return first < 0 ? [] : kept.slice(first)
    },
  }
}
