import type { Server } from 'node:http'
import type { Report } from '@signalbox/core'

/** Milliseconds between two reports of rejected connections, at least. */
const REPORT_EVERY = 60_000

/** Closes connections beyond a limit, and reports it at most once a minute. */
export function limitConnections(http: Server, most: number, report: Report): void {
  http.maxConnections = most
  let reported = Number.NEGATIVE_INFINITY
  http.on('drop', () => {
    if (performance.now() - reported < REPORT_EVERY) return
    reported = performance.now()
    report(
      new Error(
        `${most} connections are open, and further ones are closed: raise SIGNALBOX_CONNECTIONS, or find the clients that keep them open`,
      ),
    )
  })
}
