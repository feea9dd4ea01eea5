import type { Server } from 'node:http'

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
