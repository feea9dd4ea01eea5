import { canonicalJson } from '@signalbox/core/evaluate'
import { isScripted, targetsIn } from '@signalbox/core/targeting'
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
  /**
   * Whether the API takes the record by force only: a feature and a typed config are both desired with this id, or it is a
   * feature that only a script decides and that desired conditions refer to. @default false
   */
  readonly force?: boolean
}

/** What a plan is made of. */
export interface PlanInput {
  /** In an order in which each kind comes after the kinds that it refers to. */
  readonly kinds: readonly RecordKind[]
  readonly desired: Records
  readonly current: Records
  /** Whether a record that is not desired is deleted. @default nothing is deleted */
  readonly prunes?: (kind: RecordKind, id: string) => boolean
}

/**
 * Returns the changes that make the current records equal to the desired ones: first what is created and changed, in the order
 * of the kinds, then what is deleted, in reverse order. Features that only a script decides come after all conditions that
 * refer to them. Records that differ only in the order of members are equal.
 */
export function planOf({ kinds, desired, current, prunes = () => false }: PlanInput): Step[] {
  const unresolved = unresolvedIn(desired)
  const writes = kinds.flatMap((kind) =>
    sorted(desired.get(kind.kind)).flatMap(([id, to]): Step[] => {
      const from = current.get(kind.kind)?.get(id)?.record
      const isTwice = flagKinds.includes(kind.kind) && flagKinds.every((flags) => desired.get(flags)?.has(id))
      const force = isTwice || unresolved.has(to)
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
  const isLate = ({ to }: Step) => to !== undefined && unresolved.has(to)
  return [...writes.filter((step) => !isLate(step)), ...writes.filter(isLate), ...deletes]
}

/**
 * The features that only a script decides and that conditions refer to. No condition can begin to refer to such a feature;
 * one that a condition refers to can become one, by force.
 */
function unresolvedIn(desired: Records): ReadonlySet<Placed> {
  const scripted = [...(desired.get('features') ?? [])].filter(([, { record }]) => isScripted(record))
  if (scripted.length === 0) return new Set()
  const named = new Set<string>()
  for (const records of desired.values())
    for (const { record } of records.values())
      for (const { kind, id } of targetsIn(record).values()) if (kind === 'feature') named.add(id)
  return new Set(scripted.flatMap(([id, placed]) => (named.has(id) ? [placed] : [])))
}

/** Records of these kinds with the same id would be the same OpenFeature flag. */
const flagKinds: readonly string[] = ['features', 'configs']

/** Whether two records are equal, whatever the order of their members. */
export const isSame = (one: object, other: object): boolean => canonicalJson(one) === canonicalJson(other)

const sorted = (records: ReadonlyMap<string, Placed> = new Map()): [string, Placed][] =>
  [...records].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
