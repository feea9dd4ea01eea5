import type { IndexIds, IndexTables } from '../indexes.ts'
import type { Rows } from '../scan.ts'
import { type Term, toTermQuery } from '../terms.ts'
import type { Read } from './rows.ts'
import { toTermPage } from './term-page.ts'

/** Implements indexes in PostgreSQL. */
export function postgresIndexes(read: Read, { schema, pick }: { schema: string; pick: Rows['pick'] }): IndexTables {
  const dialect = { table: `"${schema}".terms`, parameter: (n: number) => `$${n}` }

  let isUntidy = false

  /**
   * Tells the planner how many terms there are, and marks them as visible to all: until then, which takes the database a
   * minute or more, each entry of a page and before it is looked up in the table. Nothing depends on it.
   */
  function tidy(): void {
    isUntidy = false
    read(`vacuum (analyze) "${schema}".terms`, []).catch(() => {})
  }

  return {
    async look(names) {
      const sql = `
        select index.id from unnest($1::text[], $2::text[]) with ordinality as name (collection, member, place)
        left join "${schema}".indexes as index
          on index.collection = name.collection and index.member = name.member and index.is_built
        order by name.place`
      const rows = await read<{ id: string | null }>(sql, [
        names.map(({ collection }) => collection),
        names.map(({ member }) => member),
      ])
      return rows.map(({ id }) => (id === null ? undefined : Number(id)))
    },
    async build(names, size) {
      const sql = `select "${schema}".build_indexes($1, $2) as built`
      const [row] = await read<{ built: string }>(sql, [JSON.stringify(names), size])
      const { ids, ...done } = JSON.parse((row as { built: string }).built)
      isUntidy ||= done.records > 0
      const isOver = !(ids as readonly (number | null)[]).includes(null)
      if (isOver && isUntidy) tidy()
      return { ids: (ids as readonly (number | null)[]).map((id) => id ?? undefined) satisfies IndexIds, ...done }
    },
    terms(range, { behind, skip, limit }) {
      const { source, order, values } = toTermPage(range, behind, dialect)
      // In parentheses, the planner does not know the position, and does not expect to need most of the entries.
      const sql = `select entry.term, entry.key from ${source} order by ${order} limit ${limit} offset (select ${skip})`
      return read<Term>(sql, values)
    },
    async count(range) {
      const { source, values } = toTermQuery(range, undefined, dialect)
      const [row] = await read<{ terms: string }>(`select count(*) as terms from ${source}`, values)
      return Number(row?.terms)
    },
    async size(index, term) {
      // The second part runs only if the first has no row.
      const sql = `
        (select true as kept, entries from "${schema}".sizes where index_id = $1 and term = $2 order by change desc limit 1)
        union all select false, count(*) from "${schema}".terms where index_id = $1 and term = $2 limit 1`
      const [row] = await read<{ kept: boolean; entries: string }>(sql, [index, term])
      return { entries: Number(row?.entries), isKept: row?.kept === true }
    },
    keepSize: (index, term) => read(`select "${schema}".keep_size($1, $2)`, [index, term]),
    pick,
  }
}
