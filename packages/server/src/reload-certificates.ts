import { loggedError } from './log/logged-error.ts'
import type { ProcessLog } from './log/logger.ts'

/** A listener that may have certificates. */
export type Listener = 'server' | 'gateway'

/**
 * Lets each listener read its certificates again; they return whether they have any. Resolves with those that do. Rejects
 * with the messages of those that failed, when all have tried.
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

/** Reads certificates again, and logs the outcome. */
export async function logReload(reload: () => Promise<readonly Listener[]>, log: ProcessLog): Promise<void> {
  try {
    const reloaded = await reload()
    const subject = reloaded.map((listener) => `the ${listener}`).join(' and ')
    log.info(
      reloaded.length > 0
        ? `The certificates of ${subject} were read again`
        : 'SIGHUP reads certificates again, and there are none: other settings need a restart',
    )
  } catch (error) {
    log.error(loggedError(error))
  }
}
