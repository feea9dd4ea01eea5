import { endable } from '../../machine/answers/abortable-iterable.ts'
import type { Position } from '../../machine/log/positions.ts'
import type { OpenSource } from '../source/open-source.ts'
import type { GatewaySource } from '../source/source.ts'
import type { DataPlane } from './data-plane.ts'

/** The data planes of this process, the oldest first. */
export type Planes = Set<DataPlane>

/** The data plane of this process that takes the requests of consumers who try operations. */
export const sendingPlane = (planes: Iterable<DataPlane>): DataPlane | undefined =>
  [...planes].find(({ send }) => send !== undefined)

/** How far the serving data planes of this process have got. */
export function* positionsOf(planes: Planes): Iterable<Position> {
  for (const plane of planes) {
    const { state, revision } = plane.status()
    if (state !== 'cold') yield { name: 'data-planes', position: revision }
  }
}

/** The part of a source whose code is loaded late. */
type LateSource = OpenSource & Required<Pick<GatewaySource, 'report'>>

/** A source whose code is loaded with its first iteration. Its data planes are listed in `planes`. */
export const lateSource = (
  open: () => Promise<LateSource>,
  { planes, ...facts }: { readonly planes: Planes } & Required<Pick<GatewaySource, 'zone' | 'assignment'>>,
): GatewaySource => ({
  ...facts,
  snapshot: (signal) =>
    endable(signal, async function* (stop) {
      yield* (await open()).snapshot(stop)
      return undefined
    }),
  changes: (after, signal) =>
    endable(signal, async function* (stop) {
      yield* (await open()).changes(after, stop)
      return undefined
    }),
  report: async (batch) => (await open()).report(batch),
  attach(plane) {
    planes.add(plane)
    return () => void planes.delete(plane)
  },
})
