import { reopenLogs } from '../log/log-sink.ts'
import { loggedError } from '../log/logged-error.ts'
import type { ProcessLog } from '../log/logger.ts'

/** A listener that may have certificates. */
export type Listener = 'server' | 'gateway'

/**
 * Lets each listener read its certificates again; they return whether they have any. Resolves with the listeners that
 * do. Rejects with the messages of all that failed, when all have tried.
 */
export async function reloadEach(
  listeners: Readonly<Partial<Record<Listener, () => boolean>>>,
): Promise<readonly Listener[]> {
  const failures: Error[] = []
  const reloaded = Object.entries(listeners).flatMap(([name, reload]) => {
    try {
      return reload() ? [name as Listener] : []
    } catch (error) {
      failures.push(error as Error)
      return []
    }
  })
  if (failures.length === 0) return reloaded
  const reasons = failures.map(({ message }) => message).join('; ')
  throw new Error(`Certificates were not read again, and the earlier ones stay in use: ${reasons}`, {
    cause: failures[0],
  })
}

/** Reads certificates and opens log files again, and logs the outcome. */
export async function logReload(reload: () => Promise<readonly Listener[]>, log: ProcessLog): Promise<void> {
  const [certificates, files] = await Promise.allSettled([reload(), reopenLogs()])
  for (const outcome of [certificates, files]) if (outcome.status === 'rejected') log.error(loggedError(outcome.reason))
  const listeners = certificates.status === 'fulfilled' ? certificates.value : []
  const subject = listeners.map((listener) => `the ${listener}`).join(' and ')
  if (listeners.length > 0) log.info(`The certificates of ${subject} were read again`)
  const count = files.status === 'fulfilled' ? files.value : 0
  if (count > 0) log.info(`${count} log ${count === 1 ? 'file was' : 'files were'} opened again`)
  if (certificates.status === 'fulfilled' && files.status === 'fulfilled' && listeners.length + count === 0)
    log.info('SIGHUP reads certificates and opens log files again, and there are none: other settings need a restart')
}
