import type { ReadonlySignal, Signal } from '@preact/signals'
import type { JsonPatchOperation } from '@signalbox/core/contract'
import type { Because } from '../confirm/because.ts'
import type { Held } from './hold-records.ts'

/** What editing a record needs: the record, and the calls that read and write it. */
export interface EditingPorts<T> {
  readonly held: ReadonlySignal<Held<T>>
  /** The value of a record that is being created. */
  readonly empty: T
  /** Why the next save is made, as it was typed. */
  readonly reason: Signal<string>
  get(): Promise<T>
  create(value: T, because: Because): Promise<T>
  patch(operations: JsonPatchOperation[], options: Writing): Promise<T>
  replace(value: T, options: Writing): Promise<T>
  etagOf(record: T): string | undefined
  /** Called before a write. The returned function takes the answer. */
  expect(): (answer: T | undefined) => void
  /** Called with failures of writes. */
  onFailure(error: unknown): void
  /** Milliseconds, for steps of `undo`. */
  clock(): number
  /** Members that only make sense together, the first of which decides. */
  readonly together: readonly (readonly string[])[]
}

/** The options of a write. */
export interface Writing extends Because {
  readonly ifMatch?: string
}

/** The code of an error of the service. */
export const codeOf = (error: unknown): unknown => (error as { code?: unknown }).code
