import type { Server } from 'node:http'

/** Where to listen. */
export interface Address {
  readonly host: string
  readonly port: number
}

/** Resolves when a server listens. Throws an `Error` whose sentence names the address when it cannot. */
export function listen(http: Server, { host, port }: Address): Promise<void> {
  return new Promise((resolve, reject) => {
    http.once('error', (cause: NodeJS.ErrnoException) => {
      const isTaken = cause.code === 'EADDRINUSE'
      const sentence = isTaken
        ? `Port ${port} of ${host} is in use: set PORT to another, or to 0 for any that is free`
        : `Signalbox cannot listen on port ${port} of ${host}: ${cause.message}`
      reject(new Error(sentence, { cause }))
    })
    http.listen({ host, port }, resolve)
  })
}
