import type { Config } from '@signalbox/core/contract'

/** What the editor of a value gets. */
export interface ValueProps {
  /** What the value is, such as `Value of rule 2`. */
  readonly label: string
  /** The word before a value of one line. @default 'Value' */
  readonly lead?: string
  /** The JSON Pointer of the value. */
  readonly pointer: string
  readonly value: unknown
  /** The type of the config. */
  readonly type: Config['type']
  /** The sentences of the service about the value, and everything in it. */
  readonly problems: readonly string[]
  /** The least and the most lines of JSON that are shown. */
  readonly rows?: readonly [least: number, most: number]
  onChange(next: unknown, step?: string): void
}
