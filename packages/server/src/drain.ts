import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import type { Report } from '@signalbox/core'
import { SignalboxError } from '@signalbox/core/errors'

/** Calls that are not done by then are cut off. */
const FORCE_MS = 8000
/** What is not over then is left as it is: the calls have been cut off, and a store had a second to close. */
const OVER_MS = FORCE_MS + 1000
/** A connection whose last answer has just gone out is closed within this time. */
const SWEEP_MS = 50

/**
 * Watches the connections of a server that does not listen yet, and returns what ends them: it takes no more calls, and
 * resolves when those in flight are done, after 8 seconds at the latest.
 */
export function drainable(http: Server): () => Promise<void> {
  const sockets = new Set<Socket>()
  http.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })

  return async () => {
    const closed = new Promise((resolve) => http.close(resolve))
    // Browsers open connections ahead; to Node one that has sent nothing yet is not idle.
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy()
    const sweep = setInterval(() => http.closeIdleConnections(), SWEEP_MS)
    const force = setTimeout(() => http.closeAllConnections(), FORCE_MS)
    await closed
    clearInterval(sweep)
    clearTimeout(force)
  }
}

/** Resolves when the end of a server has come, or is long overdue: nothing that never answers keeps a process. */
export async function unlessLate(end: Promise<void>, report: Report): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(() => {
      report(new SignalboxError('UNAVAILABLE', `The store did not close within ${OVER_MS / 1000} seconds`))
      resolve()
    }, OVER_MS)
  })
  await Promise.race([end, late]).finally(() => clearTimeout(timer))
}
