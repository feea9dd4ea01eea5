import type { ChangeEvent } from '@signalbox/core/contract'

/** How a log is followed. */
export interface FollowLog {
  /** Opens the stream after an event, or from now on. It must not reconnect by itself. */
  open(after: number | undefined, signal: AbortSignal): Promise<AsyncIterable<ChangeEvent>>
  /** The id after which a stream begins. */
  startOf(events: AsyncIterable<ChangeEvent>): number | undefined
  /** The id of the last event that was received before; absent: none. */
  readonly after?: number | undefined
  /** Receives each event once, in the order of ids. */
  onEvent(event: ChangeEvent): void
  /** Called with each opened stream, with the id after which it begins. */
  onOpen(after: number): void
  /** The log does not have all events after the last one, or the first attempts failed: records must be read again. */
  onGap(): void
  /** The connection: opening, replaying missed events, up to date, or lost. */
  onState(state: 'connecting' | 'catching-up' | 'live' | 'cut-off'): void
  /** Whether an event was committed after a stream was opened, if that can be told. */
  isNew(event: ChangeEvent, opened: number): boolean
  /** The time of the service, in epoch milliseconds. */
  now(): number
  /** Waits for some milliseconds, or until aborted. */
  wait(ms: number, signal: AbortSignal): Promise<void>
  /** Waits between two attempts; ends early when the connection may be back. */
  pause(failures: number, signal: AbortSignal): Promise<void>
}

/** Missed events arrive without pauses. If none arrives for this long, the stream has caught up. */
const QUIET_MS = 150

/**
 * Follows the log until aborted, through lost connections. Each connection resumes after the last event. Rejects if the
 * service refuses the stream, as without a session.
 */
export async function followLog(following: FollowLog, signal: AbortSignal): Promise<void> {
  const { open, startOf, onOpen, onEvent, onGap, onState, isNew, now, wait, pause } = following
  let last = following.after
  let failures = 0
  onState(last === undefined ? 'connecting' : 'catching-up')
  while (!signal.aborted) {
    try {
      const events = await open(last, signal)
      await read(events)
    } catch (error) {
      if (signal.aborted) return
      if (isRefusal(error)) throw error
    }
    if (signal.aborted) return
    onState('cut-off')
    await pause(failures, signal)
    failures += 1
  }

  async function read(events: AsyncIterable<ChangeEvent>): Promise<void> {
    const start = startOf(events)
    const isFirst = last === undefined
    if (isFirst ? failures > 0 : start !== undefined && start !== last) onGap()
    last = start ?? last ?? 0
    let seen = last
    onOpen(last)
    const ended = new AbortController()
    const opened = now()
    let isLive = false
    let received = 0
    const goLive = () => {
      if (isLive || ended.signal.aborted || signal.aborted) return
      isLive = true
      failures = 0
      onState('live')
    }
    const untilQuiet = async () => {
      for (let before = -1; before !== received && !isLive && !ended.signal.aborted; ) {
        before = received
        await wait(QUIET_MS, AbortSignal.any([ended.signal, signal]))
      }
      goLive()
    }
    if (isFirst) goLive()
    else {
      onState('catching-up')
      void untilQuiet()
    }
    try {
      for await (const event of events) {
        received += 1
        if (event._id <= seen) continue
        seen = event._id
        last = seen
        onEvent(event)
        if (!isLive && isNew(event, opened)) goLive()
      }
    } finally {
      ended.abort()
    }
  }
}

/** Without a session, no attempt succeeds. Whatever else a proxy says while the service restarts may pass. */
const isRefusal = (error: unknown): boolean => (error as { code?: unknown }).code === 'UNAUTHENTICATED'
