import type { AddressInfo } from 'node:net'
import type { Report } from '@signalbox/core'
import { memoryCarrier } from '@signalbox/gateway'
import type { AdminPort } from '../admin-port.ts'
import type { PlaneSettings } from '../serve-data-plane.ts'
import { observeWorkers } from './observe-workers.ts'
import { superviseWorkers } from './supervise.ts'

/** What a worker of a data plane is told. The gateway key reaches it on this way alone. */
export interface PlaneOrder {
  readonly settings: PlaneSettings
  /** Addresses of the primary, which are never called as targets. */
  readonly own: readonly AddressInfo[]
}

interface WorkersPorts {
  readonly admin: AdminPort | undefined
  readonly report: Report
  /** Receives lines for operators. */
  readonly announce: (line: string) => void
}

/** Serves as a data plane in several processes, which share their port and their limits. */
export async function openWorkers(settings: PlaneSettings, { admin, ...ports }: WorkersPorts) {
  const own = admin ? [admin.server.address() as AddressInfo] : []
  const workers = await superviseWorkers({
    program: new URL(import.meta.url.endsWith('.ts') ? './plane-worker.ts' : './plane-worker.js', import.meta.url),
    count: settings.gatewayWorkers,
    orderOf: () => ({ settings, own }) satisfies PlaneOrder,
    carrier: memoryCarrier(),
    ...ports,
  })
  return { url: String(workers.result), observed: observeWorkers(workers), close: workers.close }
}
