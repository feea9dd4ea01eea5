import type { AnyRecord, Kind } from '../../../kinds/kinds.ts'
import { operationsOf } from '../../../records/operations.ts'
import { readByIds } from './read-by-ids.ts'

/** Reads the records of some ids, in the order of keys. Records that are gone are left out. */
export const readRecords = (kind: Kind, ids: readonly string[]): Promise<AnyRecord[]> =>
  readByIds(operationsOf(kind), ids)
