import { isSame } from '../../values/is-same.ts'

/** A value that is typed as text. */
export interface Typed<T> {
  readonly value: T
  /** The value of a text. */
  read(text: string): T
  /** The value as text. */
  readonly written: string
}

/** The text of a field: what was typed as long as it stands for the value, such as `1.0` for 1, else the written value. */
export const shownText = <T>(typed: string, { value, read, written }: Typed<T>): string =>
  isSame(read(typed), value) ? typed : written
