import type { FrameOptions } from '../machine/answers/frames.ts'
import { SignalboxError } from '../machine/errors/errors.ts'
import { join } from '../machine/json/bytes.ts'
import type { ChangeEvent } from '../machine/log/event.ts'
import { formatEvent, KEEP_ALIVE_COMMENT } from '../machine/wire/frame.ts'
import type { Reads } from '../ports.ts'
import type { RecentEvents } from './recent-events.ts'
import type { Member, SubscriberGroup } from './subscriber-group.ts'

/** A reader and the position at which it begins. */
export interface Reading extends FrameOptions {
  /** Reads events after this id. */
  readonly after: number
  /** The id of the newest event when the reader came. */
  readonly head: number
  readonly signal: AbortSignal
  /** Called once, when the stream ends. */
  readonly onEnd: () => void
}

/** The sources of a reader's frames. */
export interface Sources {
  readonly store: Pick<Reads, 'read'>
  readonly ring: RecentEvents
  readonly group: SubscriberGroup
  /** Resolves when the ring has reached an id that it has not reached yet. */
  readonly reached: (id: number) => Promise<void>
  /** Called once, when the stream ends. */
  readonly leave: (member: Member) => void
}

/** A stream of frames with a function that keeps its connection open. */
export interface Reader extends Member {
  readonly stream: ReadableStream<Uint8Array>
  keepAlive(): void
}

/** A reader with more unsent bytes than this is disconnected at the next event, so that it cannot exhaust memory. */
const MOST_UNSENT = 1024 * 1024
/** The size of a replayed chunk, in bytes. */
const CHUNK = 32 * 1024
const encoder = new TextEncoder()

/** The comment that is sent at the start and after a pause. */
const KEEP_ALIVE = encoder.encode(KEEP_ALIVE_COMMENT)

/** Encodes an event as a frame with exactly an id and data. */
export const frameOf = (event: ChangeEvent): Uint8Array => encoder.encode(formatEvent(event))

/**
 * Streams frames to one reader: from the store until the in-memory ring covers the rest, then live. Joining the group
 * and taking the ring happen in one synchronous step, so no event is missed.
 */
export function createReader({ after, head, signal, onEnd, onFailure, onCut }: Reading, sources: Sources): Reader {
  const { store, ring, group, reached, leave } = sources
  let cursor = after
  let log: { readonly events: AsyncIterator<ChangeEvent>; readonly upTo: number } | undefined
  let isLive = false
  let isOver = false
  /** Bytes sent to the group while this reader was not reading its replay. */
  let missed = 0
  let controller: ReadableStreamDefaultController<Uint8Array>

  function stop(): boolean {
    if (isOver) return false
    isOver = true
    signal.removeEventListener('abort', end)
    leave(reader)
    log?.events.return?.().catch(() => {}) // nobody needs the result
    onEnd()
    return true
  }
  const end = () => void (stop() && controller.close())

  function cut(): void {
    if (!stop()) return
    if (onCut) onCut()
    else
      controller.error(
        new SignalboxError(
          'UNAVAILABLE',
          'This client reads too slowly: over 1 MiB is unsent; reconnect with the last event id to resume',
        ),
      )
  }

  /** Joins the group if the ring has every event after the cursor. */
  function goLive(): boolean {
    if (!ring.covers(cursor)) return false
    group.flush()
    isLive = true
    const frames: Uint8Array[] = []
    let isLast = false
    for (const { event, frame } of ring.after(cursor)) {
      isLast = event._id > head && group.ends(event)
      if (isLast) break
      if (group.accept(event)) frames.push(frame)
    }
    if (frames.length > 0) controller.enqueue(join(frames))
    if (isLast) end()
    return true
  }

  /** Reads frames from the log until a chunk is full. Returns whether there were any. */
  async function replay(): Promise<boolean> {
    // When this ends, it has read every event that the store had at the start, even if some are deleted meanwhile.
    log ??= { events: store.read({ after: cursor })[Symbol.asyncIterator](), upTo: ring.last }
    const frames: Uint8Array[] = []
    let isLast = false
    for (let size = 0; size < CHUNK && !isLast; ) {
      const { done, value: event } = await log.events.next()
      if (isOver) return true
      if (done) {
        cursor = Math.max(cursor, log.upTo)
        log = undefined
        break
      }
      cursor = event._id
      isLast = cursor > head && group.ends(event)
      if (isLast || !group.accept(event)) continue
      const frame = frameOf(event)
      size += frame.length
      frames.push(frame)
    }
    if (frames.length > 0) controller.enqueue(join(frames))
    if (isLast) end()
    return frames.length > 0
  }

  async function catchUp(): Promise<void> {
    missed = 0
    try {
      while (!isOver && !goLive())
        if (cursor > ring.last) await reached(cursor)
        else if (await replay()) return
    } catch (error) {
      stop()
      throw onFailure ? onFailure(error) : error
    }
  }

  const reader: Reader = {
    head,
    stream: new ReadableStream<Uint8Array>(
      {
        start(own) {
          controller = own
          own.enqueue(KEEP_ALIVE)
        },
        pull: () => (isLive ? undefined : catchUp()),
        cancel: () => void stop(),
      },
      new ByteLengthQueuingStrategy({ highWaterMark: 0 }),
    ),
    send(chunk) {
      if (!isLive) missed += chunk.length
      if ((isLive ? -(controller.desiredSize ?? 0) : missed) > MOST_UNSENT) cut()
      else if (isLive) controller.enqueue(chunk)
    },
    end: () => void (isLive && end()),
    keepAlive: () => void (isLive && controller.desiredSize === 0 && controller.enqueue(KEEP_ALIVE)),
  }
  group.members.add(reader)
  if (signal.aborted) end()
  else signal.addEventListener('abort', end, { once: true })
  if (!isOver) goLive()
  return reader
}
