import { createInterface } from 'node:readline'
import type { ImportCounts, Signalbox, Transfer } from '@signalbox/core'
import { contract, importCounts, transfers } from '@signalbox/core'
import { checkIntegers, SignalboxError } from '@signalbox/core/wire'
import { openToRead } from './files.ts'
import { createKeeper } from './keeper.ts'
import type { Progress } from './progress.ts'

/** All kinds of stored records, ordered so that an import finds the records that later ones refer to. */
const kinds: readonly Transfer[] = transfers(contract)

interface UploadResult {
  readonly success: number
  readonly errors: { readonly errors: readonly { readonly args: readonly string[] }[] }
}

/**
 * Exports every record as a line `{"kind","record"}`. Secrets and hashes are not encrypted, so protect the file like
 * the store itself.
 */
export async function* exportLines(box: Signalbox): AsyncGenerator<string> {
  for (const { kind, export: download } of kinds)
    for await (const record of (await download.find(box)()) as AsyncIterable<unknown>)
      yield `${JSON.stringify({ kind, record })}\n`
}

/** Options of a restore. */
export interface RestoreOptions {
  /** Whether to leave existing records unchanged, with everything that belongs to them. @default false */
  readonly keep?: boolean
  readonly progress: Progress
}

/** The result of a restore. */
export interface Restored extends Required<ImportCounts> {
  /** Number of rejected lines. */
  readonly refused: number
  /** Reasons for rejected lines; at most a thousand for each run of lines of the same kind. */
  readonly reasons: readonly string[]
}

/**
 * Restores a file that `exportLines` wrote: its lines create and replace records. Throws for a file that cannot be
 * read, with what to name instead.
 */
export async function restoreFile(box: Signalbox, path: string, options: RestoreOptions): Promise<Restored> {
  const { stream, size } = await openToRead(path, 'name a file written by signalbox export')
  const lines = createInterface({ input: stream, crlfDelay: Number.POSITIVE_INFINITY })
  return restoreLines(box, { lines, show: () => options.progress.show(stream.bytesRead, size) }, options)
}

/** Lines of an export, wherever they come from. */
interface Exported {
  readonly lines: AsyncIterable<string>
  /** Shows how much was read. Called for each line. @default nothing */
  readonly show?: () => void
}

/** Restores lines of an export: they create and replace records. */
export async function restoreLines(
  box: Signalbox,
  { lines: given, show }: Exported,
  { keep = false, progress }: RestoreOptions,
): Promise<Restored> {
  const lines = given[Symbol.asyncIterator]()
  const byName = new Map(kinds.map((transfer) => [transfer.kind, transfer]))
  const keeper = createKeeper(box, kinds)
  const reasons: string[] = []
  const total = { created: 0, replaced: 0, kept: 0, refused: 0 }
  let number = 0
  let ahead: Line | undefined

  /** Reads the next valid line and counts invalid ones as refused. */
  async function read(): Promise<Line | undefined> {
    for (;;) {
      const { done, value } = await lines.next()
      if (done) return undefined
      number++
      show?.()
      if (value.trim() === '') continue
      const line = parse(value)
      if (line && !(line instanceof Error) && byName.has(line.kind)) return line
      total.refused++
      const expected = `expected {"kind": …, "record": …} with one of the kinds ${[...byName.keys()].join(', ')}`
      reasons.push(`Line ${number} is invalid: ${line instanceof Error ? line.message : expected}`)
    }
  }

  /** Uploads consecutive lines of the same kind. */
  async function restore(transfer: Transfer): Promise<void> {
    const { kind, import: upload } = transfer
    const numbers = lineNumbers()
    let sent = 0
    async function* body() {
      for (; ahead?.kind === kind; ahead = await read()) {
        if (keep && (await keeper.isKept(transfer, ahead.record))) total.kept++
        else {
          sent++
          numbers.add(number)
          yield ahead.record
        }
      }
    }
    const { properties: query = {} } = (upload.operation.query ?? {}) as { properties?: object }
    const result = (await upload.find(box)({
      body: body(),
      ...('strategy' in query && { strategy: keep ? 'Keep' : 'Replace' }),
      ...('force' in query && { force: true }), // the store of the file may have been written with force, too
    })) as UploadResult
    const { created = 0, replaced = 0, kept } = importCounts(result) ?? { kept: 0 }
    total.created += created
    total.replaced += replaced
    total.kept += kept
    total.refused += sent - created - replaced - kept
    for (const { args } of result.errors.errors)
      reasons.push(`Line ${numbers.at(Number(args[0]))}: ${args[1] ?? 'the import was interrupted here'}`)
  }

  ahead = await read()
  while (ahead) await restore(byName.get(ahead.kind) as Transfer)
  progress.end()
  return { ...total, reasons }
}

interface Line {
  readonly kind: string
  readonly record: unknown
}

/** A line of an export, an error that says what is wrong with its integers, or `undefined` for another text. */
function parse(text: string): Line | SignalboxError | undefined {
  try {
    const line = JSON.parse(text) as { kind?: unknown; record?: unknown }
    checkIntegers(text)
    return typeof line?.kind === 'string' && 'record' in line ? { kind: line.kind, record: line.record } : undefined
  } catch (error) {
    return error instanceof SignalboxError ? error : undefined
  }
}

/**
 * Maps line numbers of an upload to line numbers of its file. Memory grows only with the gaps between uploaded lines.
 */
function lineNumbers() {
  /** Offsets: from line `from` of the upload on, the file's line number is `by` greater. */
  const shifts: { readonly from: number; readonly by: number }[] = []
  let count = 0
  return {
    /** Records that the next line of the upload is this line of the file. */
    add(line: number): void {
      count++
      if (shifts.at(-1)?.by !== line - count) shifts.push({ from: count, by: line - count })
    },
    /** Returns the file's line number for a line of the upload; both start at 1. */
    at(position: number): number {
      return position + (shifts.findLast(({ from }) => from <= position)?.by ?? 0)
    },
  }
}
