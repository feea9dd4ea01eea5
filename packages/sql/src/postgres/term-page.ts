import { prefixEnd } from '../range.ts'
import { createValues, keysWithin, type Term, type TermRange, termsAlso } from '../terms.ts'

/**
 * As `toTermQuery`, such that PostgreSQL walks the index from the start of the page. Without statistics, as after an
 * upload, it takes `term = …` to select few entries, and would read and sort them all for each page. Comparisons of rows
 * leave it the index alone.
 */
export function toTermPage(
  range: TermRange,
  behind: Term | undefined,
  dialect: { readonly table: string; readonly parameter: (n: number) => string },
) {
  const { index, terms, keyPrefix, descending } = range
  const { values, put } = createValues(dialect)
  const id = put(index)
  const conditions: string[] = []
  if ('only' in terms) {
    const [term, end] = [put(terms.only), prefixEnd(keyPrefix)]
    conditions.push(`${ENTRY} ${behind ? '>' : '>='} (${id}, ${term}, ${put(behind ? behind.key : keyPrefix)})`)
    conditions.push(end === undefined ? `${TERM} <= (${id}, ${term})` : `${ENTRY} < (${id}, ${term}, ${put(end)})`)
  } else if (descending) {
    conditions.push(`${TERM} >= (${id}, ${put(terms.from)})`)
    conditions.push(behind ? `${TERM} <= (${id}, ${put(behind.term)})` : `${TERM} < (${id}, ${put(terms.to)})`)
    if (behind) conditions.push(`(entry.term < ${put(behind.term)} or entry.key > ${put(behind.key)})`)
  } else {
    const start = behind
      ? `${ENTRY} > (${id}, ${put(behind.term)}, ${put(behind.key)})`
      : `${TERM} >= (${id}, ${put(terms.from)})`
    conditions.push(start, `${TERM} < (${id}, ${put(terms.to)})`)
  }
  if (!('only' in terms)) conditions.push(...keysWithin(keyPrefix, put))
  conditions.push(...termsAlso(range, put, dialect))
  const by = descending && !('only' in terms) ? ' desc' : ''
  const order = `entry.index_id${by}, entry.term${by}, entry.key`
  return { source: `${dialect.table} as entry where ${conditions.join(' and ')}`, order, values }
}

const TERM = '(entry.index_id, entry.term)'
const ENTRY = '(entry.index_id, entry.term, entry.key)'
