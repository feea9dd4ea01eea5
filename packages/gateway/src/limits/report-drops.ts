import type { Report } from '@signalbox/core/gateway'

/** Returns what reports, once, that the requests of some keys are forgotten because there are too many keys. */
export function reportOnce(report: Report): () => void {
  let isReported = false
  return () => {
    if (isReported) return
    isReported = true
    report(new Error('A limit has more keys than it can remember: the least recently used ones begin anew'))
  }
}
