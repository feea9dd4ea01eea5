import { format } from 'node:util'
import { loggedError } from './logged-error.ts'
import type { ProcessLog } from './logger.ts'

/**
 * Lets everything that this process prints go through its log: what ends it unexpectedly, and, as JSON, warnings of Node
 * and what libraries print to the console.
 */
export function logProcess(log: ProcessLog): void {
  if (log.form !== 'off')
    process.on('uncaughtException', (error) => {
      log.error(loggedError(error))
      void log.flush().then(() => process.exit(1))
    })
  if (log.form === 'pretty') return
  process.removeAllListeners('warning')
  process.on('warning', ({ name, message }) => log.warn(`${name}: ${message}`))
  const text = (...words: unknown[]) => format(...words)
  console.debug = (...words) => log.debug(text(...words))
  console.log = (...words) => log.info(text(...words))
  console.info = console.log
  console.warn = (...words) => log.warn(text(...words))
  console.error = (...words) => {
    const error = words.find((word) => word instanceof Error)
    log.error(loggedError(error ?? new Error(text(...words))))
  }
}
