import type { Feature } from '@signalbox/core/contract'
import type { Environment } from '@signalbox/core/evaluate'
import type { Snapshot } from '../following/snapshot.ts'
import type { Elsewhere } from '../records/elsewhere.ts'
import type { HeldConfig, HeldFeature, HeldRecords, HeldRules } from '../records/held.ts'

/** What the evaluation of rules needs of the records in memory. */
export interface RulesPorts {
  /** The records in memory, and what segments and configs are compiled with. */
  readonly state: () => { readonly holding: HeldRecords; readonly environment: Environment }
  /** Whether there is a server to ask. */
  readonly hasServer: boolean
  /** Prepares the records that cannot be evaluated here. */
  readonly elsewhere: Elsewhere
  readonly report: (error: unknown) => void
}

/** Evaluates features and configs with rules. */
export interface Rules {
  /** Prepares an enabled feature with rules. */
  hold(feature: Feature, environment: Environment): HeldFeature
  /** Prepares a config with rules. */
  holdConfig(held: HeldConfig): HeldRules
  /** Must be called after every change of a record in memory. */
  changed(): void
  /** Loads what else these records need. */
  load(records: Partial<Snapshot>): Promise<void>
}

/** Creates what evaluates features and configs with rules. */
export type RulesEngine = (ports: RulesPorts) => Rules
