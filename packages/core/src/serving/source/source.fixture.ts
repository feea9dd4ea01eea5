import type { Signalbox } from '../../signalbox.ts'
import type { GatewaySource, GatewayUnit } from './source.ts'

/** A data plane that only keeps what it is given, by kind and key. */
export function plainPlane() {
  const kept = new Map<string, unknown>()
  let revision = 0
  return {
    kept,
    get revision() {
      return revision
    },
    apply(units: Iterable<GatewayUnit>): void {
      for (const unit of units)
        if (unit.kind === 'end') revision = unit.revision
        else if (unit.value) kept.set(`${unit.kind} ${unit.key}`, unit.value)
        else kept.delete(`${unit.kind} ${unit.key}`)
    },
  }
}

/** Everything that a source serves now. */
export async function snapshotOf(source: GatewaySource) {
  const plane = plainPlane()
  const units: GatewayUnit[] = []
  for await (const unit of source.snapshot()) units.push(unit)
  plane.apply(units)
  return { plane, units }
}

/**
 * A data plane that follows a box from a snapshot on. Call `caughtUp` to apply everything up to now. `also` gets every unit,
 * too.
 */
export async function followed(
  { gatewaySource: source }: Pick<Signalbox, 'gatewaySource'>,
  head: () => Promise<number>,
  also: (unit: GatewayUnit) => void = () => {},
) {
  const { plane, units } = await snapshotOf(source)
  units.forEach(also)
  const follow = () => source.changes(plane.revision)[Symbol.asyncIterator]()
  let changes = follow()
  const arrays: (readonly GatewayUnit[])[] = []
  return {
    plane,
    /** The arrays that came since the last call. */
    async caughtUp(): Promise<readonly (readonly GatewayUnit[])[]> {
      const until = await head()
      while (plane.revision < until) {
        const { value, done } = await changes.next()
        if (done) break
        plane.apply(value)
        value.forEach(also)
        arrays.push(value)
      }
      return arrays.splice(0)
    },
    /** Stops following. The next `caughtUp` begins again with the revision of the plane. */
    async leave(): Promise<void> {
      await changes.return?.()
      changes = follow()
    },
  }
}
