import type { Clock, Report, SealingKey } from '@signalbox/core/gateway'
import { SignalboxError } from '@signalbox/core/wire'
import type { GatewayState } from '../state/state.ts'
import { sleep } from '../waiting/sleep.ts'
import { CONTACT_FILE, createContact } from './contact.ts'
import type { ControlPlane } from './control-plane.ts'
import type { RemoteGatewaySource } from './follow-gateway.ts'
import { createRemoteSource } from './remote-source.ts'
import { createSignedFile } from './signed-file.ts'
import { createSnapshotWriter } from './snapshot-writer.ts'

/** Where snapshots of a Signalbox are kept, such as `s3Snapshots()` of `@signalbox/sinks/s3`. */
export interface GatewaySnapshots {
  /**
   * Returns the newest snapshot; `undefined` if that is the revision `held`. Rejects if it cannot be read or is invalid: then
   * what is served stays as it is, and it is called again.
   */
  newest(held: number | undefined, signal: AbortSignal): Promise<GatewaySnapshot | undefined>
  /** The key under which secrets of units are sealed. */
  sealing(): Promise<SealingKey>
}

/** A snapshot of what data planes serve. */
export interface GatewaySnapshot {
  readonly revision: number
  /** The lines of `GET /api/gateway/snapshot`: first the format, then sealed units, last the end. */
  units(): Iterable<unknown>
}

/** Options of a source that is read from snapshots. */
export interface FollowSnapshotsOptions {
  readonly from: GatewaySnapshots
  /** Milliseconds between two looks for a newer snapshot. @default 5000 */
  readonly poll?: number
  /** Where to keep what is served, so that the next process can serve it without the snapshots. @default nowhere */
  readonly state?: GatewayState | undefined
  /**
   * Is awaited before what is served is written to `state`. Write there what gates need, such as features, so that the next
   * process never has a gate without its feature. If it rejects, nothing is written until the next change. @default nothing
   */
  readonly keepFirst?: () => Promise<void>
  /** Receives what nobody awaits. @default console.error */
  readonly report?: Report
  /** @default Date.now */
  readonly clock?: Clock
}

/**
 * Follows a Signalbox by its snapshots, without a connection to it: what is served is as old as the newest snapshot. Nothing
 * is reported to the Signalbox, so it knows neither this data plane nor what consumers used here. It is for one gateway.
 *
 * @example
 * const from = s3Snapshots({ url: 's3://flags/prod', client, key: process.env.SIGNALBOX_SNAPSHOT_KEY ?? '' })
 * const gateway = createGateway({ source: followSnapshots({ from }), features: live(undefined, { from }) })
 * await gateway.ready()
 */
export function followSnapshots(options: FollowSnapshotsOptions): RemoteGatewaySource {
  const { from, poll = 5000, state, keepFirst, report = console.error, clock = Date.now } = options
  const { sealing } = from
  const signed = (name: string) => state && createSignedFile({ state, name, sealing, report })
  const contact = createContact({ file: signed(CONTACT_FILE), clock, report })
  const writer = state && createSnapshotWriter({ state, sealing, report, keepFirst, onWritten: contact.kept })
  const source = createRemoteSource({ control: controlOf(from, poll), contact, writer, state, sealing, clock, report })
  return {
    snapshot: source.snapshot,
    changes: source.changes,
    get zone() {
      return source.format?.zone
    },
    get assignment() {
      return source.format?.assignment
    },
    get secret() {
      return source.secret
    },
    get isUnconfirmed() {
      return !source.isLoaded
    },
    keep: signed,
    heard: () => contact.at,
    attach: () => async () => {
      await writer?.flush()
      await contact.flush()
    },
  }
}

/** The calls of a control plane, answered from snapshots. */
function controlOf(from: GatewaySnapshots, poll: number): ControlPlane {
  /**
   * The revision of the last snapshot. Units may be of a later one, because the log grows while a snapshot is written.
   */
  let held: number | undefined
  return {
    unavailable: (what, cause) => new SignalboxError('UNAVAILABLE', `The snapshot ${what}`, { cause }),
    async *snapshot(signal) {
      const next = await from.newest(undefined, signal)
      yield* next?.units() ?? []
      held = next?.revision
    },
    async *changes(after, signal, { onOpen, onPing }) {
      onOpen()
      // A stream of changes begins with its revision.
      yield [{ kind: 'end', revision: after }]
      while (!signal.aborted) {
        // Then everything is read, and what is gone is told apart from what is held.
        if (await from.newest(held, signal)) throw new SignalboxError('CONFLICT', 'There is a newer snapshot')
        onPing()
        await sleep(poll, signal)
      }
    },
    report: async () => ({}),
  }
}
