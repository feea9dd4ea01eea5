import { closeSync, openSync, readFileSync } from 'node:fs'
import type { Server } from 'node:net'
import { devNull } from 'node:os'
import type { Report } from '@signalbox/core'
import { SignalboxError } from '@signalbox/core/errors'
import { RESERVE } from './limits.ts'
import { rarely } from './rarely.ts'

/** How often is looked whether a file descriptor is left, in milliseconds. */
const LOOK_MS = 2000

/** The most file descriptors that this process may open; `undefined` if only Linux would tell. */
export function mostDescriptors(): number | undefined {
  if (process.platform !== 'linux') return undefined
  const [, most] = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? []
  return most === undefined ? undefined : Number(most)
}

/**
 * Reports, at most once a minute, that this process or its system has no file descriptor left. Node.js does not tell: it closes
 * new connections without an answer. This looks by opening a file, because nothing else works on every system.
 */
export function watchDescriptors(server: Server, report: Report): void {
  const tell = rarely(report)
  const timer = setInterval(() => {
    try {
      // Not in another thread: that could take the descriptor that libuv keeps for closing connections.
      closeSync(openSync(devNull, 'r'))
    } catch (error) {
      if (isExhausted(error))
        tell(new SignalboxError('UNAVAILABLE', `No file descriptor is left${REMEDY}`, { cause: error }))
    }
  }, LOOK_MS).unref()
  server.once('close', () => clearInterval(timer))
}

/** Reports connections that could not be accepted, at most once a minute. Without it, they would end the process. */
export function reportFailedAccepts(server: Server, report: Report): void {
  const tell = rarely(report)
  server.on('error', (cause: NodeJS.ErrnoException) => {
    const what = `A connection could not be accepted (${cause.message})`
    tell(new SignalboxError('UNAVAILABLE', isExhausted(cause) ? what + REMEDY : what, { cause }))
  })
}

/** Limits of the connections of a process. */
interface Accepted {
  /** The server's. @default it has none */
  readonly server?: number
  /** The gateway's. @default it has none */
  readonly gateway?: number | undefined
}

/** Returns a warning if a process may accept more connections than it has file descriptors. */
export function descriptorWarnings({ server, gateway }: Accepted, most = mostDescriptors()): string[] {
  const tooMany = [
    ...(server !== undefined && server + RESERVE > (most ?? Number.POSITIVE_INFINITY)
      ? [`SIGNALBOX_CONNECTIONS allows ${server} connections`]
      : []),
    ...(gateway !== undefined && gateway > (most ?? Number.POSITIVE_INFINITY)
      ? [`its gateway accepts ${gateway} connections`]
      : []),
  ]
  if (tooMany.length === 0) return []
  const lower = server === undefined ? '' : ', or lower SIGNALBOX_CONNECTIONS'
  return [
    `This process may open ${most} file descriptors, and ${tooMany.join(', and ')}: raise the limit with ulimit -n or LimitNOFILE= of systemd${lower}`,
  ]
}

const isExhausted = (error: unknown): boolean =>
  ['EMFILE', 'ENFILE'].includes((error as NodeJS.ErrnoException).code ?? '')

const REMEDY =
  ', so new connections are closed without an answer, even connections of probes: raise the limit with ulimit -n or LimitNOFILE= of systemd (of the whole system: fs.file-max), or lower SIGNALBOX_CONNECTIONS'
