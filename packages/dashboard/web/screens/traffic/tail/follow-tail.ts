import type { TailEvent } from './tail-events.ts'

/** Whether lines can arrive: `opening` before the first connection, `live`, `cut-off` between two attempts. */
export type TailState = 'opening' | 'live' | 'cut-off'

/** How a tail is followed. */
export interface FollowTail {
  /** Opens the stream. It must not reconnect by itself. */
  open(signal: AbortSignal): Promise<AsyncIterable<TailEvent>>
  /** Receives lines, several at a time. */
  onLines(lines: readonly TailEvent[]): void
  onState(state: TailState): void
  /** A connection was lost, so that lines are missing. */
  onLost(): void
  /** Waits between two attempts. */
  pause(failures: number, signal: AbortSignal): Promise<void>
}

/** Lines that come within this time are passed on together, so that the page is drawn a few times a second. */
const TOGETHER_MS = 200

/** Follows a tail until aborted, through lost connections. Rejects if the service refuses it. */
export async function followTail(following: FollowTail, signal: AbortSignal): Promise<void> {
  const { open, onLines, onState, onLost, pause } = following
  let waiting: TailEvent[] = []
  let timer: ReturnType<typeof setTimeout> | undefined

  function flush(): void {
    clearTimeout(timer)
    timer = undefined
    const lines = waiting
    waiting = []
    if (lines.length > 0 && !signal.aborted) onLines(lines)
  }

  onState('opening')
  for (let failures = 0; !signal.aborted; failures++) {
    try {
      const lines = await open(signal)
      onState('live')
      for await (const line of lines) {
        failures = 0
        waiting.push(line)
        timer ??= setTimeout(flush, TOGETHER_MS)
      }
    } catch (error) {
      if (signal.aborted) break
      if (isRefusal(error)) throw error
    }
    flush()
    if (signal.aborted) break
    onLost()
    onState('cut-off')
    await pause(failures, signal)
  }
  clearTimeout(timer)
}

/** What no other attempt would change: no session, no right, or a filter that is invalid. */
const isRefusal = (error: unknown): boolean =>
  ['UNAUTHENTICATED', 'FORBIDDEN', 'INVALID'].includes(`${(error as { code?: unknown }).code}`)
