import type { Ports } from '../ports.ts'
import type { Duties } from './duties.ts'

/** What deletes old events. */
export interface RetentionPorts extends Pick<Ports, 'store' | 'clock' | 'report'> {
  /** A wait that does not keep the process alive. */
  readonly waitIdly: Ports['wait']
  /** Aborts when the instance closes. */
  readonly closing: AbortSignal
  readonly duties: Duties
}

const HOUR = 60 * 60_000
const DAY = 24 * HOUR

/** Deletes events older than a number of days, now and every hour, until the instance closes. */
export async function keepEvents(ports: RetentionPorts, days: number): Promise<void> {
  const { store, clock, report, waitIdly, closing, duties } = ports
  const duty = duties.begin('event-retention')
  for (; !closing.aborted; await waitIdly(HOUR, closing))
    await store.trim(new Date(clock() - days * DAY)).then(
      () => duty.done(),
      (error) => {
        if (closing.aborted) return
        duty.failed()
        report(error)
      },
    )
}
