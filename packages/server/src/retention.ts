import type { Report, Store } from '@signalbox/core'

const HOUR = 60 * 60_000
const DAY = 24 * HOUR

/** Deletes events older than `days`, now and every hour. Returns a function that stops it. */
export function keepEvents(store: Store, days: number, report: Report): () => void {
  const trim = () => store.trim(new Date(Date.now() - days * DAY)).catch(report)
  void trim()
  const timer = setInterval(trim, HOUR)
  timer.unref()
  return () => clearInterval(timer)
}
