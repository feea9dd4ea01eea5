import type { SignalboxApi } from '@signalbox/core/contract'
import { SignalboxError } from '@signalbox/core/errors'
import type { Placed, Records } from './plan.ts'
import { idIn, type RecordKind, schemaOf } from './record-kinds.ts'
import { writableOf } from './writable.ts'

/** Which records are read. */
export interface Wanted {
  readonly kinds: readonly RecordKind[]
  /** @default all ids */
  readonly pattern?: string
}

/** The records of an instance that the caller may see, and the kinds that the caller may not see at all. */
export interface Seen {
  readonly records: Records
  readonly hidden: readonly RecordKind[]
}

/** Reads the records of an instance as its callers see them, without what the service computes. */
export async function readInstance(api: SignalboxApi, { kinds, pattern = '*' }: Wanted): Promise<Seen> {
  const records = new Map<string, ReadonlyMap<string, Placed>>()
  const hidden: RecordKind[] = []
  for (const kind of kinds) {
    try {
      records.set(kind.kind, await readKind(api, kind, pattern))
    } catch (error) {
      if (!(error instanceof SignalboxError) || error.code !== 'FORBIDDEN') throw error
      hidden.push(kind)
    }
  }
  return { records, hidden }
}

/** Reads a record as its download has it; `undefined` if there is none. */
export async function readRecord(api: SignalboxApi, kind: RecordKind, id: string): Promise<object | undefined> {
  return (await readKind(api, kind, id)).get(id)?.record
}

async function readKind(api: SignalboxApi, kind: RecordKind, pattern: string): Promise<ReadonlyMap<string, Placed>> {
  const found = new Map<string, Placed>()
  for await (const record of (await kind.export.find(api)({ pattern })) as AsyncIterable<object>) {
    const id = idIn(kind, record)
    if (id !== undefined) found.set(id, { record: writableOf(schemaOf(kind), record) })
  }
  return found
}
