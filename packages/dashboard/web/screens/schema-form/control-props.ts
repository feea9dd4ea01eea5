import type { SchemaField } from './field.ts'

/** What the control of a value gets. */
export interface ControlOf<F extends SchemaField> {
  readonly field: F
  readonly name: string
  readonly label: string
  /** What the schema says about the value. */
  readonly hint: string | undefined
  readonly isRequired: boolean
  readonly value: unknown
  /** What a value stands for that is absent. */
  readonly byDefault: unknown
  /** The JSON Pointer of the value in the record. */
  readonly pointer: string
  /** The names on the way from the schema to the value, `*` for items: `backends.*`. */
  readonly path: string
  /** Replaces the value; `undefined` removes it. */
  onChange(next: unknown): void
}
