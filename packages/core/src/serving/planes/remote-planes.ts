import { failure, problem } from '../../machine/errors/errors.ts'
import type { InstancePorts } from '../../ports.ts'
import type { ReportedPlane } from './report-schema.ts'

/** A data plane in another process, as it last reported. */
export interface RemotePlane extends ReportedPlane {
  /** The id of its gateway key. */
  readonly gatewayKey: string
  /** When it last reported, in epoch milliseconds. */
  readonly heardAt: number
}

const PLANES = 'gateway-planes'
/** A data plane that was not heard for longer is lost. */
const LOST_MS = 15_000
/** A data plane that was not heard for longer is forgotten. */
const FORGOTTEN_MS = 600_000
/** Records are written at most this often. A little less than the time between two reports, which vary. */
const WRITE_MS = 4500
const SWEEP_MS = 60_000
const MOST_PLANES = 1000

/**
 * Keeps what data planes in other processes report: in memory, and in the store every few seconds, so that every process of
 * the control plane lists them all.
 */
export function createRemotePlanes({ store, note, clock }: Pick<InstancePorts, 'store' | 'note' | 'clock'>) {
  const heard = new Map<string, { readonly plane: RemotePlane; readonly writtenAt: number }>()
  let sweptAt = Number.NEGATIVE_INFINITY
  const isForgotten = ({ heardAt }: RemotePlane) => clock() - heardAt > FORGOTTEN_MS

  async function sweep(): Promise<void> {
    sweptAt = clock()
    for (const [place, { plane }] of heard) if (isForgotten(plane)) heard.delete(place)
    for await (const { key, value, version } of store.scan(PLANES))
      if (isForgotten(value as RemotePlane)) await note([{ op: 'delete', collection: PLANES, key, expected: version }])
  }

  return {
    /** Notes a report. Rejects with CONFLICT if the gateway key has too many data planes. */
    async note(gatewayKey: string, plane: ReportedPlane): Promise<void> {
      const now = clock()
      if (now - sweptAt >= SWEEP_MS) await sweep()
      const place = `${gatewayKey}/${plane.id}`
      const known = heard.get(place)
      if (!known && !(await store.get(PLANES, place))) {
        const count = await store.count(PLANES, { where: [`${gatewayKey}/*`] })
        if (count >= MOST_PLANES) throw tooMany(gatewayKey)
      }
      const isDue = !known || now - known.writtenAt >= WRITE_MS
      const value: RemotePlane = { ...plane, gatewayKey, heardAt: now }
      heard.set(place, { plane: value, writtenAt: isDue ? now : known.writtenAt })
      if (isDue) await note([{ op: 'put', collection: PLANES, key: place, value }])
    },
    /** The data planes that were heard in the last ten minutes. */
    async list(): Promise<RemotePlane[]> {
      const found = new Map<string, RemotePlane>()
      for await (const { key, value } of store.scan(PLANES)) found.set(key, value as RemotePlane)
      for (const [place, { plane }] of heard)
        if (plane.heardAt >= (found.get(place)?.heardAt ?? 0)) found.set(place, plane)
      return [...found.values()].filter((plane) => !isForgotten(plane))
    },
  }
}

/** Whether a data plane was not heard for 15 seconds. */
export const isLost = ({ heardAt }: RemotePlane, now: number): boolean => now - heardAt > LOST_MS

const tooMany = (gatewayKey: string) =>
  failure(
    'CONFLICT',
    `The gateway key ${gatewayKey} has ${MOST_PLANES} data planes, the most for one key: use another gateway key`,
    problem('error.gateway.planes', MOST_PLANES),
  )
