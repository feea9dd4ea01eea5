import type { Clock, Report } from '@signalbox/core/gateway'

/** How often an error is reported, in milliseconds. */
const EVERY = 10_000

/** Reports errors, at most one in 10 seconds: each request could have one. */
export function reportRarely(report: Report, clock: Clock): Report {
  let reportedAt = Number.NEGATIVE_INFINITY
  return (error) => {
    const now = clock()
    if (now - reportedAt < EVERY) return
    reportedAt = now
    report(error)
  }
}
