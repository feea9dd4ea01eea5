import type { Server } from 'node:http'
import { encodeError, SignalboxError } from '@signalbox/core/wire'

/** The address to listen on. */
export interface Address {
  readonly host: string
  readonly port: number
}

/**
 * Starts listening; resolves when the server listens. Throws an `Error` that names the address, and the variable to set,
 * if it cannot.
 */
export function listen(http: Server, { host, port }: Address, variable = 'PORT'): Promise<void> {
  return new Promise((resolve, reject) => {
    http.once('error', (cause: NodeJS.ErrnoException) => {
      const isTaken = cause.code === 'EADDRINUSE'
      const sentence = isTaken
        ? `Port ${port} of ${host} is in use: set ${variable} to another port, or to 0 for any free port`
        : `Signalbox cannot listen on port ${port} of ${host}: ${cause.message}`
      reject(new Error(sentence, { cause }))
    })
    http.listen({ host, port }, resolve)
  })
}

/**
 * Responds to calls while the server starts: `/api/_live` reports that the process is alive, and other calls are told
 * to retry. So a slow start is not mistaken for a hanging process.
 */
export function answerStarting(request: Request): Response {
  const { pathname } = new URL(request.url)
  if (pathname === '/api/_live') return Response.json({ status: 'up' })
  return encodeError(
    new SignalboxError('UNAVAILABLE', 'Signalbox is starting and loading its features: try again in a second', {
      retryAfter: 1,
    }),
  )
}
