import { createClient, live } from '@signalbox/client'
import type { Report } from '@signalbox/core'
import type { Gateway } from '@signalbox/gateway'
import { createGateway, followGateway } from '@signalbox/gateway'
import { folderState, listen, refuseAsTarget } from '@signalbox/gateway/node'
import { scriptEngine } from '@signalbox/scripts'
import packageJson from '../package.json' with { type: 'json' }
import { openAdminPort } from './admin-port.ts'
import { openLog } from './gateway-log.ts'
import { gatewayOptionsOf } from './gateway-options.ts'
import { readTls } from './gateway-tls.ts'
import type { Settings } from './settings.ts'

/** A data plane in a process of its own. */
export interface DataPlaneServer {
  readonly url: string
  /** The base URL of the port for operators; absent if it is off. */
  readonly adminUrl: string | undefined
  readonly gateway: Gateway
  /** Whether the control plane has not answered yet, so that what an earlier process kept is served, or nothing. */
  readonly isUnconfirmed: boolean
  /** Refuses new connections, finishes requests in flight, for at most 7 seconds, and reports what it has counted. */
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
  const { gatewayFrom: from, gatewayKey: key, gatewayPort: port } = checked(settings)
  const { report } = ports
  const tls = readTls(settings)
  const log = await openLog(settings.gatewayLog)
  const state = settings.gatewayState === '' ? undefined : await folderState(settings.gatewayState, { report })
  const source = followGateway({ from, key, state, version: packageJson.version, report })
  // The key is for this address alone.
  const fetch = (request: Request) => globalThis.fetch(request, { redirect: 'manual' })
  const client = createClient({ baseUrl: from, headers: { Authorization: `Bearer ${key}` }, fetch })
  const flags = live(client, { ...keptFlags(source.keep('flags.txt')) })
  flags.on('error', firstOfEach(report))
  const { scriptMs: cpuMs, scriptMib: memoryMiB, scriptOrigins: origins } = settings
  const scripts = scriptEngine({ cpuMs, memoryMiB, origins })
  const gateway = createGateway({
    ...gatewayOptionsOf(settings, { log, ...ports }),
    source,
    ...(state && { state }),
    features: flags,
    experiments: client.experiments,
    workflows: client.workflows,
    scripts: { javascript: scripts },
  })
  const admin = await openAdminPort(settings)
  if (admin) refuseAsTarget(admin.server)
  const host = settings.gatewayHost || settings.host
  const listening = await listen(gateway, { port, host, h2: settings.gatewayH2, ...(tls && { tls }) })
  admin?.started({ gateway })

  async function shutDown(): Promise<void> {
    admin?.stopping()
    await listening.close({ drainMs: DRAIN_MS })
    await gateway.close({ drainMs: DRAIN_MS })
    await Promise.all([flags.close(), scripts.close?.()])
    await state?.close()
    await log?.close()
    admin?.close()
  }
  let closing: Promise<void> | undefined
  return {
    url: listening.url,
    adminUrl: admin?.url,
    gateway,
    get isUnconfirmed() {
      return source.isUnconfirmed
    },
    close() {
      closing ??= shutDown()
      return closing
    },
  }
}

/** Checks the settings that only this command needs. */
function checked(settings: Settings) {
  const { gatewayFrom, gatewayKey, gatewayPort, gatewayLimits } = settings
  if (gatewayFrom === '')
    throw new Error('The address of the control plane is missing: use --from, or set SIGNALBOX_GATEWAY_FROM')
  if (gatewayKey === '')
    throw new Error('The gateway key is missing: set SIGNALBOX_GATEWAY_KEY to one that POST /api/gateway/keys returned')
  if (gatewayPort === 'off') throw new Error('SIGNALBOX_GATEWAY_PORT is off: set it to a port')
  if (gatewayLimits === 'store')
    throw new Error(
      'SIGNALBOX_GATEWAY_LIMITS is store, and this process has none: each data plane counts for itself, so set it to local',
    )
  return { gatewayFrom, gatewayKey, gatewayPort }
}

const keptFlags = (snapshot: ReturnType<ReturnType<typeof followGateway>['keep']>) => (snapshot ? { snapshot } : {})

/** Reports errors, but not the same one again until another one came. */
function firstOfEach(report: Report): Report {
  let last: string | undefined
  return (error) => {
    const message = error instanceof Error ? error.message : String(error)
    if (message !== last) report(error)
    last = message
  }
}
