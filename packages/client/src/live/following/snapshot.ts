import type { Config, Experiment, Feature, Segment } from '@signalbox/core/contract'
import type { Assignment, Environment } from '@signalbox/core/evaluate'

/** The evaluation settings of a server. */
export interface Settings {
  /** IANA time zone for dates without one. */
  readonly timeZone: string
  /** How percentages select clients. */
  readonly bucketing: Environment['bucketing']
  /** How experiments assign variants. */
  readonly assignment: Assignment
}

/** All records in memory, as JSON. */
export interface Snapshot {
  /** The settings that the server has sent. */
  readonly settings?: Partial<Settings>
  readonly features: readonly Feature[]
  /** The segments that features refer to. Absent in snapshots of earlier versions. */
  readonly segments?: readonly Segment[]
  readonly configs: readonly Config[]
  /** Present if variants are computed locally. */
  readonly experiments: readonly Experiment[]
}

/** Persists a snapshot: in a file, in browser storage, or next to a deployment. */
export interface SnapshotStore {
  /** Returns the last saved text; `undefined` if there is none. */
  load(): Promise<string | undefined> | string | undefined
  save(text: string): Promise<void> | void
}

/**
 * Validates a snapshot and returns it. Throws a `TypeError` otherwise: other JSON must not pass for a snapshot without
 * flags.
 */
export function checkSnapshot(value: unknown): Snapshot {
  const { features, segments = [], configs, experiments } = Object(value) as Readonly<Record<keyof Snapshot, unknown>>
  const hasVariants = ({ variants }: { readonly variants?: unknown }) => Array.isArray(variants)
  if ([features, segments, configs].every((list) => isRecords(list)) && isRecords(experiments, hasVariants))
    return value as Snapshot
  throw new TypeError(
    'The snapshot is invalid: expected lists of features, configs and experiments, each with an id, and experiments with variants',
  )
}

const isRecords = (list: unknown, fits: (record: object) => boolean = () => true): boolean =>
  Array.isArray(list) && list.every((record) => typeof Object(record).id === 'string' && fits(record))
