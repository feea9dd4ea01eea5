import type { Condition } from '@signalbox/core'
import type { PatternEngine } from '@signalbox/core/evaluate'

/** What converting a condition needs, apart from saved groups. */
export interface PlainScope {
  readonly patterns: PatternEngine
  /** Reports a part that cannot be converted. The whole condition is then never true. */
  onLost(what: string): void
  /** Reports a part that is converted, but differs for some values. */
  onChanged(what: string, instead: string): void
}

/** What converting a condition needs. */
export interface ConditionScope extends PlainScope {
  /** The attribute has a value of a saved group. */
  inGroup(id: unknown, attribute: string): Condition
  /** `$savedGroup`: the context is in a saved group. */
  savedGroup(reference: unknown): Condition
}

/** What converting the value of an attribute needs. */
export interface ValueScope extends ConditionScope {
  /** Whether the items of a list are compared, which are never absent. */
  readonly isItem: boolean
}
