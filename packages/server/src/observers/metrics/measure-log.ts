import { setTimeout } from 'node:timers/promises'
import type { Signalbox } from '@signalbox/core'
import type { Gauge } from 'prom-client'
import type { Families } from './families.ts'
import { type Metric, serverMetrics } from './metric-table.ts'

/** How long a look waits for the store, in milliseconds. */
const LIMIT_MS = 1000

type About = Awaited<ReturnType<Signalbox['about']>>

/**
 * Measures the end of the log, and how far its consumers are behind. While the store does not answer, these are missing,
 * and the other metrics are not.
 */
export function measureLog({ gauge }: Pick<Families, 'gauge'>, about: () => Promise<About> | undefined): void {
  let asking: Promise<About | undefined> | undefined

  /** Asks once for all metrics of a look, and does not ask a silent store again. */
  function ask(): Promise<About | undefined> {
    asking ??= Promise.resolve(about())
      .catch(() => undefined)
      .finally(() => {
        asking = undefined
      })
    return inTime(asking)
  }

  /** A metric that is missing while the store does not answer. */
  const told = (metric: Metric, read: (events: About['events'], it: Gauge) => void) =>
    gauge(metric, async (it) => {
      const found = await ask()
      if (metric.labels) it.reset()
      else it.remove()
      if (found) read(found.events, it)
    })
  told(serverMetrics.logHead, ({ head }, it) => it.set(head))
  told(serverMetrics.logLagSeconds, ({ consumers }, it) => {
    for (const { name: consumer, lag } of consumers) it.set({ consumer }, lag)
  })
  told(serverMetrics.logLagEvents, ({ consumers }, it) => {
    for (const { name: consumer, behind } of consumers) it.set({ consumer }, behind)
  })
  told(serverMetrics.logPosition, ({ consumers }, it) => {
    for (const { name: consumer, position } of consumers) it.set({ consumer }, position)
  })
}

/** A result, or `undefined` if it takes too long. */
async function inTime<T>(task: Promise<T>): Promise<T | undefined> {
  const done = new AbortController()
  const late = setTimeout(LIMIT_MS, undefined, { signal: done.signal, ref: false }).catch(() => undefined)
  return Promise.race([task, late]).finally(() => done.abort())
}
