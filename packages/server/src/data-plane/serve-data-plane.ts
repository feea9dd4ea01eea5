import type { Report } from '@signalbox/core'
import { createGateway, type Gateway, type GatewayLimits } from '@signalbox/gateway'
import { folderState, listen } from '@signalbox/gateway/node'
import { gatewayOptionsOf } from '../gateway/gateway-options.ts'
import { gatewayScripts } from '../gateway/gateway-scripts.ts'
import type { LogSink } from '../log/log-sink.ts'
import { watchDescriptors } from '../overload/descriptors.ts'
import { GATEWAY_CONNECTIONS } from '../overload/limits.ts'
import type { Settings } from '../settings/settings.ts'
import { isBucket } from '../snapshots/is-bucket.ts'
import { gatewayCertificates, reloadOf } from '../tls/gateway-tls.ts'
import { openRemotePlane } from './remote-plane.ts'

/** A data plane that listens. */
export interface ServingPlane {
  readonly url: string
  readonly gateway: Gateway
  /** Whether the control plane has not answered yet, so that what an earlier process kept is served, or nothing. */
  readonly isUnconfirmed: boolean
  /** Tells clients to use other connections, and keeps serving. */
  drain(): void
  /**
   * Reads its certificates again, for new connections. Returns whether it has any. Throws an `Error` that names the file,
   * and keeps its current certificates.
   */
  reloadCertificates(): boolean
  /** Refuses new connections, finishes requests in flight, for at most `drainMs`, and reports what it has counted. */
  close(drainMs: number): Promise<void>
}

/** What a data plane needs beside its settings. */
export interface PlanePorts {
  readonly log: LogSink | undefined
  /** How requests are counted for limits. @default this process alone */
  readonly limits?: GatewayLimits
  /** Which of the processes that share the port this is, counted from 0. @default 0 */
  readonly place?: number
  /** Whether to listen only when there is something to serve. @default false */
  readonly isReadyFirst?: boolean
  readonly report: Report
  /** Receives lines for operators. */
  readonly announce: (line: string) => void
}

/** The settings of a data plane, which has a port. */
export type PlaneSettings = Settings & { readonly gatewayPort: number }

/** Serves as a data plane of the Signalbox of the settings, in this process. Resolves when it listens. */
export async function serveDataPlane(settings: PlaneSettings, ports: PlanePorts): Promise<ServingPlane> {
  const { gatewayPort: port, gatewayWorkers: count } = settings
  const { report, limits, place = 0 } = ports
  const certificates = gatewayCertificates(settings)
  const { gatewayState: folder } = settings
  const state = folder === '' ? undefined : await folderState(folder, { place, count, report })
  const open = isBucket(settings.gatewayFrom)
    ? (await import('./snapshot-plane.ts')).openSnapshotPlane
    : openRemotePlane
  const { source, flags, ...engines } = await open(settings, { state, report }).catch(async (error) => {
    await state?.close()
    throw error
  })
  const scripts = gatewayScripts(settings)
  const gateway = createGateway({
    ...(await gatewayOptionsOf(settings, ports)),
    ...(limits && { limits }),
    source,
    ...(state && { state }),
    ...engines,
    scripts: { javascript: scripts },
  })
  const host = settings.gatewayHost || settings.host
  const start = async () => {
    if (ports.isReadyFirst) await gateway.ready()
    return listen(gateway, {
      port,
      host,
      connections: GATEWAY_CONNECTIONS,
      h2: settings.gatewayH2,
      ...(certificates && { tls: certificates.tls }),
    })
  }
  const release = async (drainMs: number) => {
    await gateway.close({ drainMs })
    await Promise.all([flags.close(), scripts.close()])
    await state?.close()
  }
  const listening = await start().catch(async (error) => {
    await release(0)
    throw error
  })
  watchDescriptors(listening.server, report)
  return {
    url: listening.url,
    gateway,
    get isUnconfirmed() {
      return source.isUnconfirmed
    },
    drain: listening.drain,
    reloadCertificates: reloadOf(certificates, listening),
    async close(drainMs) {
      await listening.close({ drainMs })
      await release(drainMs)
    },
  }
}
