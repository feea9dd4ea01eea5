import type { IndexPart } from '@signalbox/core/store'
import { prefixEnd } from './range.ts'
import { isKey } from './request.ts'

/**
 * An index entry. The term encodes the value of the member: `=` and the text for a text, `~` if the member is missing,
 * and `?` for any other value. Texts longer than 256 characters, or with a `\u` escape in JSON, are also `?`, because
 * PostgreSQL cannot hold some of them.
 */
export interface Term {
  readonly term: string
  readonly key: string
}

/** A range of terms of one index: from `from` to before `to`. */
export interface TermRange {
  readonly index: number
  readonly from: string
  readonly to: string
  readonly descending: boolean
}

/** Returns the range of terms for a part of an index; `undefined` if it cannot match anything. */
export function termsOf(index: number, part: IndexPart, descending = false): TermRange | undefined {
  const from = 'text' in part ? `=${part.text}` : 'prefix' in part ? `=${part.prefix}` : kinds[part.kind]
  if (!isKey(from)) return undefined
  // Terms do not contain U+0001, so no term lies between a text and that text followed by U+0001.
  const to = 'prefix' in part ? (prefixEnd(from) as string) : `${from}\u0001`
  return { index, from, to, descending }
}

const kinds = { absent: '~', other: '?' } as const

/** Returns the text that a term encodes; `undefined` if it does not encode one. */
export const textOf = (term: string): string | undefined => (term.startsWith('=') ? term.slice(1) : undefined)

/**
 * Converts a range to an SQL condition and order, starting after a term if given. `parameter` returns the placeholder
 * of the n-th value, from 1.
 */
export function toTermQuery(
  { index, from, to, descending }: TermRange,
  behind: Term | undefined,
  parameter: (n: number) => string,
): { readonly condition: string; readonly order: string; readonly values: readonly (string | number)[] } {
  const [id, a, b, c, d] = [1, 2, 3, 4, 5].map(parameter)
  const order = descending ? 'term desc, key' : 'term, key'
  if (!behind)
    return { condition: `index_id = ${id} and term >= ${a} and term < ${b}`, order, values: [index, from, to] }
  const { term, key } = behind
  // One bound at each end only: with two, databases do not always start at the closer one.
  return descending
    ? {
        condition: `index_id = ${id} and term >= ${a} and term <= ${b} and (term < ${c} or key > ${d})`,
        order,
        values: [index, from, term, term, key],
      }
    : {
        condition: `index_id = ${id} and (term, key) > (${a}, ${b}) and term < ${c}`,
        order,
        values: [index, term, key, to],
      }
}
