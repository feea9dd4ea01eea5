import type { Config, Experiment, Segment } from '@signalbox/core/contract'
import type { CompiledFeature, ConfigDecision, Context, Environment } from '@signalbox/core/evaluate'
import type { Checked } from '../following/remote.ts'
import type { ById } from './by-id.ts'
import type { ServerAnswers } from './server-answers.ts'

/** A feature compiled for evaluation, with the server's answers if only the server can decide it. */
export interface HeldFeature extends CompiledFeature {
  readonly script?: ServerAnswers<Checked> | undefined
  /** The context in which the server is asked if there is none. Scripts are not run without a context. */
  readonly none?: Context | undefined
  /** What it is explained with, if that differs from the other features. */
  readonly environment?: Environment
}

/** What decides a config with rules: this client, or the server. */
export interface HeldRules {
  decide(context: Context | undefined): ConfigDecision
  /** The server's answers, if it decides. */
  readonly asked?: ServerAnswers<ConfigDecision> | undefined
  /** Why it cannot be evaluated. */
  readonly problem?: Error | undefined
}

/** A config, with its value as `config` returns it. */
export interface HeldConfig {
  readonly config: Config
  readonly value: unknown
  /** What decides it: `undefined` without rules, and before the first evaluation with the current settings. */
  rules: HeldRules | undefined
  readonly isRuled: boolean
}

/** The value if no rule decides. A text of a typed config is not parsed. */
export const ownValue = ({ config, value }: HeldConfig): unknown => (config.type === undefined ? value : config.value)

/** All records in memory, ready to evaluate. The maps are read on every check: do not modify them. */
export interface HeldRecords {
  readonly features: ById<HeldFeature>
  readonly segments: Map<string, Segment>
  readonly configs: Map<string, HeldConfig>
  readonly experiments: Map<string, Experiment>
}

/** What all maps of records have. */
export interface Readable<V> {
  get(id: string): V | undefined
  has(id: string): boolean
  keys(): Iterable<string>
}

/** The kinds of records held in memory. */
export type Kind = keyof HeldRecords
/** The type held for each kind. */
export type Held<N extends Kind> = HeldRecords[N] extends Readable<infer V> ? V : never
