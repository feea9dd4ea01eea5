import { readdirSync } from 'node:fs'
import { constants, monitorEventLoopDelay, type PerformanceEntry, PerformanceObserver } from 'node:perf_hooks'
import packageJson from '../../../package.json' with { type: 'json' }
import { mostDescriptors } from '../../overload/descriptors.ts'
import type { Families } from './families.ts'
import { processMetrics as metrics } from './metric-table.ts'

const NANOSECONDS = 1e9
const MICROSECONDS = 1e6

/**
 * Measures CPU, memory, open files, pauses and the event loop of this process, under the names that clients of Prometheus
 * give them. Returns a function that ends it.
 */
export function measureProcess({ counted, gauge, histogram }: Omit<Families, 'counter'>): () => void {
  const cpu = (count: (usage: NodeJS.CpuUsage) => number) => () =>
    [[{}, count(process.cpuUsage()) / MICROSECONDS]] as const
  counted(
    metrics.cpuUser,
    cpu(({ user }) => user),
  )
  counted(
    metrics.cpuSystem,
    cpu(({ system }) => system),
  )
  counted(
    metrics.cpu,
    cpu(({ user, system }) => user + system),
  )
  gauge(metrics.start).set(Math.round(performance.timeOrigin) / 1000)
  gauge(metrics.build).set({ version: packageJson.version }, 1)
  gauge(metrics.node).set({ version: process.version }, 1)
  measureMemory({ gauge })
  if (process.platform === 'linux') measureFiles({ gauge })
  gauge(metrics.resources, (it) => {
    it.reset()
    for (const type of process.getActiveResourcesInfo()) it.inc({ type })
  })
  const ends = [measureLoop({ gauge }), measurePauses({ histogram })]
  return () => {
    for (const end of ends) end()
  }
}

function measureMemory({ gauge }: Pick<Families, 'gauge'>): void {
  gauge(metrics.resident, (it) => {
    const { rss, heapTotal, heapUsed, external } = process.memoryUsage()
    it.set(rss)
    total.set(heapTotal)
    used.set(heapUsed)
    outside.set(external)
  })
  const total = gauge(metrics.heapTotal)
  const used = gauge(metrics.heapUsed)
  const outside = gauge(metrics.external)
}

function measureFiles({ gauge }: Pick<Families, 'gauge'>): void {
  const most = mostDescriptors()
  if (most !== undefined) gauge(metrics.mostFiles).set(most)
  gauge(metrics.openFiles, (it) => it.set(readdirSync('/proc/self/fd').length - 1)) // less the folder itself
}

/** Measures how late the event loop is. Each look begins anew. */
function measureLoop({ gauge }: Pick<Families, 'gauge'>): () => void {
  const delay = monitorEventLoopDelay({ resolution: 20 })
  delay.enable()
  gauge(metrics.lagMin, (it) => {
    if (delay.count === 0) return
    it.set(delay.min / NANOSECONDS)
    most.set(delay.max / NANOSECONDS)
    mean.set(delay.mean / NANOSECONDS)
    for (const [percentile, one] of percentiles) one.set(delay.percentile(percentile) / NANOSECONDS)
    delay.reset()
  })
  const most = gauge(metrics.lagMax)
  const mean = gauge(metrics.lagMean)
  const percentiles = [
    [50, gauge(metrics.lagP50)],
    [90, gauge(metrics.lagP90)],
    [99, gauge(metrics.lagP99)],
  ] as const
  return () => void delay.disable()
}

const kinds: Readonly<Record<number, string>> = {
  [constants.NODE_PERFORMANCE_GC_MAJOR]: 'major',
  [constants.NODE_PERFORMANCE_GC_MINOR]: 'minor',
  [constants.NODE_PERFORMANCE_GC_INCREMENTAL]: 'incremental',
  [constants.NODE_PERFORMANCE_GC_WEAKCB]: 'weakcb',
}

function measurePauses({ histogram }: Pick<Families, 'histogram'>): () => void {
  const pauses = histogram(metrics.gc)
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const { duration, detail } = entry as PerformanceEntry & { readonly detail?: { readonly kind?: number } }
      const kind = kinds[detail?.kind ?? -1]
      if (kind) pauses.observe({ kind }, duration / 1000)
    }
  })
  observer.observe({ entryTypes: ['gc'] })
  return () => observer.disconnect()
}
