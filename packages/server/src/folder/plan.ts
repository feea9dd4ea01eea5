import { canonicalJson } from '@signalbox/core/evaluate'
import type { RecordKind } from './record-kinds.ts'

/** A record, and where it was read. */
export interface Placed {
  readonly record: object
  /** The file and line of the record, or of the member at a JSON pointer. @default the record comes from an instance */
  readonly placeOf?: (pointer: string) => string
}

/** Records by kind, and then by id. */
export type Records = ReadonlyMap<string, ReadonlyMap<string, Placed>>

/** One change that makes an instance more equal to the desired records. */
export interface Step {
  readonly change: 'create' | 'update' | 'delete'
  readonly kind: RecordKind
  readonly id: string
  /** The record as the instance has it. Absent for a creation. */
  readonly from?: object
  /** The desired record. Absent for a deletion. */
  readonly to?: Placed
  /** Whether a feature and a typed config are both desired with this id, which the API takes by force only. @default false */
  readonly force?: boolean
}

/** What a plan is made of. */
export interface PlanInput {
  /** In an order in which each kind comes after those that it refers to. */
  readonly kinds: readonly RecordKind[]
  readonly desired: Records
  readonly current: Records
  /** Whether a record that is not desired is deleted. @default nothing is deleted */
  readonly prunes?: (kind: RecordKind, id: string) => boolean
}

/**
 * Returns the changes that make the current records equal to the desired ones: first what is created and changed, in the order
 * of the kinds, then what is deleted, in reverse order. Records that differ only in the order of members are equal.
 */
export function planOf({ kinds, desired, current, prunes = () => false }: PlanInput): Step[] {
  const writes = kinds.flatMap((kind) =>
    sorted(desired.get(kind.kind)).flatMap(([id, to]): Step[] => {
      const from = current.get(kind.kind)?.get(id)?.record
      const force = flagKinds.includes(kind.kind) && flagKinds.every((flags) => desired.get(flags)?.has(id))
      if (from === undefined) return [{ change: 'create', kind, id, to, force }]
      return isSame(from, to.record) ? [] : [{ change: 'update', kind, id, from, to, force }]
    }),
  )
  const deletes = kinds.toReversed().flatMap((kind) =>
    sorted(current.get(kind.kind)).flatMap(([id, { record }]): Step[] => {
      const isGone = !desired.get(kind.kind)?.has(id) && prunes(kind, id)
      return isGone ? [{ change: 'delete', kind, id, from: record }] : []
    }),
  )
  return [...writes, ...deletes]
}

/** Records of these kinds with the same id would be the same flag of OpenFeature. */
const flagKinds: readonly string[] = ['features', 'configs']

/** Whether two records are equal, whatever the order of their members. */
export const isSame = (one: object, other: object): boolean => canonicalJson(one) === canonicalJson(other)

const sorted = (records: ReadonlyMap<string, Placed> = new Map()): [string, Placed][] =>
  [...records].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
