import type { Config, Experiment, Feature } from '@signalbox/core/contract'
import type { Assignment, Environment } from '@signalbox/core/evaluate'

/** How a server evaluates. */
export interface Settings {
  /** IANA name of the zone of dates that name none. */
  readonly timeZone: string
  /** How percentages choose clients. */
  readonly bucketing: Environment['bucketing']
  /** How experiments choose variants. */
  readonly assignment: Assignment
}

/** All that is held, as JSON. */
export interface Snapshot {
  /** How the server evaluates, as far as it has said so. */
  readonly settings?: Partial<Settings>
  readonly features: readonly Feature[]
  readonly configs: readonly Config[]
  /** Held where variants are computed here. */
  readonly experiments: readonly Experiment[]
}

/** Where a snapshot is kept: in a file, in the storage of a browser, beside a deployment. */
export interface SnapshotStore {
  /** The text that was saved last; `undefined` when there is none. */
  load(): Promise<string | undefined> | string | undefined
  save(text: string): Promise<void> | void
}

/** Returns a snapshot. Throws a `TypeError` for anything else: a text that is JSON but no snapshot must not count as one without flags. */
export function checkSnapshot(value: unknown): Snapshot {
  const { features, configs, experiments } = Object(value) as Readonly<Record<keyof Snapshot, unknown>>
  const hasVariants = ({ variants }: { readonly variants?: unknown }) => Array.isArray(variants)
  if (isRecords(features) && isRecords(configs) && isRecords(experiments, hasVariants)) return value as Snapshot
  throw new TypeError(
    'A snapshot has lists of features, configs and experiments, each with an id, and experiments with variants',
  )
}

const isRecords = (list: unknown, fits: (record: object) => boolean = () => true): boolean =>
  Array.isArray(list) && list.every((record) => typeof Object(record).id === 'string' && fits(record))
