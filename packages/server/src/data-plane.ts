import { openDataPlane } from './open-data-plane.ts'
import { printLine } from './report.ts'
import type { Settings } from './settings.ts'
import { stopOnSignals } from './stop-on-signals.ts'

/** Runs a data plane in this process until a signal stops it. */
export async function runDataPlane(settings: Settings): Promise<never> {
  const announce = console.log
  const plane = await openDataPlane(settings, { report: printLine, announce })
  stopOnSignals(plane, fail)
  const { gatewayFrom: from, gatewayState: folder } = settings
  announce(`The gateway listens on ${plane.url} and follows ${from}`)
  if (folder === '')
    console.error(
      'Warning: SIGNALBOX_GATEWAY_STATE is not set, so this data plane cannot start while the control plane is unreachable: set it to a folder.',
    )
  if (plane.adminUrl !== undefined) announce(`Probes and metrics are on ${plane.adminUrl}`)
  return new Promise<never>(() => {})
}

function fail(error: unknown): never {
  printLine(error)
  process.exit(1)
}
