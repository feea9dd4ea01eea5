import type { Feature } from '@signalbox/core/contract'
import type { ComponentType } from 'preact'

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

/** A strategy of the picker. */
export interface StrategyRow<N extends StrategyName> {
  readonly name: N
  /** Its name in the picker. */
  readonly label: string
  /** The parameters with which it begins, at an instant in epoch milliseconds. */
  initial(now: number): ParametersOf<N>
  readonly Form: ComponentType<FormProps<N>>
}
