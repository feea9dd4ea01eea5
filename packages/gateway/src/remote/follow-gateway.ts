import { type Clock, type DataPlane, type GatewaySource, type Report, sealingKeyOf } from '@signalbox/core/gateway'
import type { GatewayState } from '../state/state.ts'
import { CONTACT_FILE, createContact } from './contact.ts'
import { checkGatewayKey, controlAddress } from './control-address.ts'
import { controlPlane } from './control-plane.ts'
import { beat } from './heartbeat.ts'
import { createRemoteSource } from './remote-source.ts'
import { type PlaneReport, reporter } from './reporter.ts'
import { createSignedFile, type SignedFile } from './signed-file.ts'
import { createSnapshotWriter } from './snapshot-writer.ts'

/** Options of a source in another process. */
export interface FollowGatewayOptions {
  /** The address of the control plane, such as `https://signalbox.example.com`. Plain `http:` is accepted for loopback addresses only. */
  readonly from: string
  /** The gateway key, `sbxg_…`. It is sent to that address alone. */
  readonly key: string
  /**
   * Where to keep what is served, so that the next process can serve it without the control plane: `folderState(…)` of
   * `@signalbox/gateway/node`. @default nowhere
   */
  readonly state?: GatewayState | undefined
  /**
   * Is awaited before what is served is written to `state`. Write there what gates need, such as features, so that the next
   * process never has a gate without its feature. If it rejects, nothing is written until the next change. @default nothing
   */
  readonly keepFirst?: () => Promise<void>
  /** The version of this program, for the list of data planes. @default 'unknown' */
  readonly version?: string
  /** @default the global `fetch` */
  readonly fetch?: typeof fetch
  /** Receives what nobody awaits, such as a kept snapshot that was changed. @default console.error */
  readonly report?: Report
  /** @default Date.now */
  readonly clock?: Clock
}

/** The most APIs that fail in one report. */
const MOST_OUTCOMES = 100

/** A source in another process. */
export interface RemoteGatewaySource extends GatewaySource {
  /** Whether the control plane has not answered this process yet, so that it serves what an earlier one kept, or nothing. */
  readonly isUnconfirmed: boolean
  /**
   * A file of the state that only holders of the gateway key can write, such as the snapshot of `live()`; `undefined` without a
   * state.
   */
  keep(name: string): SignedFile | undefined
}

/**
 * Follows a Signalbox in another process: reads everything that the gateway serves, then its changes. Secrets travel and rest
 * sealed under the gateway key. It is for one gateway. Throws a `RangeError` for an invalid address or key.
 *
 * @example
 * const state = await folderState('./gateway-state')
 * const source = followGateway({ from: 'https://signalbox.example.com', key: process.env.GATEWAY_KEY ?? '', state })
 * const gateway = createGateway({ source, state })
 * await gateway.ready()
 */
export function followGateway(options: FollowGatewayOptions): RemoteGatewaySource {
  const {
    state,
    keepFirst,
    version = 'unknown',
    fetch = globalThis.fetch,
    report = console.error,
    clock = Date.now,
  } = options
  const address = controlAddress(options.from)
  const key = checkGatewayKey(options.key)
  let sealingKey: ReturnType<typeof sealingKeyOf> | undefined
  const sealing = () => {
    sealingKey ??= sealingKeyOf(key)
    return sealingKey
  }
  const signed = (name: string) => state && createSignedFile({ state, name, sealing, report })
  const contact = createContact({ file: signed(CONTACT_FILE), clock, report })
  const control = controlPlane({ address, key, fetch })
  const writer = state && createSnapshotWriter({ state, sealing, report, keepFirst, onWritten: contact.kept })
  const source = createRemoteSource({ control, contact, writer, state, sealing, clock, report })
  let statusOf: (() => PlaneReport) | undefined
  /** Before the first snapshot there is no revision. */
  const toReport = (plane: DataPlane, status = plane.status()): PlaneReport => {
    const failing = (plane.outcomes?.() ?? []).filter(({ failingSince }) => failingSince !== undefined)
    const outcomes = failing.slice(0, MOST_OUTCOMES)
    const revision = Math.max(0, status.revision)
    return { ...status, revision, version, ...(outcomes.length > 0 && { outcomes }) }
  }
  const send = reporter(control)

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
    async report(usage) {
      // The snapshot says what was used before this process began. A report before it would be counted twice.
      if (!source.isLoaded) throw control.unavailable('was not reached yet')
      await send({ ...(statusOf && { plane: statusOf() }), usage }, new AbortController().signal)
    },
    attach(plane) {
      const detached = new AbortController()
      const { signal } = detached
      statusOf = () => toReport(plane)
      const { onBeat } = source
      void beat({ plane, send: (status) => send({ plane: toReport(plane, status) }, signal), onBeat, report, signal })
      return async () => {
        detached.abort()
        // Contact is about the snapshot on the disk.
        await writer?.flush()
        await contact.flush()
      }
    },
  }
}
