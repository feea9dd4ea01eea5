import type { AnyRecord } from '../../../kinds/kinds.ts'
import type { Operations } from '../../../records/operations.ts'
import { exactPatterns } from '../../../tree/exact-patterns.ts'
import { idOf } from '../../../values/id-of.ts'

/** The operations that read many records. */
type Reading = Pick<Operations, 'list' | 'export'>

/** With more ids than these, all records are downloaded: fewer calls. */
const MANY = 2000

/** Reads the records of some ids. Records that are gone are left out, and texts that are not ids. */
export async function readByIds({ list, export: download }: Reading, ids: readonly string[]): Promise<AnyRecord[]> {
  const read: AnyRecord[] = []
  if (ids.length > MANY) {
    const wanted = new Set(ids)
    for await (const record of await download({})) if (wanted.has(idOf(record))) read.push(record)
    return read
  }
  for (const { pattern } of exactPatterns(ids)) read.push(...(await list({ pattern, pageSize: 1000 })).results)
  return read
}
