import type { Report } from '@signalbox/core'
import { type LimitCarrier, sharedLimits } from '@signalbox/gateway'
import { refuseAsTarget } from '@signalbox/gateway/node'
import { type AdminPort, openAdminPort } from '../admin/admin-port.ts'
import { observeGateway } from '../admin/observed-gateway.ts'
import { watchState } from '../data-plane/data-plane-lines.ts'
import { type PlaneSettings, serveDataPlane } from '../data-plane/serve-data-plane.ts'
import { openCarrier } from '../gateway/gateway-limits.ts'
import { drained } from '../listening/drain.ts'
import { openLog } from '../log/log-sink.ts'
import type { Observer } from '../observers/observer.ts'
import type { Settings } from '../settings/settings.ts'
import { isBucket } from '../snapshots/is-bucket.ts'
import { openWorkers } from '../workers/open-workers.ts'

/** A data plane in a process of its own, or in several. */
export interface DataPlaneServer {
  readonly url: string
  /** The base URL of the port for operators; absent if it is off. */
  readonly adminUrl: string | undefined
  /**
   * Reads its certificates again, for new connections. Returns whether it has any. Throws an `Error` that names the file,
   * and keeps its current certificates.
   */
  reloadCertificates(): boolean
  /**
   * Serves for `drainMs` of the settings, while its probe reports that it is not ready. Then refuses new connections,
   * finishes requests in flight, for at most 7 seconds, and reports what it has counted.
   */
  close(): Promise<void>
}

interface DataPlanePorts {
  readonly report: Report
  /** Receives lines for operators. */
  readonly announce: (line: string) => void
}

const DRAIN_MS = 7000

/**
 * Starts a data plane that follows the Signalbox of the settings. Resolves when it listens: until it has something to serve,
 * requests get 503. Throws an `Error` that names the setting if one is missing or cannot be used.
 */
export async function openDataPlane(settings: Settings, ports: DataPlanePorts): Promise<DataPlaneServer> {
  const plane = checked(settings)
  const observer = await openObserver(settings)
  const admin = await openAdminPort(settings, { ...observer, report: ports.report }).catch(async (error) => {
    await observer.close?.()
    throw error
  })
  const open = settings.gatewayWorkers > 1 ? openWorkers : openHere
  const release = async (error: unknown) => {
    admin?.close()
    await observer.close?.()
    throw error
  }
  const carrier = await openCarrier(settings, {}).catch(release)
  const { url, observed, drain, reloadCertificates, close } = await open(plane, {
    ...{ ...ports, admin },
    ...(carrier && { carrier }),
  }).catch(async (error) => {
    await carrier?.close?.()
    return release(error)
  })
  admin?.started({ gateway: observed })

  async function shutDown(): Promise<void> {
    admin?.stopping()
    drain()
    if (settings.drainMs > 0) await drained(settings)
    await close(DRAIN_MS)
    admin?.close()
    await observer.close?.()
  }
  let closing: Promise<void> | undefined
  return {
    url,
    adminUrl: admin?.url,
    reloadCertificates,
    close() {
      closing ??= shutDown()
      return closing
    },
  }
}

/** Measures this process if the port for operators is on. */
const openObserver = async ({ adminPort }: Settings): Promise<Pick<Observer, 'metrics' | 'close'>> =>
  adminPort === 'off' ? {} : (await import('../observers/metrics/open-metrics.ts')).openProcessMetrics()

/** Serves in this process. */
async function openHere(
  settings: PlaneSettings,
  { admin, carrier, ...ports }: DataPlanePorts & { admin: AdminPort | undefined; carrier?: LimitCarrier },
) {
  const log = await openLog(settings.gatewayLog, 'SIGNALBOX_GATEWAY_LOG')
  if (admin) refuseAsTarget(admin.server)
  const limits = carrier && sharedLimits(carrier)
  const plane = await serveDataPlane(settings, { log, ...(limits && { limits }), ...ports })
  watchState(plane, { from: settings.gatewayFrom, folder: settings.gatewayState, announce: ports.announce })
  return {
    url: plane.url,
    observed: observeGateway(plane.gateway),
    drain: plane.drain,
    reloadCertificates: plane.reloadCertificates,
    async close(drainMs: number) {
      await plane.close(drainMs)
      await log?.close()
    },
  }
}

/** Checks the settings that only this command needs. */
function checked(settings: Settings): PlaneSettings {
  const { gatewayFrom, gatewayKey, gatewayPort, gatewayLimits } = settings
  if (gatewayFrom === '')
    throw new Error('The address of the control plane is missing: use --from, or set SIGNALBOX_GATEWAY_FROM')
  if (gatewayKey === '' && !isBucket(gatewayFrom))
    throw new Error('The gateway key is missing: set SIGNALBOX_GATEWAY_KEY to one that POST /api/gateway/keys returned')
  if (gatewayPort === 'off') throw new Error('SIGNALBOX_GATEWAY_PORT is off: set it to a port')
  if (gatewayLimits === 'store')
    throw new Error(
      'SIGNALBOX_GATEWAY_LIMITS=store requires a store, which signalbox gateway does not have: set it to local, or to redis://…',
    )
  return { ...settings, gatewayPort }
}
