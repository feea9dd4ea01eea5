import type { Config, Experiment, Feature } from '@signalbox/core/contract'

/** All that is held, as JSON. */
export interface Snapshot {
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
