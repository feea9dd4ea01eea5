import { live } from '@signalbox/client'
import { followSnapshots } from '@signalbox/gateway'
import type { Followed, FollowedPorts } from '../remote-plane.ts'
import { keptFlags } from '../remote-plane.ts'
import type { Settings } from '../settings.ts'
import { snapshotsAt } from './read-snapshots.ts'

/**
 * Follows a control plane by its snapshots in a bucket. There is nobody to ask and nobody to report to, so routes with
 * experiments and workflows refuse. Failures of the flags are those of the source, which reports them.
 */
export async function openSnapshotPlane(settings: Settings, { state, report }: FollowedPorts): Promise<Followed> {
  const from = await snapshotsAt(settings.gatewayFrom, settings)
  const source = followSnapshots({ from, state, report })
  const flags = live(undefined, { from, ...keptFlags(source.keep('flags.txt')) })
  return { source, flags }
}
