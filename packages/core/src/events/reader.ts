import { join } from '../bytes.ts'
import { SignalboxError } from '../errors.ts'
import type { FrameOptions } from '../frames.ts'
import type { ChangeEvent } from '../log/event.ts'
import type { Store } from '../ports.ts'
import { formatEvent, KEEP_ALIVE_COMMENT } from '../wire/frame.ts'
import type { Group, Member } from './group.ts'
import type { Ring } from './ring.ts'

/** One reader, and where they begin. */
export interface Reading extends FrameOptions {
  /** Events behind this id. */
  readonly after: number
  /** Id of the newest event when they came. */
  readonly head: number
  readonly signal: AbortSignal
  /** Called once, at the end. */
  readonly onEnd: () => void
}

/** What a reader reads from. */
export interface Sources {
  readonly store: Pick<Store, 'read'>
  readonly ring: Ring
  readonly group: Group
  /** Resolves when the ring has got as far as an id that it has not reached yet. */
  readonly reached: (id: number) => Promise<void>
  /** Called once, at the end. */
  readonly leave: (member: Member) => void
}

/** A stream of frames, and how to keep its connection open. */
export interface Reader extends Member {
  readonly stream: ReadableStream<Uint8Array>
  keepAlive(): void
}

/** The most bytes that may wait for a reader when more come, decision 7.2. */
const MOST_UNSENT = 1024 * 1024
/** How many bytes of a replay go together. */
const CHUNK = 32 * 1024
const encoder = new TextEncoder()

/** The comment that is sent at once and whenever nothing was for a while. */
const KEEP_ALIVE = encoder.encode(KEEP_ALIVE_COMMENT)

/** An event as a frame of exactly an id and data. */
export const frameOf = (event: ChangeEvent): Uint8Array => encoder.encode(formatEvent(event))

/**
 * The frames that a reader is due: out of the store, as they are asked for, up to where the ring begins; then what the ring
 * has and what their group is sent, at once. Between the two nothing can slip in: taking the ring and joining the group is one step.
 */
export function createReader({ after, head, signal, onEnd, onFailure, onCut }: Reading, sources: Sources): Reader {
  const { store, ring, group, reached, leave } = sources
  let cursor = after
  let log: { readonly events: AsyncIterator<ChangeEvent>; readonly upTo: number } | undefined
  let isLive = false
  let isOver = false
  /** Bytes that were sent to the group while this reader took nothing of a replay. */
  let missed = 0
  let controller: ReadableStreamDefaultController<Uint8Array>

  function stop(): boolean {
    if (isOver) return false
    isOver = true
    signal.removeEventListener('abort', end)
    leave(reader)
    log?.events.return?.().catch(() => {}) // nobody waits for what it would have told
    onEnd()
    return true
  }
  const end = () => void (stop() && controller.close())

  function cut(): void {
    if (!stop()) return
    if (onCut) onCut()
    else
      controller.error(
        new SignalboxError('UNAVAILABLE', 'More than 1 MiB waits for this reader; resume from the last event'),
      )
  }

  /** From the ring into the group, once the ring has all that is behind the cursor. */
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

  /** Frames of the log, until there are enough for a chunk; whether there were any. */
  async function replay(): Promise<boolean> {
    // All that was in the store when the reading began has been read when it ends, even if some of it is forgotten.
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
