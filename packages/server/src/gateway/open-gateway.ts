import type { Server } from 'node:net'
import { gatewayIdentity, type Report, type Signalbox } from '@signalbox/core'
import type { GatewayUnit, StoredBackend } from '@signalbox/core/gateway'
import { createGateway, type Gateway, sharedLimits } from '@signalbox/gateway'
import { type Listening, listen, refuseAsTarget } from '@signalbox/gateway/node'
import { openLog } from '../log/log-sink.ts'
import { GATEWAY_CONNECTIONS } from '../overload/limits.ts'
import type { Settings } from '../settings/settings.ts'
import type { SharingStore } from '../stores/open-postgres.ts'
import { gatewayCertificates, reloadOf } from '../tls/gateway-tls.ts'
import { openCarrier } from './gateway-limits.ts'
import { gatewayOptionsOf } from './gateway-options.ts'
import type { WantedPort } from './gateway-port.ts'
import { gatewayScripts } from './gateway-scripts.ts'
import { loadGatewaySecret } from './gateway-secret.ts'
import { listed, type Note, noteUnits } from './note-units.ts'
import { noteOpenApis } from './open-apis.ts'

/** Notes backends whose certificates are not verified: backends of served APIs, and backends that all APIs can use. */
function noteUnverifiedBackends(): Note {
  const unverified: string[] = []
  return {
    begin() {
      unverified.length = 0
    },
    see: (unit) => void unverified.push(...unverifiedIn(unit)),
    warning: () =>
      unverified.length === 0
        ? undefined
        : `The certificates of these backends are not verified, so others can intercept their traffic: ${listed(unverified)}. Remove verify: false from their tls_config`,
  }
}

function unverifiedIn(unit: GatewayUnit): readonly string[] {
  if (unit.kind === 'backend') return unit.value && isUnverified(unit.value) ? [unit.key] : []
  if (unit.kind !== 'api' || !unit.value) return []
  const { api, live = api } = unit.value
  return (live.backends ?? []).filter(isUnverified).map(({ id }) => `${id} of ${unit.key}`)
}

const isUnverified = ({ backend }: StoredBackend): boolean =>
  [backend?.tls_config, ...(backend?.targets ?? []).map(({ tls_config }) => tls_config)].some(
    (config) => config?.verify === false,
  )

/** A gateway that serves. */
export interface RunningGateway {
  readonly gateway: Gateway
  readonly url: string
  /** Tells clients to use other connections, and keeps serving. */
  drain(): void
  /**
   * Reads its certificates again, for new connections. Returns whether it has any. Throws an `Error` that names the file,
   * and keeps its current certificates.
   */
  reloadCertificates(): boolean
  /** Refuses new connections, waits for requests in flight, at most `drainMs`, and writes the rest of the access log. */
  close(drainMs: number): Promise<void>
}

/** What a gateway of a server needs beside its settings. */
export interface GatewayParts {
  readonly box: Signalbox
  readonly store: SharingStore
  readonly wanted: WantedPort
  /** Servers of this process that the gateway never calls as a target. */
  readonly own: readonly Server[]
  readonly report: Report
  /** Receives lines for operators. */
  readonly announce: (line: string) => void
}

/**
 * Starts a gateway for the APIs of a box. Resolves when it serves them, or with a warning alone if its default port is
 * in use. Throws an `Error` that names the setting if a certificate or the access log cannot be opened, limits cannot be
 * shared, or a chosen port is in use.
 */
export async function openGateway(
  settings: Settings,
  { box, store, wanted, own, report, announce }: GatewayParts,
): Promise<{ readonly running?: RunningGateway; readonly warnings: readonly string[] }> {
  const certificates = gatewayCertificates(settings)
  const secret = await loadGatewaySecret(store)
  const log = await openLog(settings.gatewayLog, 'SIGNALBOX_GATEWAY_LOG')
  const notes = [noteOpenApis(box), noteUnverifiedBackends()]
  for (const server of own) refuseAsTarget(server)
  const options = await gatewayOptionsOf(settings, { log, report, announce })
  const carrier = await openCarrier(settings, store).catch(async (error) => {
    await log?.close()
    throw error
  })
  const scripts = gatewayScripts(settings)
  const gateway = createGateway({
    source: noteUnits(box.gatewaySource, notes),
    secret,
    experiments: box.experiments,
    features: box,
    workflows: box.as(gatewayIdentity()).workflows,
    scripts: { javascript: scripts },
    ...(carrier && { limits: sharedLimits(carrier) }),
    ...options,
  })
  let listening: Listening | undefined
  async function close(drainMs: number): Promise<void> {
    await listening?.close({ drainMs })
    await gateway.close({ drainMs })
    await scripts.close()
    await log?.close()
  }

  const { port, isRequired } = wanted
  const host = settings.gatewayHost || settings.host
  try {
    await gateway.ready()
    listening = await listen(gateway, {
      port,
      host,
      connections: GATEWAY_CONNECTIONS,
      h2: settings.gatewayH2,
      ...(certificates && { tls: certificates.tls }),
    })
    const { url, drain } = listening
    const reloadCertificates = reloadOf(certificates, listening)
    return {
      running: { gateway, url, drain, reloadCertificates, close },
      warnings: notes.flatMap((note) => note.warning() ?? []),
    }
  } catch (error) {
    await close(0)
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
    const inUse = `Port ${port} of ${host} is in use`
    if (isRequired) throw new Error(`${inUse}: set SIGNALBOX_GATEWAY_PORT to another port, or to off`, { cause: error })
    return { warnings: [`${inUse}, so there is no gateway: set SIGNALBOX_GATEWAY_PORT to another port, or to off`] }
  }
}
