import type { Clock, Random } from '@signalbox/core/evaluate'
import { retryAfterMs } from '../failures.ts'
import { backOff } from './back-off.ts'
import { type Following, follow } from './follow.ts'

interface StayConnectedOptions extends Following {
  readonly clock: Clock
  readonly random: Random
  /** Milliseconds between two listings while there is no event stream. */
  readonly poll: number
  /** Called when the data may be outdated. */
  readonly onStale: (error?: unknown) => void
}

/** A stream that lasted this many milliseconds counts as a success, so that the next one is opened soon. */
const LASTING = 5000

/** How many different failures are reported until a success. */
const MOST_REPORTED = 20

/** The maximum of milliseconds between two attempts. On average, half of it passes after the server is back. */
const LONGEST_MS = 1500

/**
 * Follows the server until the signal aborts, and starts again after every failure. Repeated failures are reported
 * once.
 */
export async function stayConnected(keeping: StayConnectedOptions, signal: AbortSignal): Promise<void> {
  const { clock, random, poll, wait, onStale, onFresh } = keeping
  let failures = 0
  let since: number | undefined
  /** What was reported since the last success. Several failures may take turns. */
  const reported = new Set<string>()

  function report(error: unknown): void {
    const text = String(error)
    if (!reported.has(text) && reported.size < MOST_REPORTED) keeping.report(error)
    reported.add(text)
  }

  const following: Following = {
    ...keeping,
    report,
    onFresh() {
      since = clock()
      onFresh()
    },
  }

  while (!signal.aborted) {
    let pause = 0
    since = undefined
    try {
      const outcome = await follow(following, signal)
      if (signal.aborted) return
      if (outcome === 'polled') {
        failures = 0
        await wait(poll, signal)
        continue
      }
      reported.clear()
      onStale()
    } catch (error) {
      if (signal.aborted) return
      pause = retryAfterMs(error)
      report(error)
      onStale(error)
    }
    if (since !== undefined && Math.abs(clock() - since) >= LASTING) failures = 0
    await wait(Math.max(pause, backOff(failures++, random, LONGEST_MS)), signal)
  }
}
