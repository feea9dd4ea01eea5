import type { Condition, TraceNode } from '@signalbox/core/evaluate'

/** What the editor of a condition gets. */
export interface ConditionProps<C extends Condition = Condition> {
  readonly condition: C
  /** How it was decided for the context at hand; `undefined` while that is not known. */
  readonly node: TraceNode | undefined
  /** Its JSON Pointer in the record. */
  readonly pointer: string
  /** The sentences of the service by JSON Pointer. */
  readonly problems: Readonly<Record<string, readonly string[]>>
  /** Replaces the condition; `undefined` removes it. */
  onChange(next: Condition | undefined, step?: string): void
}
