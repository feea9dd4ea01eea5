import type { Timing } from './compile-window.ts'
import type { Test } from './context.ts'
import type { PatternEngine } from './patterns.ts'

/** A condition that is ready to be checked. Segments and features that conditions refer to have the same form. */
export interface CompiledCondition {
  /** Whether the condition is true in a context. False where it is unresolved. */
  readonly isTrue: Test
  /**
   * Whether the condition is unresolved in a context, because a segment or feature that it refers to does not exist.
   * Absent if the condition cannot be unresolved.
   */
  readonly isUnresolved?: Test | undefined
}

/** What conditions are compiled with: the time, and what they refer to. */
export interface ConditionEnvironment extends Timing {
  /** Returns a segment; `undefined` if there is none. Its `isTrue` is read at each check, so it may be a getter. */
  segment(id: string): CompiledCondition | undefined
  /** Returns a feature, which is true where it is active; `undefined` if there is none. */
  feature(id: string): CompiledCondition | undefined
  /** The engine of regular expressions (`loadPatterns`). Required for conditions that use `matches`. */
  readonly patterns?: PatternEngine | undefined
}
