import type { Feature } from '@signalbox/core/contract'
import type { Environment, Explanation, TimeZone } from '@signalbox/core/evaluate'
import type { ComponentType } from 'preact'
import type { BoxSettings } from '../../calls/box.ts'
import type { ForkArm } from '../targeting/Fork.tsx'
import type { StateWord } from './state-word.ts'

/** The name of a strategy, as in `activationStrategy`. */
export type StrategyName = Feature['activationStrategy']

/** A feature with a certain strategy. */
export type FeatureWith<N extends StrategyName> = Extract<Feature, { activationStrategy: N }>

/** The parameters of a strategy. */
export type ParametersOf<N extends StrategyName> = FeatureWith<N>['parameters']

/** What the form of a strategy gets. */
export interface FormProps<N extends StrategyName> {
  /** The feature as it is edited. */
  readonly feature: FeatureWith<N>
  /** The feature as it is saved; `undefined` while it is being created. */
  readonly saved: Feature | undefined
  /** Replaces the parameters. Calls with the same `step` within a second are undone together. */
  onChange(next: ParametersOf<N>, step?: string): void
  /** The sentences of the service about a member below `parameters`, such as `/percentage`. */
  problemsOf(pointer: string): readonly string[]
  /** The sentences of the service by JSON Pointer of the feature. */
  readonly problems: Readonly<Record<string, readonly string[]>>
}

/** A result of an enabled feature, and how it came about. */
export interface Explained {
  readonly active: boolean
  readonly explanation: Explanation
}

/** The numbers that decided: as a sentence, and in a few words for comparisons. */
export type Reason = readonly [because: string, briefly: string]

/** Who gets a feature at an instant. */
export type Audience =
  /** Everybody, or nobody. */
  | { readonly kind: 'all' | 'none' }
  /** The clients of the first `bound` of 100,000 buckets. Features with the same salt have the same buckets. */
  | { readonly kind: 'share'; readonly bound: number; readonly salt: string }
  | { readonly kind: 'list'; readonly ids: ReadonlySet<string> }
  /** Each context must be evaluated. */
  | { readonly kind: 'rules' | 'script' | 'unknown' }

/** What shows a strategy to a caller who may not edit it. */
export interface ReadOnlyProps<N extends StrategyName> {
  readonly parameters: ParametersOf<N>
}

/** How the page shows the features of a strategy. */
export interface ShownStrategy<N extends StrategyName = StrategyName> {
  /** Its name in lists, before the parameters are known: `share of clients`. */
  readonly name: string
  /** The strategy of a feature in a few words, for lists: `25% of clients`. */
  words(parameters: ParametersOf<N>): string
  /**
   * The state of an enabled feature for nobody in particular: one word for all features of the strategy, or one for each
   * result without a context. `on` if some clients may get it now.
   */
  readonly state: StateWord | ((result: Explained) => StateWord)
  /** The ways that the clients of an enabled feature go. */
  arms(parameters: ParametersOf<N>): readonly ForkArm[]
  /** Who gets an enabled feature at an instant. */
  audience(feature: FeatureWith<N>, settings: BoxSettings, now: number): Audience
  /** Why an enabled feature has a result. `bucketing` is that of the service. */
  because(result: Explained, parameters: ParametersOf<N>, bucketing: Environment['bucketing']): Reason
  /** When an enabled feature is active, in a sentence; absent if time does not decide. */
  when?(parameters: ParametersOf<N>, zone: TimeZone, now: number): string | undefined
  /** What another id of the feature means for its clients, in a sentence. */
  renamed?(parameters: ParametersOf<N>): string | undefined
  /** Shows the strategy to a caller who may not edit it. @default its words, and the parameters as JSON */
  readonly ReadOnly?: ComponentType<ReadOnlyProps<N>>
}

/** A strategy of the dashboard: how the page shows it, and how users edit it. */
export interface StrategyView<N extends StrategyName = StrategyName> extends ShownStrategy<N> {
  /** Its name in the picker. */
  readonly label: string
  /** The parameters with which it begins, at an instant in epoch milliseconds; `before` is the feature until then. */
  initial(now: number, before?: Feature): ParametersOf<N>
  readonly Form: ComponentType<FormProps<N>>
}
