import { importCounts } from '@signalbox/client'
import type { AnyRecord, Kind } from '../../../kinds.ts'
import { kinds } from '../../../kinds.ts'
import { failureSentence } from '../../../parts/failures.ts'
import { toast } from '../../../toasts.ts'
import { inParts } from '../../../tree/sight.ts'
import { counted } from '../../../words.ts'
import { readRecords } from '../bulk/read-records.ts'

/** What became of an upload. */
export interface Uploaded {
  /** How many records were created or replaced. */
  readonly written: number
  /** How many existed and stayed. */
  readonly kept: number
  /** Why records were rejected, with their line. */
  readonly problems: readonly string[]
  /** The ids that did not exist before. */
  readonly created: readonly string[]
  /** The records that were replaced, as they were. */
  readonly replaced: readonly AnyRecord[]
}

interface UploadOptions {
  readonly records: readonly object[]
  readonly strategy: 'Keep' | 'Replace'
  readonly dryRun?: boolean
  readonly signal?: AbortSignal
}

/** The ids of records, of those that have one. */
export const idsOf = (records: readonly object[]): string[] =>
  records.flatMap((record) => ('id' in record && typeof record.id === 'string' ? [record.id] : []))

/** Uploads records, after reading those that it would replace. */
export async function upload(kind: Kind, options: UploadOptions): Promise<Uploaded> {
  const { records, strategy, dryRun = false, signal } = options
  const ids = idsOf(records)
  const before = dryRun ? [] : await readRecords(kind, ids)
  const existed = new Set(before.map(({ id }) => id))
  const result = await kinds[kind].operations.import(
    { body: records as never, strategy, dryRun },
    signal ? { signal } : {},
  )
  return {
    written: result.success,
    kept: importCounts(result)?.kept ?? 0,
    problems: result.errors.errors.map(inWords),
    created: ids.filter((id) => !existed.has(id)),
    replaced: strategy === 'Replace' ? before : [],
  }
}

type Problem = { readonly message: string; readonly args: readonly string[] }

/** The members that are wrong are named in the sentence of their line. */
const inWords = ({ message, args }: Problem): string =>
  message === 'error.line.invalid' ? `Line ${args.join(': ')}` : [message, ...args].join(' ')

/** Takes an upload back: deletes what it created, and restores what it replaced. */
export async function undoUpload(kind: Kind, { created, replaced }: Uploaded): Promise<void> {
  const { noun, operations } = kinds[kind]
  try {
    for (const ids of inParts(created)) await operations.deleteMany({ pattern: ids.join(',') })
    if (replaced.length > 0) await operations.import({ body: replaced as never, strategy: 'Replace' })
    toast(`The import of ${counted(created.length + replaced.length, noun)} is taken back.`)
  } catch (error) {
    toast(`The import could not be taken back: ${failureSentence(error)}`, { aspect: 'danger' })
  }
}
