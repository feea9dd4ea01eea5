import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { createSignalbox, memoryStore, type Signalbox, type Store } from '@signalbox/core'
import { toHono } from '@signalbox/hono'
import { onTestFinished } from 'vitest'

/**
 * How a server treats calls: responds (`well`), responds late (`slow`), responds with 500 (`failing`), or does the work
 * and cuts the connection before the response (`cutting`).
 */
export type Mood = 'well' | 'slow' | 'failing' | 'cutting'

const SLOW_MS = 300

/**
 * Listens on a port below the ephemeral range, so that no other process gets it while the server is down, least of all
 * a client that tries to connect.
 */
async function portFor(http: Server): Promise<number> {
  for (;;) {
    const port = randomInt(10_000, 32_000)
    const isFree = await once(http.listen(port, '127.0.0.1'), 'listening').then(
      () => true,
      () => false,
    )
    if (isFree) return port
  }
}

/** A server over real sockets that can be killed, restarted at the same address, and put into moods. */
export async function unsteadyServer(first: Store = memoryStore()) {
  let http: Server | undefined
  let box: Signalbox | undefined
  let port = 0
  let mood: Mood = 'well'
  const met = new Map<Mood, number>()
  const waiting = new Set<() => void>()

  /** Serves a store at the same address as before. */
  async function start(store: Store): Promise<Signalbox> {
    const served = createSignalbox({ store, report: () => {} })
    const app = toHono(served, { access: 'open' })
    const listener = getRequestListener(async (request, env) => {
      met.set(mood, (met.get(mood) ?? 0) + 1)
      for (const look of waiting) look()
      if (mood === 'failing') return new Response('Something broke', { status: 500 })
      if (mood === 'slow') await new Promise((resolve) => setTimeout(resolve, SLOW_MS))
      const response = await app.fetch(request)
      if (mood === 'cutting') (env as { incoming: { socket: { destroy(): void } } }).incoming.socket.destroy()
      return response
    })
    http = createServer(listener)
    port ||= await portFor(http)
    if (!http.listening) await once(http.listen(port, '127.0.0.1'), 'listening')
    box = served
    return served
  }

  /** Cuts all connections, as the end of a process does. The store keeps its data. */
  async function kill(): Promise<void> {
    const closed = new Promise((resolve) => http?.close(resolve) ?? resolve(undefined))
    http?.closeAllConnections()
    await closed
  }

  await start(first)
  onTestFinished(async () => {
    await kill()
    await box?.close()
  })

  return {
    url: `http://127.0.0.1:${port}`,
    start,
    kill,
    /** Changes the mood, and cuts open connections so that it takes effect. */
    turn(next: Mood) {
      mood = next
      if (next !== 'well' && next !== 'slow') http?.closeAllConnections()
    },
    /** How many calls met a mood. */
    met: (one: Mood) => met.get(one) ?? 0,
    /** Resolves when `times` more calls have met a mood. */
    meets(one: Mood, times: number): Promise<void> {
      const wanted = (met.get(one) ?? 0) + times
      return new Promise((resolve) => {
        const look = () => {
          if ((met.get(one) ?? 0) < wanted) return
          waiting.delete(look)
          resolve()
        }
        waiting.add(look)
      })
    },
  }
}
