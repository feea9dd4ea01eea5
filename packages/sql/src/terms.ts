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

/**
 * A range of entries of one index: the entries of one term, or with terms from `from` (included) to `to` (excluded).
 */
export interface TermRange {
  readonly index: number
  readonly terms: { readonly only: string } | { readonly from: string; readonly to: string }
  /** Restricts the entries to keys that begin with this prefix. */
  readonly keyPrefix: string
  /** Terms of other indexes, one of which the record must have, too. */
  readonly also: readonly { readonly index: number; readonly terms: readonly string[] }[]
  readonly descending: boolean
}

/**
 * The beginning of the terms of records with this text in an index of two members; `undefined` if such an index cannot
 * hold the text. Its terms join the terms of both members by U+0001, with texts of at most 128 characters.
 */
export const leadOf = (text: string): string | undefined =>
  isKey(text) && !text.includes(AND) && text.length <= LONGEST_OF_TWO ? `=${text}${AND}` : undefined

const AND = '\u0001'
const LONGEST_OF_TWO = 128

/** The terms of a part of an index, after the beginning of all its terms; `undefined` if it cannot match anything. */
export function termsOf(part: IndexPart, lead = ''): TermRange['terms'] | undefined {
  const term = 'text' in part ? `=${part.text}` : 'prefix' in part ? `=${part.prefix}` : kinds[part.kind]
  const from = lead + term
  if (!isKey(from)) return undefined
  return 'prefix' in part ? { from, to: prefixEnd(from) as string } : { only: from }
}

const kinds = { absent: '~', other: '?' } as const

/** Returns the text that a term encodes; `undefined` if it does not encode one. */
export const textOf = (term: string): string | undefined => (term.startsWith('=') ? term.slice(1) : undefined)

/** How SQL is written for a database. */
interface Dialect {
  /** The table of terms. */
  readonly table: string
  /** Returns the placeholder of the n-th value, from 1. */
  readonly parameter: (n: number) => string
}

/** A part of an SQL query, after `from`, and its values. */
interface TermQuery {
  readonly source: string
  readonly order: string
  readonly values: readonly (string | number)[]
}

/**
 * Converts a range to the conditions and the order of an SQL query, starting after an entry if given. `entry` is the
 * name of the rows.
 */
export function toTermQuery(range: TermRange, behind: Term | undefined, dialect: Dialect): TermQuery {
  const { index, terms, keyPrefix, descending } = range
  const { values, put } = createValues(dialect)
  const conditions = [`entry.index_id = ${put(index)}`]
  if ('only' in terms) {
    conditions.push(`entry.term = ${put(terms.only)}`)
    if (behind) conditions.push(`entry.key > ${put(behind.key)}`)
  } else if (!behind) conditions.push(`entry.term >= ${put(terms.from)}`, `entry.term < ${put(terms.to)}`)
  // One bound at each end only: with two, databases do not always start at the closer one.
  else if (descending) {
    conditions.push(`entry.term >= ${put(terms.from)}`, `entry.term <= ${put(behind.term)}`)
    conditions.push(`(entry.term < ${put(behind.term)} or entry.key > ${put(behind.key)})`)
  } else {
    conditions.push(`(entry.term, entry.key) > (${put(behind.term)}, ${put(behind.key)})`)
    conditions.push(`entry.term < ${put(terms.to)}`)
  }
  const isStarted = behind !== undefined && 'only' in terms
  conditions.push(...keysWithin(keyPrefix, put, isStarted), ...termsAlso(range, put, dialect))
  const order = 'only' in terms ? 'entry.key' : `entry.term${descending ? ' desc' : ''}, entry.key`
  return { source: `${dialect.table} as entry where ${conditions.join(' and ')}`, order, values }
}

/** Returns a list of values, and a function that adds one and returns its placeholder. */
export function createValues({ parameter }: Pick<Dialect, 'parameter'>) {
  const values: (string | number)[] = []
  return { values, put: (value: string | number) => parameter(values.push(value)) }
}

/** Adds a value to a query and returns its placeholder. */
type Put = (value: string | number) => string

/** The conditions that keys begin with a prefix; only the upper bound if a lower one is there already. */
export function keysWithin(keyPrefix: string, put: Put, isStarted = false): string[] {
  const end = prefixEnd(keyPrefix)
  return [
    ...(keyPrefix === '' || isStarted ? [] : [`entry.key >= ${put(keyPrefix)}`]),
    ...(end === undefined ? [] : [`entry.key < ${put(end)}`]),
  ]
}

/**
 * The conditions that records have terms of other indexes, too. A subquery for each row, not a join: a join may read all
 * rows of both before it returns the first.
 */
export const termsAlso = ({ also }: TermRange, put: Put, { table }: Pick<Dialect, 'table'>): string[] =>
  also.map(
    ({ index, terms }) =>
      `(select true from ${table} as other where other.index_id = ${put(index)} and other.term in (${terms.map(put).join(', ')}) and other.key = entry.key)`,
  )
