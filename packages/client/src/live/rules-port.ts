import type { Feature } from '@signalbox/core/contract'
import type { Environment } from '@signalbox/core/evaluate'
import type { HeldFeature, HeldRecords } from './held.ts'
import type { Snapshot } from './snapshot.ts'

/** What the evaluation of rules needs of the records in memory. */
export interface RulesPorts {
  /** The records in memory, and what segments are compiled with. */
  readonly state: () => { readonly holding: HeldRecords; readonly environment: Environment }
  /** Whether there is a server to ask. */
  readonly hasServer: boolean
  /** Prepares a feature that the server is asked about. */
  readonly askServer: (feature: Feature) => HeldFeature
  /** Prepares a feature that cannot be evaluated here: reports it, and asks the server if there is one. */
  readonly unreadable: (feature: Feature, cause: unknown) => HeldFeature
  readonly report: (error: unknown) => void
}

/** Evaluates features with rules. */
export interface Rules {
  /** Prepares an enabled feature with rules. */
  hold(feature: Feature, environment: Environment): HeldFeature
  /** Must be called after every change of a feature or a segment in memory. */
  changed(): void
  /** Loads what else these records need. */
  load(records: Partial<Pick<Snapshot, 'features' | 'segments'>>): Promise<void>
}

/** Creates what evaluates features with rules. */
export type RulesEngine = (ports: RulesPorts) => Rules
