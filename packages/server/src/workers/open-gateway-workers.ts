import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { OwnGatewayKey, Report } from '@signalbox/core'
import type { AdminPort } from '../admin/admin-port.ts'
import { openCarrier } from '../gateway/gateway-limits.ts'
import type { WantedPort } from '../gateway/gateway-port.ts'
import type { Settings } from '../settings/settings.ts'
import type { SharingStore } from '../stores/open-postgres.ts'
import { openWorkers } from './open-workers.ts'

/** What the workers of a server need beside its settings. */
export interface GatewayWorkersParts {
  /** The server that the workers follow. It must serve already. */
  readonly http: Server
  /** The same server without TLS, on the loopback address, if it has certificates. */
  readonly inner?: Server | undefined
  readonly admin: AdminPort | undefined
  readonly store: SharingStore
  /** The key that the server made for them. */
  readonly key: OwnGatewayKey
  readonly wanted: WantedPort
  readonly report: Report
  /** Receives lines for operators. */
  readonly announce: (line: string) => void
}

/**
 * Serves the APIs of this server in several processes, which follow it over the loopback address. Resolves when all of them
 * serve, or with a warning alone if the default port is in use. Throws an `Error` that names the setting to change.
 */
export async function openGatewayWorkers(settings: Settings, parts: GatewayWorkersParts) {
  const { http, inner, admin, store, key, wanted, report, announce } = parts
  const carrier = await openCarrier(settings, store)
  const { port } = wanted
  const plane = {
    ...settings,
    gatewayFrom: loopbackOf(inner ?? http),
    gatewayKey: key.key,
    gatewayPort: port,
    gatewayState: '',
  }
  try {
    const opened = await openWorkers(plane, {
      ...{ admin, servers: inner ? [http, inner] : [http], isReadyFirst: true, report, announce },
      ...(carrier && { carrier }),
    })
    return { running: opened, warnings: [] }
  } catch (error) {
    await carrier?.close?.()
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
    const inUse = `Port ${port} of ${settings.gatewayHost || settings.host} is in use`
    if (wanted.isRequired)
      throw new Error(`${inUse}: set SIGNALBOX_GATEWAY_PORT to another port, or to off`, { cause: error })
    return {
      warnings: [`${inUse}, so there is no gateway: set SIGNALBOX_GATEWAY_PORT to another port, or to off`],
    }
  }
}

/** The address by which processes of this machine reach a server. */
function loopbackOf(http: Server): string {
  const { address, port } = http.address() as AddressInfo
  if (/^127\.|^0\.0\.0\.0$|^::$/.test(address)) return `http://127.0.0.1:${port}`
  if (address === '::1') return `http://[::1]:${port}`
  throw new Error(
    `SIGNALBOX_GATEWAY_WORKERS is more than 1, and the workers cannot reach ${address}: set HOST to an address of this machine alone or to all addresses, or SIGNALBOX_GATEWAY_WORKERS to 1`,
  )
}
