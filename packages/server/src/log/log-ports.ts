import type { Settings } from '../settings/settings.ts'
import { printFailure } from '../stores/report.ts'
import { createLogDrops, type LogDrops } from './log-drops.ts'
import type { Logger } from './logger.ts'

/** Receives errors that nobody awaits, with the id of the request in which they happened. */
export type ReportInRequest = (error: unknown, requestId?: string) => void

/** Where a server tells what operators should know. */
export interface LogPorts {
  readonly report: ReportInRequest
  readonly announce: (line: string) => void
  /** Whether it has a logger. */
  readonly isLogging: boolean
  readonly drops: LogDrops
}

/** The ports that were given. Without them, the logger; without a logger, errors are printed. */
export async function logPorts(
  { report, announce, logger: given }: { report?: ReportInRequest; announce?: LogPorts['announce']; logger?: Logger },
  settings: Settings,
): Promise<LogPorts> {
  const drops = createLogDrops()
  const logger = given ?? (settings.log === 'off' ? undefined : await ownLogger(settings))
  return {
    report: report ?? (logger ? await reportTo(logger) : printFailure),
    announce: announce ?? (logger ? (line) => void logger.info(line) : () => {}),
    isLogging: logger !== undefined,
    drops,
  }
}

const ownLogger = async (settings: Settings) => (await import('./open-log.ts')).openProcessLog(settings)

async function reportTo(logger: Logger): Promise<ReportInRequest> {
  const { loggedError } = await import('./logged-error.ts')
  return (error, requestId) => void logger.error(loggedError(error, requestId))
}
