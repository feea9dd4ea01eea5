import { memberOf } from '../values/is-same.ts'

/** A part of a sentence: words, or a name that someone gave, such as an id. */
export type Piece = string | { readonly name: string; readonly is: 'author' | 'record' | 'value' }

/** A member of a payload. */
export const memberIn = (payload: unknown, name: string): unknown =>
  typeof payload === 'object' && payload !== null ? memberOf(payload, name) : undefined

/** A member of a payload, if it is a number. */
export const numberIn = (payload: unknown, name: string): number | undefined => {
  const found = memberIn(payload, name)
  return typeof found === 'number' ? found : undefined
}

/** A member of a payload, as a value. */
export const named = (payload: unknown, name: string): Piece => ({
  name: String(memberIn(payload, name) ?? '?'),
  is: 'value',
})

/** The record that a member of a payload names; else that of the event. */
export const owner = (payload: unknown, name: string, record: Piece): Piece => {
  const id = memberIn(payload, name)
  return typeof id === 'string' ? { name: id, is: 'record' } : record
}
