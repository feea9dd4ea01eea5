import type { AnyRecord, Kind } from '../../../kinds.ts'
import { kinds } from '../../../kinds.ts'
import { inParts } from '../../../tree/sight.ts'

/** With more ids than these, all records are downloaded: fewer calls. */
const MANY = 2000

/** Reads the records of some ids, in the order of keys. Records that are gone are left out. */
export async function readRecords(kind: Kind, ids: readonly string[]): Promise<AnyRecord[]> {
  const { list, export: download } = kinds[kind].operations
  const read: AnyRecord[] = []
  if (ids.length > MANY) {
    const wanted = new Set(ids)
    for await (const record of await download({})) if (wanted.has(record.id)) read.push(record)
    return read
  }
  for (const part of inParts(ids)) read.push(...(await list({ pattern: part.join(','), pageSize: 1000 })).results)
  return read
}
