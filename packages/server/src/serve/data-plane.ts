import { loggedError } from '../log/logged-error.ts'
import type { ProcessLog } from '../log/logger.ts'
import { openProcessLog } from '../log/open-log.ts'
import { logProcess } from '../log/own-process.ts'
import { descriptorWarnings } from '../overload/descriptors.ts'
import { GATEWAY_CONNECTIONS } from '../overload/limits.ts'
import { onSignals } from '../process/on-signals.ts'
import { watchTerminal } from '../process/watch-terminal.ts'
import type { Settings } from '../settings/settings.ts'
import { logReload, reloadEach } from '../tls/reload-certificates.ts'
import { type DataPlaneServer, openDataPlane } from './open-data-plane.ts'

/** Runs a data plane in this process until a signal stops it. */
export async function runDataPlane(settings: Settings): Promise<never> {
  const hasLostTerminal = watchTerminal()
  // What a data plane reports is about its surroundings.
  const log = await openProcessLog(settings, { isTerse: true })
  logProcess(log)
  const announce = (line: string) => void log.info(line)
  const report = (error: unknown) => void log.error(loggedError(error))
  let plane: DataPlaneServer | undefined
  onSignals(
    {
      async close() {
        await plane?.close()
        await log.flush()
      },
      reload: () => logReload(() => reloadEach({ gateway: () => plane?.reloadCertificates() ?? false }), log),
    },
    { fail: (error) => fail(log, error), hasLostTerminal },
  )
  plane = await openDataPlane({ ...settings, log: log.form }, { report, announce }).catch((error) => {
    if (log.form !== 'json') throw error
    return fail(log, error)
  })
  for (const warning of descriptorWarnings({ gateway: GATEWAY_CONNECTIONS })) log.warn(warning)
  const { gatewayFrom: from, gatewayState: folder } = settings
  announce(`The gateway listens on ${plane.url} and follows ${from}`)
  if (folder === '')
    log.warn(
      'SIGNALBOX_GATEWAY_STATE is not set, so this data plane cannot start while the control plane is unreachable: set it to a folder',
    )
  if (plane.adminUrl !== undefined) announce(`Probes and metrics are on ${plane.adminUrl}`)
  return new Promise<never>(() => {})
}

function fail(log: ProcessLog, error: unknown): never {
  log.error(loggedError(error))
  process.exit(1)
}
