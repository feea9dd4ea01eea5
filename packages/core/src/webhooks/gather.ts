import type { ChangeEvent } from '../events/event.ts'
import type { Ports } from '../ports.ts'
import { BATCH, BATCH_SIZE, LINGER } from './deliver.ts'
import type { Tail } from './tail.ts'
import { textOf } from './tail.ts'

/** A cursor that events pass which are not for its hook is moved on after so many of them, or so many milliseconds. */
const MOST_PASSED = 10_000
const MOST_IDLE = 60 * 60_000

/** What is looked for, and where. */
export interface Gathering extends Pick<Ports, 'clock' | 'wait'> {
  readonly tail: Tail
  readonly accept: (event: ChangeEvent) => boolean
  /** Ends it at once. */
  readonly signal: AbortSignal
}

/** The next events for a web hook, and how far was looked for them. */
export interface Gathered {
  readonly events: readonly ChangeEvent[]
  readonly seen: number
}

/**
 * Waits for the next batch behind an event: full, or as large as it gets while it waits for more. Without events when so
 * many others have passed that the cursor should move on.
 */
export async function gather(after: number, { tail, accept, signal, clock, wait }: Gathering): Promise<Gathered> {
  const events: ChangeEvent[] = []
  const since = clock()
  let seen = after
  let size = 0
  let passed = 0

  /** Takes what is there; whether the batch is full. */
  async function take(): Promise<boolean> {
    const shown = tail.shown()
    for await (const event of tail.read(seen)) {
      if (signal.aborted) return true
      seen = event._id
      if (!accept(event)) continue
      events.push(event)
      size += textOf(event).length
      if (events.length === BATCH || size >= BATCH_SIZE) return true
    }
    seen = Math.max(seen, shown)
    return false
  }

  const isDue = () => passed >= MOST_PASSED || (passed > 0 && clock() - since >= MOST_IDLE)
  const isAwaited = (event: ChangeEvent) => {
    passed++
    return accept(event) || isDue()
  }
  while (events.length === 0 && !isDue()) {
    if (seen >= tail.shown()) seen = await tail.next(seen, { accept: isAwaited, signal })
    if (signal.aborted || (await take())) return { events, seen }
  }
  if (events.length === 0) return { events, seen }

  let missing = BATCH - events.length
  const isLast = (event: ChangeEvent) => accept(event) && --missing === 0
  const late = new AbortController()
  const over = AbortSignal.any([late.signal, signal])
  await Promise.race([tail.next(seen, { accept: isLast, signal: over }), wait(LINGER, over)])
  late.abort()
  if (!signal.aborted) await take()
  return { events, seen }
}
