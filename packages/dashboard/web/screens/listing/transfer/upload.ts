import { importCounts } from '@signalbox/client'
import type { Because } from '../../../confirm/because.ts'
import type { AnyRecord } from '../../../kinds/kinds.ts'
import type { Operations, Problem } from '../../../records/operations.ts'
import { isSame } from '../../../values/is-same.ts'
import { readByIds } from '../bulk/read-by-ids.ts'

/** What became of an upload. */
export interface Uploaded {
  /** How many records were created or replaced. */
  readonly written: number
  /** How many existed and stayed. */
  readonly kept: number
  /** Why records were rejected, with their line. */
  readonly problems: readonly string[]
  /** The records that the upload created or replaced, as they were before and are now. */
  readonly changes: readonly Uploading[]
}

/** A record before and after an upload. */
export interface Uploading {
  /** Absent if the upload created the record. */
  readonly before?: AnyRecord
  readonly after: AnyRecord
}

interface UploadOptions {
  readonly records: readonly object[]
  readonly strategy: 'Keep' | 'Replace'
  readonly dryRun?: boolean
  readonly signal?: AbortSignal
  readonly because?: Because
}

/** The operations of an upload. */
type Uploads = Pick<Operations, 'list' | 'export' | 'import'>

/** The ids of records, of those that have one. */
export const idsOf = (records: readonly object[]): string[] => records.flatMap((record) => idOf(record) ?? [])

const idOf = (record: object): string | undefined =>
  'id' in record && typeof record.id === 'string' ? record.id : undefined

/** Uploads records. Reads those of their ids before and afterwards, so that the upload can be taken back. */
export async function upload(operations: Uploads, options: UploadOptions): Promise<Uploaded> {
  const { records, strategy, dryRun = false, signal, because } = options
  const before = dryRun ? [] : await readByIds(operations, idsOf(records))
  const result = await operations.import({ body: records, strategy, dryRun }, { ...because, ...(signal && { signal }) })
  const { errors } = result.errors
  const kept = importCounts(result)?.kept ?? 0
  const done = { written: result.success, kept, problems: errors.map(inWords) }
  if (dryRun || result.success === 0) return { ...done, changes: [] }
  const accepted = acceptedOf(records, errors)
  const after = await readByIds(operations, idsOf(accepted))
  return { ...done, changes: changesOf({ accepted, before, after, strategy }) }
}

/** The members that are wrong are named in the sentence of their line. */
const inWords = ({ message, args }: Problem): string =>
  message === 'error.line.invalid' ? `Line ${args.join(': ')}` : [message, ...args].join(' ')

/** The records whose lines were not rejected. Lines are counted from 1. */
function acceptedOf(records: readonly object[], errors: readonly Problem[]): readonly object[] {
  const lineOf = ({ args }: Problem) => Number(args[0])
  const rejected = new Set(errors.filter(({ message }) => message === 'error.line.invalid').map(lineOf))
  const end = Math.min(...errors.filter(({ message }) => message === 'error.interrupted').map(lineOf))
  return records.filter((_, at) => !rejected.has(at + 1) && at + 1 < end)
}

interface Sides {
  readonly accepted: readonly object[]
  readonly before: readonly AnyRecord[]
  readonly after: readonly AnyRecord[]
  readonly strategy: 'Keep' | 'Replace'
}

/**
 * The records that the upload changed. A new record counts only if it is what was sent: somebody else may have created
 * it at the same time.
 */
function changesOf({ accepted, before, after, strategy }: Sides): Uploading[] {
  const was = new Map(before.map((record) => [record.id, record]))
  const sent = Map.groupBy(accepted, idOf)
  return after.flatMap((record): Uploading[] => {
    const earlier = was.get(record.id)
    if (earlier) return strategy === 'Keep' || isSame(earlier, record) ? [] : [{ before: earlier, after: record }]
    return sent.get(record.id)?.some((one) => isWithin(one, record)) ? [{ after: record }] : []
  })
}

/** Whether a record has all members that were sent; the service adds defaults. */
const isWithin = (sent: object, record: AnyRecord): boolean => isSame({ ...record, ...sent }, record)
