import { monitorEventLoopDelay } from 'node:perf_hooks'

/** Metrics of this process. */
export interface ProcessMetrics {
  /** As text, in the format of Prometheus and OpenMetrics. */
  show(): string
  /** Stops to measure. */
  close(): void
}

const NANOSECONDS = 1e9

/** Measures the memory of this process, and how late its event loop is. */
export function processMetrics(): ProcessMetrics {
  const delay = monitorEventLoopDelay({ resolution: 20 })
  delay.enable()
  return {
    show() {
      const { rss, heapUsed } = process.memoryUsage()
      const lag = delay.percentile(99) / NANOSECONDS
      delay.reset()
      const rows = [
        ['process_resident_memory_bytes', 'Memory of the process', rss],
        ['nodejs_heap_size_used_bytes', 'Memory that JavaScript uses', heapUsed],
        [
          'process_start_time_seconds',
          'Start of the process, in seconds since 1970',
          Math.round(performance.timeOrigin) / 1000,
        ],
        [
          'nodejs_eventloop_lag_p99_seconds',
          'How late the event loop is, in 99 of 100 cases, since the last look',
          lag,
        ],
      ] as const
      return rows
        .map(([name, help, value]) => `# HELP ${name} ${help}\n# TYPE ${name} gauge\n${name} ${value}\n`)
        .join('')
    },
    close: () => delay.disable(),
  }
}
