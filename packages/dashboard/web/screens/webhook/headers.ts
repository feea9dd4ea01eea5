import { MASK } from '../../values/secret-members.ts'

/** A header of every call. */
export interface Header {
  readonly name: string
  readonly value: string
}

/** Headers as a list, in their order. */
export const headersOf = (headers: Readonly<Record<string, string>> = {}): readonly Header[] =>
  Object.entries(headers).map(([name, value]) => ({ name, value }))

/** A list of headers as the record has it; `undefined` without any. Later headers of the same name win. */
export const toHeaders = (list: readonly Header[]): Record<string, string> | undefined =>
  list.length === 0 ? undefined : Object.fromEntries(list.map(({ name, value }) => [name, value]))

/** Whether the value of a header must be typed again: it is kept for the address that was saved, and for no other. */
export const isToRepeat = ({ value }: Header, isMoved: boolean): boolean => isMoved && value === MASK
