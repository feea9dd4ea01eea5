import type { Clock, GatewaySource, Report } from '@signalbox/core/gateway'
import { sealingKeyOf } from '@signalbox/core/gateway'
import type { GatewayState } from '../state/state.ts'
import { createContact } from './contact.ts'
import { checkGatewayKey, controlAddress } from './control-address.ts'
import { controlPlane } from './control-plane.ts'
import { beat } from './heartbeat.ts'
import { createRemoteSource } from './remote-source.ts'
import { createSnapshotWriter } from './snapshot-writer.ts'

/** Options of a source in another process. */
export interface FollowGatewayOptions {
  /** The address of the control plane, such as `https://signalbox.example.com`. `http:` is accepted to this machine alone. */
  readonly from: string
  /** The gateway key, `sbxg_…`. It is sent to that address alone. */
  readonly key: string
  /**
   * Where to keep what is served, so that the next process can serve it without the control plane: `folderState(…)` of
   * `@signalbox/gateway/node`. @default nowhere
   */
  readonly state?: GatewayState | undefined
  /** The version of this program, for the list of data planes. @default 'unknown' */
  readonly version?: string
  /** @default the global `fetch` */
  readonly fetch?: typeof fetch
  /** Receives what nobody awaits, such as a kept snapshot that was changed. @default console.error */
  readonly report?: Report
  /** @default Date.now */
  readonly clock?: Clock
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
export function followGateway(options: FollowGatewayOptions): GatewaySource {
  const { state, version = 'unknown', fetch = globalThis.fetch, report = console.error, clock = Date.now } = options
  const address = controlAddress(options.from)
  const key = checkGatewayKey(options.key)
  let sealingKey: ReturnType<typeof sealingKeyOf> | undefined
  const sealing = () => {
    sealingKey ??= sealingKeyOf(key)
    return sealingKey
  }
  const contact = createContact({ state, sealing, clock, report })
  const control = controlPlane({ address, key, fetch, onHeard: contact.heard })
  const writer = state && createSnapshotWriter({ state, sealing, report })
  const source = createRemoteSource({ control, contact, writer, state, sealing, clock, report })
  let statusOf: (() => object) | undefined
  const send = (body: object, signal: AbortSignal) => control.report(body, signal)

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
    heard: () => contact.at,
    async report(usage) {
      // The snapshot says what was used before this process began. A report before it would be counted twice.
      if (!source.isLoaded) throw control.unavailable('was not reached yet')
      await send({ ...(statusOf && { plane: statusOf() }), usage }, new AbortController().signal)
    },
    attach(plane) {
      const detached = new AbortController()
      const { signal } = detached
      statusOf = () => ({ ...plane.status(), version })
      const { onBeat } = source
      void beat({ plane, send: (status) => send({ plane: { ...status, version } }, signal), onBeat, report, signal })
      return async () => {
        detached.abort()
        await Promise.all([writer?.flush(), contact.flush()])
      }
    },
  }
}
