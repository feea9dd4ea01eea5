import type { IndexPart } from '@signalbox/core/store'
import { prefixEnd } from './range.ts'
import { isKey } from './request.ts'

/**
 * What the value of a member is in an index: a text behind `=`, `~` where there is no member, and `?` for any other value. Texts that
 * are longer than 256 characters, or that JSON writes with `\u`, are `?` as well: PostgreSQL has no place for some of them.
 */
export interface Term {
  readonly term: string
  readonly key: string
}

/** Terms of one index, from one to before another. */
export interface TermRange {
  readonly index: number
  readonly from: string
  readonly to: string
  readonly descending: boolean
}

/** The terms of a part of an index; `undefined` where there can be none. */
export function termsOf(index: number, part: IndexPart, descending = false): TermRange | undefined {
  const from = 'text' in part ? `=${part.text}` : 'prefix' in part ? `=${part.prefix}` : kinds[part.kind]
  if (!isKey(from)) return undefined
  // No term has U+0001: nothing is between a text and the next one.
  const to = 'prefix' in part ? (prefixEnd(from) as string) : `${from}\u0001`
  return { index, from, to, descending }
}

const kinds = { absent: '~', other: '?' } as const

/** The text of a term. */
export const textOf = (term: string): string | undefined => (term.startsWith('=') ? term.slice(1) : undefined)

/** A range as a condition and an order of SQL, of what is behind a term if one is given; `parameter` names the n-th value, from 1. */
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
  // One bound at either end: databases begin at the nearer one only if there is no other.
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
