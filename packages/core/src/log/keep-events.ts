import type { Ports } from '../ports.ts'

/** What deletes old events. */
export interface RetentionPorts extends Pick<Ports, 'store' | 'clock' | 'report'> {
  /** A wait that does not keep the process alive. */
  readonly waitIdly: Ports['wait']
  /** Aborts when the instance closes. */
  readonly closing: AbortSignal
}

const HOUR = 60 * 60_000
const DAY = 24 * HOUR

/** Deletes events older than a number of days, now and every hour, until the instance closes. */
export async function keepEvents(ports: RetentionPorts, days: number): Promise<void> {
  const { store, clock, report, waitIdly, closing } = ports
  for (; !closing.aborted; await waitIdly(HOUR, closing))
    await store.trim(new Date(clock() - days * DAY)).catch((error) => closing.aborted || report(error))
}
