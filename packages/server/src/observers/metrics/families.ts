import { Counter, Gauge, Histogram, type Registry } from 'prom-client'
import type { Metric } from './metric-table.ts'

/** Formats of metrics as text. */
export type MetricsFormat = 'prometheus' | 'openmetrics'

/** Metrics of a registry, made from their rows of the table. `collect` is called before each look at them. */
export interface Families {
  counter(metric: Metric): Counter
  gauge(metric: Metric, collect?: (gauge: Gauge) => void | Promise<void>): Gauge
  histogram(metric: Metric): Histogram
  /** A counter whose values are counted elsewhere. `read` returns them, each with its labels. */
  counted(metric: Metric, read: () => Iterable<readonly [labels: Record<string, string>, count: number]>): void
}

/** Creates metrics in a registry of its own, so that several servers in a process share none. */
export function familiesOf(registry: Registry): Families {
  const options = ({ name, help, labels = [] }: Metric) => ({ name, help, labelNames: labels, registers: [registry] })
  return {
    counter: (metric) => new Counter(options(metric)),
    gauge: (metric, collect) =>
      new Gauge({
        ...options(metric),
        ...(collect && {
          collect() {
            return collect(this)
          },
        }),
      }),
    histogram: (metric) =>
      new Histogram({ ...options(metric), ...(metric.buckets && { buckets: [...metric.buckets] }) }),
    counted: (metric, read) =>
      void new Counter({
        ...options(metric),
        collect() {
          this.reset()
          for (const [labels, count] of read()) this.inc(labels, count)
        },
      }),
  }
}

/**
 * The metrics of a registry as text. OpenMetrics is made from the text for Prometheus, because a registry that has written
 * OpenMetrics has forgotten the names of its counters. The end mark is missing, so that other text can follow.
 */
export async function textOf(registry: Registry, format: MetricsFormat): Promise<string> {
  const text = (await registry.metrics()).replace(/\n{2,}/g, '\n')
  return format === 'prometheus' ? text : inOpenMetrics(text)
}

/** Names counters without `_total`, save in their lines. */
function inOpenMetrics(text: string): string {
  const counters = new Set([...text.matchAll(/^# TYPE (\S+)_total counter$/gm)].map(([, name]) => name))
  return text.replace(/^# (HELP|TYPE) (\S+)_total /gm, (line, what, name) =>
    counters.has(name) ? `# ${what} ${name} ` : line,
  )
}
