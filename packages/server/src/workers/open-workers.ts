import type { AddressInfo, Server } from 'node:net'
import type { Report } from '@signalbox/core'
import { type LimitCarrier, memoryCarrier } from '@signalbox/gateway'
import type { AdminPort } from '../admin/admin-port.ts'
import type { PlaneSettings } from '../data-plane/serve-data-plane.ts'
import { gatewayCertificates } from '../tls/gateway-tls.ts'
import { observeWorkers } from './observe-workers.ts'
import { superviseWorkers } from './supervise.ts'

/** The order of a worker of a data plane. The gateway key reaches it only this way. */
export interface PlaneOrder {
  readonly settings: PlaneSettings
  /** Addresses of the primary, which are never called as targets. */
  readonly own: readonly AddressInfo[]
  /** Whether a worker listens only when it has something to serve. */
  readonly isReadyFirst: boolean
}

interface WorkersPorts {
  readonly admin: AdminPort | undefined
  /** Other servers of this process. @default none */
  readonly servers?: readonly Server[]
  /** Keeps the limits that the workers share. @default the memory of this process */
  readonly carrier?: LimitCarrier
  /** Whether to wait until the workers have something to serve. @default false */
  readonly isReadyFirst?: boolean
  readonly report: Report
  /** Receives lines for operators. */
  readonly announce: (line: string) => void
}

/** Serves as a data plane in several processes, which share their port and their limits. */
export async function openWorkers(settings: PlaneSettings, ports: WorkersPorts) {
  const { admin, servers = [], carrier = memoryCarrier(), isReadyFirst = false, report, announce } = ports
  const own = [...servers, ...(admin ? [admin.server] : [])].map((server) => server.address() as AddressInfo)
  const workers = await superviseWorkers({
    program: new URL(import.meta.url.endsWith('.ts') ? './plane-worker.ts' : './plane-worker.js', import.meta.url),
    count: settings.gatewayWorkers,
    orderOf: () => ({ settings, own, isReadyFirst }) satisfies PlaneOrder,
    carrier,
    report,
    announce,
  })
  return {
    url: String(workers.result),
    observed: observeWorkers(workers),
    drain: workers.drain,
    /** Workers would each report a file that is wrong: it is read here first. They open their log files again, too. */
    reloadCertificates(): boolean {
      const hasCertificates = gatewayCertificates(settings) !== undefined
      workers.reload()
      return hasCertificates
    },
    async close(drainMs: number) {
      await workers.close(drainMs)
      await carrier.close?.()
    },
  }
}
