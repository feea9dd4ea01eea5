import { redactText } from '@signalbox/gateway/log'
import { pino } from 'pino'
import type { Settings } from '../settings/settings.ts'
import { errorMembers, type LoggedError } from './logged-error.ts'
import type { Logger } from './logger.ts'

/** Creates a logger of pino. Each entry is one line of JSON, errors with their causes and stacks in `err`. */
export function jsonLogger(level: Settings['logLevel'], write: (line: string) => void): Logger {
  const log = pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: asItIs },
    },
    { write },
  )
  return {
    debug: (message) => log.debug({}, redactText(message)),
    info: (message) => log.info({}, redactText(message)),
    warn: (message) => log.warn({}, redactText(message)),
    error(error) {
      const err = errorMembers(error)
      const { requestId, worker } = error as LoggedError
      // Members that are undefined are left out.
      log.error({ requestId, worker, err }, err.message)
    },
  }
}

const asItIs = <T>(it: T): T => it
