import { importCounts } from '@signalbox/core'
import type { SignalboxApi } from '@signalbox/core/contract'
import type { RecordKind } from './record-kinds.ts'

/** How records are uploaded. */
export interface UploadOptions {
  readonly strategy: 'Keep' | 'Replace'
  readonly dryRun?: boolean
  /** The entity tag of the only version that may be replaced. */
  readonly ifMatch?: string
  readonly reason?: string
  /** Whether a feature and a typed config may have the same id. @default false */
  readonly force?: boolean | undefined
}

/** A problem of a member: its code and arguments. */
export interface MemberProblem {
  readonly message: string
  readonly args: readonly string[]
}

/** A rejected record. */
export interface Refusal {
  /** The place of the record in the upload, from 0. */
  readonly at: number
  readonly message: string
  /** The problems of its members by JSON pointer. */
  readonly members: Readonly<Record<string, readonly MemberProblem[]>>
}

/** The result of an upload. */
export interface Uploaded {
  /** How many records exist and were left unchanged. */
  readonly kept: number
  readonly refusals: readonly Refusal[]
  /** Of a dry run with Replace: the places of the records that are as sent already. */
  readonly unchanged: readonly number[]
}

interface Result {
  readonly errors: {
    readonly errors: readonly MemberProblem[]
    readonly fieldErrors: Readonly<Record<string, readonly MemberProblem[]>>
  }
  readonly unchanged?: readonly number[]
}

/** Uploads records of a kind, at most 1000. */
export async function upload(
  api: SignalboxApi,
  { kind, records, reason, force = false, ...query }: UploadOptions & { kind: RecordKind; records: readonly object[] },
): Promise<Uploaded> {
  const call = kind.import.find(api)
  const forced = force ? { force } : {}
  const result = (await call({ ...query, ...forced, body: records }, reason === undefined ? {} : { reason })) as Result
  const { errors, fieldErrors } = result.errors
  return {
    kept: importCounts(result)?.kept ?? 0,
    unchanged: (result.unchanged ?? []).map((line) => line - 1),
    refusals: errors.map(({ args: [line = '', message = 'the upload was interrupted'] }) => ({
      at: Number(line) - 1,
      message,
      members: membersOf(fieldErrors, line),
    })),
  }
}

/** The problems of the members of one line. */
function membersOf(fieldErrors: Result['errors']['fieldErrors'], line: string): Refusal['members'] {
  const start = `/${line}`
  const own = Object.entries(fieldErrors).filter(([pointer]) => pointer === start || pointer.startsWith(`${start}/`))
  return Object.fromEntries(own.map(([pointer, problems]) => [pointer.slice(start.length), problems]))
}
