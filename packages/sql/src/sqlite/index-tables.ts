import type { IndexName, IndexTables } from '../indexes.ts'
import type { Rows } from '../scan.ts'
import { type Term, toTermQuery } from '../terms.ts'
import type { Statements } from './database.ts'
import type { Reading } from './rows.ts'
import { takeIn } from './schema/indexes.ts'

/** How indexes are read and built. */
export interface Indexing extends Pick<Reading, 'attempt'> {
  readonly reading: Statements
  readonly writing: Statements
  /** Runs a task in one transaction. */
  readonly write: <T>(task: () => T) => Promise<T>
  readonly pick: Rows['pick']
}

/** Implements indexes in SQLite. */
export function sqliteIndexes({ reading, writing, attempt, write, pick }: Indexing): IndexTables {
  return {
    look: (names) =>
      attempt(() =>
        names.map(({ collection, member }) => reading.get(FIND, collection, member)?.id as number | undefined),
      ),
    build: (names, size) => write(() => build(writing, names, size)),
    terms(range, { behind, skip, limit }) {
      const { source, order, values } = toTermQuery(range, behind, dialect)
      const sql = `select entry.term, entry.key from ${source} order by ${order} limit ? offset ?`
      return attempt(() => reading.all(sql, ...values, limit, skip) as unknown as readonly Term[])
    },
    count(range) {
      const { source, values } = toTermQuery(range, undefined, dialect)
      return attempt(() => Number(reading.get(`select count(*) as terms from ${source}`, ...values)?.terms))
    },
    async size(index, term) {
      const { kept, entries } = (await attempt(() => reading.get(SIZE, index, term, index, term))) as {
        kept: number
        entries: number
      }
      return { entries, isKept: kept === 1 }
    },
    keepSize: (index, term) => write(() => writing.run(KEEP_SIZE, index, term, index, term)),
    pick,
  }
}

const dialect = { table: 'signalbox_terms', parameter: () => '?' }

/** Indexes up to `size` records in total; the last, incomplete index continues in the next step. */
function build({ run, get }: Statements, names: readonly IndexName[], size: number) {
  const done = { records: 0, characters: 0 }
  const ids = names.map(({ collection, member }) => {
    run(BEGIN, collection, member)
    const index = get(STATE, collection, member) as { id: number; is_built: number; built_to: string | null }
    const left = size - done.records
    if (index.is_built === 0 && left > 0) {
      const from = index.built_to
      const part = [collection, from ?? '', from ?? '', from === null ? 1 : 0, left] as const
      const { records, characters, last } = get(MEASURE, ...part) as {
        records: number
        characters: number
        last: string
      }
      run(TAKE_IN, ...part, index.id)
      const isBuilt = records < left
      run(ADVANCE, isBuilt ? 1 : 0, last ?? from, index.id)
      done.records += records
      done.characters += characters
      return isBuilt ? index.id : undefined
    }
    return index.is_built === 1 ? index.id : undefined
  })
  return { ids, ...done }
}

const FIND = 'select id from signalbox_indexes where collection = ? and member = ? and is_built = 1'
const BEGIN = 'insert into signalbox_indexes (collection, member) values (?, ?) on conflict do nothing'
const STATE = 'select id, is_built, built_to from signalbox_indexes where collection = ? and member = ?'
const ADVANCE = 'update signalbox_indexes set is_built = ?, built_to = ? where id = ?'

/** The second part runs only if the first has no row. */
const SIZE = `
  select 1 as kept, entries from signalbox_sizes where index_id = ? and term = ?
  union all
  select 0, count(*) from signalbox_terms where index_id = ? and term = ? limit 1`
const KEEP_SIZE = `
  insert into signalbox_sizes (index_id, term, entries)
  select ?, ?, count(*) from signalbox_terms where index_id = ? and term = ?
  on conflict do nothing`

/** Selects the records after a key, or from a key on. */
const PART = `
  select key, value from signalbox_records
  where collection = ? and key >= ? and (key > ? or ?) order by key limit ?`
const MEASURE = `
  select count(*) as records, coalesce(sum(length(value)), 0) as characters, max(key) as last from (${PART})`
const TAKE_IN = takeIn(PART)
