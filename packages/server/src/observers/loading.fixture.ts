/**
 * A server with the settings of the first argument, in a process of its own. Answers one call, then prints what it loaded
 * and which listeners there were while it answered.
 */
import { subscribe } from 'node:diagnostics_channel'
import type { Server, ServerResponse } from 'node:http'
import { registerHooks } from 'node:module'
import { known } from '../fixtures/known.fixture.ts'

/** What a server needed to answer a call. */
export interface Needed {
  /** The files and packages that it loaded. */
  readonly loaded: readonly string[]
  /** How many listeners the server has for requests. */
  readonly requestListeners: number
  /** How many listeners the response has, by event. */
  readonly responseListeners: Readonly<Record<string, number>>
}

const loaded: string[] = []
registerHooks({
  load(url, context, next) {
    loaded.push(url)
    return next(url, context)
  },
})

let requestListeners = 0
let responseListeners: Record<string, number> = {}
subscribe('http.server.request.start', (message) => {
  const { server, response } = message as { server: Server; response: ServerResponse }
  requestListeners = server.listenerCount('request')
  queueMicrotask(() => {
    responseListeners = Object.fromEntries(
      response.eventNames().map((name) => [String(name), response.listenerCount(name)]),
    )
  })
})

const { createServer } = await import('../serve/create-server.ts')
const server = await createServer({ port: 0, ...known, ...JSON.parse(process.argv[2] ?? '{}') })
const response = await fetch(`${server.url}/api/_health`)
await response.text()
await server.close()
process.stdout.write(JSON.stringify({ loaded, requestListeners, responseListeners } satisfies Needed))
