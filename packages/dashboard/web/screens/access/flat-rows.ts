import type { RowList } from '../../records/tree.ts'
import { type AnyRecord, idOf } from '../../values/id-of.ts'

/** Records whose ids have no segments, as the rows of a list without groups. */
export function flatRows(records: readonly AnyRecord[]): RowList {
  const ids = records.map(idOf)
  const places = new Map(ids.map((id, place) => [id, place]))
  return {
    length: ids.length,
    at: (row) => {
      const id = ids[row]!
      return { key: id, name: id, level: 1, entry: { id }, position: row + 1, siblings: ids.length }
    },
    keyAt: (row) => ids[row]!,
    rowOf: (key) => places.get(key),
    parentOf: () => undefined,
  }
}
