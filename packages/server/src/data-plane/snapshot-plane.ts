import { live } from '@signalbox/client'
import { followSnapshots } from '@signalbox/gateway'
import type { Settings } from '../settings/settings.ts'
import { snapshotsAt } from '../snapshots/read-snapshots.ts'
import { keptFeatures } from './kept-features.ts'
import type { Followed, FollowedPorts } from './remote-plane.ts'

/**
 * Follows a control plane by its snapshots in a bucket. There is nobody to ask and nobody to report to, so routes with
 * experiments and workflows refuse. Failures of the flags are failures of the source, which reports them.
 */
export async function openSnapshotPlane(settings: Settings, { state, report }: FollowedPorts): Promise<Followed> {
  const from = await snapshotsAt(settings.gatewayFrom, settings)
  const source = followSnapshots({ from, state, report, keepFirst: () => keep() })
  const { flags, features, keep } = await keptFeatures(source, (kept) => live(undefined, { from, ...kept }))
  return { source, flags, features }
}
