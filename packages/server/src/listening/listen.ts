import type { Server } from 'node:http'
import type { Report } from '@signalbox/core'
import { reportFailedAccepts } from '../overload/descriptors.ts'

/** The address to listen on. */
export interface Address {
  readonly host: string
  readonly port: number
}

interface ListenParts {
  /** The variable of the port. @default 'PORT' */
  readonly variable?: string
  /** Receives what fails once it listens. @default nobody */
  readonly report?: Report
}

/**
 * Starts listening; resolves when the server listens. Throws an `Error` that names the address, and the variable to set,
 * if it cannot.
 */
export function listen(
  http: Server,
  { host, port }: Address,
  { variable = 'PORT', report = () => {} }: ListenParts = {},
): Promise<void> {
  return new Promise((resolve, reject) => {
    function fail(cause: NodeJS.ErrnoException): void {
      const isTaken = cause.code === 'EADDRINUSE'
      const sentence = isTaken
        ? `Port ${port} of ${host} is in use: set ${variable} to another port, or to 0 for any free port`
        : `Signalbox cannot listen on port ${port} of ${host}: ${cause.message}`
      reject(new Error(sentence, { cause }))
    }
    http.once('error', fail)
    http.listen({ host, port }, () => {
      http.off('error', fail)
      reportFailedAccepts(http, report)
      resolve()
    })
  })
}
