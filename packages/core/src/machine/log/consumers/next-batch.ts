import type { Ports } from '../../../ports.ts'
import type { ChangeEvent } from '../event.ts'
import { textOf } from '../text-of.ts'
import type { Tail } from './tail.ts'

/** Advances an idle cursor after this many skipped events or milliseconds. */
const MOST_PASSED = 10_000
const MOST_IDLE = 60 * 60_000
/** How many events are asked for at once. */
const READ = 1000

/** When a batch is full, and how long an incomplete batch waits. */
export interface BatchLimits {
  readonly events: number
  /** In characters of JSON. A larger event is a batch of its own. */
  readonly size: number
  /** How long an incomplete batch waits for more events, in milliseconds. */
  readonly linger: number
}

/** Which events to look for, and where. */
export interface BatchSearch extends Pick<Ports, 'clock' | 'wait'> {
  readonly tail: Tail
  readonly accept: (event: ChangeEvent) => boolean
  readonly limits: BatchLimits
  /** Stops gathering at once. */
  readonly signal: AbortSignal
  /**
   * Receives a function that returns up to where the log was searched and needs no delivery, until the batch is there.
   */
  readonly searching?: (position: () => number) => void
  /** Is called when the log was searched to its end, and had nothing. */
  readonly atEnd?: (() => void) | undefined
}

/** The next events of a consumer, and the id up to which the log was searched for them. */
export interface Batch {
  readonly events: readonly ChangeEvent[]
  readonly seen: number
  /** Whether it has reached its limits, so that the log may have more events at once. */
  readonly isFull: boolean
}

/**
 * Waits for the next batch after an event. Returns a full batch, or the events that arrived within `linger`. Returns no
 * events once the cursor should advance past skipped events.
 */
export async function nextBatch(
  after: number,
  { tail, accept, limits, signal, clock, wait, searching, atEnd }: BatchSearch,
): Promise<Batch> {
  const events: ChangeEvent[] = []
  const since = clock()
  let seen = after
  let size = 0
  let passed = 0
  let isAtEnd = false
  searching?.(() => (events[0] ? events[0]._id - 1 : isAtEnd ? Math.max(seen, tail.shown()) : seen))

  /** Takes the available events. Returns whether the batch is full, or the search is over. */
  async function take(): Promise<boolean> {
    const shown = tail.shown()
    for (let read = READ; read === READ; ) {
      read = 0
      for await (const event of tail.read(seen, READ)) {
        if (signal.aborted) return true
        read++
        seen = event._id
        if (!accept(event)) continue
        events.push(event)
        size += textOf(event).length
        if (isFull()) return true
      }
    }
    seen = Math.max(seen, shown)
    return false
  }

  const isFull = () => events.length === limits.events || size >= limits.size

  const isDue = () => passed >= MOST_PASSED || (passed > 0 && clock() - since >= MOST_IDLE)
  const isAwaited = (event: ChangeEvent) => {
    passed++
    return accept(event) || isDue()
  }
  while (events.length === 0 && !isDue()) {
    isAtEnd = seen >= tail.shown()
    if (isAtEnd) {
      atEnd?.()
      seen = await tail.next(seen, { accept: isAwaited, signal })
    }
    isAtEnd = false
    if (signal.aborted || (await take())) return { events, seen, isFull: isFull() }
  }
  if (events.length === 0) return { events, seen, isFull: false }

  let missing = limits.events - events.length
  const isLast = (event: ChangeEvent) => accept(event) && --missing === 0
  const late = new AbortController()
  const over = AbortSignal.any([late.signal, signal])
  await Promise.race([tail.next(seen, { accept: isLast, signal: over }), wait(limits.linger, over)])
  late.abort()
  if (!signal.aborted) await take()
  return { events, seen, isFull: isFull() }
}
