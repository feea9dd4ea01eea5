import type { InstancePorts } from '../../../ports.ts'
import type { ChangeEvent } from '../event.ts'
import type { Follower } from '../follower.ts'
import { type Cursor, findCursor, findGap, type Gap, moveCursor } from './cursor.ts'
import { jittered } from './jittered.ts'
import { withLease } from './lease.ts'
import { type BatchLimits, nextBatch } from './next-batch.ts'
import { createTail, type Tail } from './tail.ts'

/**
 * Processes the log on behalf of all processes on a store. One process at a time takes the events, in order and at
 * least once; the next one resumes after the last batch.
 */
export interface Consumer {
  /** The name of the lease and the cursor. */
  readonly name: string
  /** Which events to take. @default all */
  readonly accept?: (event: ChangeEvent) => boolean
  /**
   * Processes a batch. The cursor moves when this resolves. If it rejects, the same events are retried after a pause.
   */
  readonly take: (events: readonly ChangeEvent[], signal: AbortSignal) => Promise<void>
  /** Called with the range of events that left the log before they were processed. */
  readonly missed?: (gap: Gap) => void
  /** Where a consumer without a cursor starts: at the newest event, or at the oldest in the log. @default 'head' */
  readonly from?: 'head' | 'oldest'
  /** @default 500 events, 1 MiB, 100 ms */
  readonly limits?: BatchLimits
}

/** The ports a consumer needs. */
export interface ConsumerPorts extends Pick<InstancePorts, 'store' | 'note' | 'clock' | 'random' | 'report' | 'wait'> {
  readonly follower: Follower
  /** Ends the consumer. */
  readonly closing: AbortSignal
}

/** The pause after the first failure in a row, and the longest pause, in milliseconds. */
const FIRST_RETRY = 1000
const LAST_RETRY = 60_000
const usual: BatchLimits = { events: 500, size: 1024 * 1024, linger: 100 }

/** Runs a consumer until the instance closes. Resolves once its last batch was taken or given up. Never rejects. */
export async function consume(consumer: Consumer, ports: ConsumerPorts): Promise<void> {
  const { follower, report, wait, closing } = ports
  let tail: Tail | undefined
  follower.later((event) => tail?.push(event))
  while (!closing.aborted)
    try {
      await follower.start()
      const lead = async (signal: AbortSignal) => {
        tail = createTail(ports.store)
        await leadWith(tail, signal, { ...ports, ...consumer }).finally(() => (tail = undefined))
      }
      await withLease(`consumer ${consumer.name}`, lead, { ...ports, signal: closing })
    } catch (error) {
      report(error)
      await wait(FIRST_RETRY, closing)
    }
}

/** Processes batches while this process holds the lease and no other process has moved the cursor. */
async function leadWith(tail: Tail, signal: AbortSignal, consumer: Consumer & ConsumerPorts): Promise<void> {
  const { name, note, clock, wait, accept = () => true, limits = usual } = consumer
  await tail.begin()
  let cursor: Cursor | undefined = await begin(consumer)
  const failed = new AbortController()
  const over = AbortSignal.any([signal, failed.signal])
  const running = tail.run(cursor?.value.after ?? 0, over).catch((error) => failed.abort(error))
  while (cursor && !over.aborted) {
    const { events, seen } = await nextBatch(cursor.value.after, { tail, accept, limits, clock, wait, signal: over })
    const isTaken = !over.aborted && (events.length === 0 || (await takeUntilDone(events, over, consumer)))
    if (isTaken) cursor = await moveCursor(note, name, { from: cursor, after: seen })
  }
  await running
  if (failed.signal.aborted) throw failed.signal.reason
}

/** The cursor to start from: the stored one, moved forward if the log no longer has the events after it. */
async function begin({
  name,
  store,
  note,
  from = 'head',
  missed,
}: Consumer & ConsumerPorts): Promise<Cursor | undefined> {
  const found = await findCursor(store, name)
  if (!found) return moveCursor(note, name, { from: undefined, after: from === 'head' ? await store.head() : 0 })
  const gap = await findGap(store, found.value.after)
  if (!gap) return found
  missed?.(gap)
  return moveCursor(note, name, { from: found, after: gap.before - 1 })
}

/** Retries a batch until it is taken. `false` when the lease or the instance ended first. */
async function takeUntilDone(
  events: readonly ChangeEvent[],
  over: AbortSignal,
  { take, random, report, wait }: Consumer & ConsumerPorts,
): Promise<boolean> {
  for (let pause = FIRST_RETRY; !over.aborted; pause = Math.min(2 * pause, LAST_RETRY))
    try {
      await take(events, over)
      return true
    } catch (error) {
      report(error)
      await wait(jittered(pause, { random }), over)
    }
  return false
}
