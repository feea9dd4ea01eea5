import { createClient, type Live, live } from '@signalbox/client'
import type { Report } from '@signalbox/core'
import { followGateway, type GatewayOptions, type GatewayState, type RemoteGatewaySource } from '@signalbox/gateway'
import packageJson from '../../package.json' with { type: 'json' }
import type { Settings } from '../settings/settings.ts'
import { keptFeatures } from './kept-features.ts'

/** What a data plane follows. */
export interface Followed extends Pick<GatewayOptions, 'features' | 'experiments' | 'workflows'> {
  readonly source: RemoteGatewaySource
  readonly flags: Live
}

/** What following needs beside the settings. */
export interface FollowedPorts {
  /** Where to keep what is served. */
  readonly state: GatewayState | undefined
  readonly report: Report
}

/** Follows a control plane by its API. */
export async function openRemotePlane(settings: Settings, { state, report }: FollowedPorts): Promise<Followed> {
  const { gatewayFrom: from, gatewayKey: key } = settings
  const source = followGateway({ from, key, state, version: packageJson.version, report, keepFirst: () => keep() })
  // The key is for this address alone.
  const fetch = (request: Request) => globalThis.fetch(request, { redirect: 'manual' })
  const options = { baseUrl: from, headers: { Authorization: `Bearer ${key}` }, fetch }
  const client = createClient(options)
  // The gateway limits runs by the timeout of the plugin, which may be longer than that of other calls.
  const { workflows } = createClient({ ...options, timeoutMs: Number.POSITIVE_INFINITY })
  const { flags, features, keep } = await keptFeatures(source, (kept) => live(client, kept))
  flags.on('error', firstOfEach(report))
  return { source, flags, features, experiments: client.experiments, workflows }
}

/** Reports errors, but not the same one again until another one came. */
function firstOfEach(report: Report): Report {
  let last: string | undefined
  return (error) => {
    const message = error instanceof Error ? error.message : String(error)
    if (message !== last) report(error)
    last = message
  }
}
