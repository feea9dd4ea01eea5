import { type ImportCounts, importCounts, type Signalbox, type Transfer } from '@signalbox/core'
import { exportedKinds } from './export-lines.ts'
import { createKeeper } from './keeper.ts'
import type { OpenExport } from './open-export.ts'
import type { Progress } from './progress.ts'

interface UploadResult {
  readonly success: number
  readonly errors: { readonly errors: readonly { readonly args: readonly string[] }[] }
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
  /** Reasons for rejected lines; at most a thousand for each kind. */
  readonly reasons: readonly string[]
}

/**
 * Restores an export, a kind at a time: its lines create and replace records. The order of its lines does not matter, except
 * within a kind. Closes the export.
 */
export async function restore(
  box: Signalbox,
  from: OpenExport,
  { keep = false, progress }: RestoreOptions,
): Promise<Restored> {
  const keeper = createKeeper(box, exportedKinds)
  const reasons: string[] = []
  const total = { created: 0, replaced: 0, kept: 0, refused: 0 }

  async function upload(transfer: Transfer): Promise<void> {
    const { operation, find } = transfer.import
    const numbers = lineNumbers()
    let sent = 0
    async function* body() {
      for await (const { number, record, to } of from.records(transfer)) {
        progress.show(to, from.size)
        if (keep && (await keeper.isKept(transfer, record))) total.kept++
        else {
          sent++
          numbers.add(number)
          yield record
        }
      }
    }
    const { properties: query = {} } = (operation.query ?? {}) as { properties?: object }
    const result = (await find(box)({
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

  try {
    for (const kind of from.kinds) await upload(kind)
  } finally {
    await from.close()
    progress.end()
  }
  return { ...total, reasons }
}

/** Line numbers of an upload, and the numbers of the same lines in a file. Both start at 1. */
interface LineNumbers {
  /** Records that the next line of the upload is this line of the file. */
  add(line: number): void
  /** Returns the file's line number for a line of the upload. */
  at(position: number): number
}

/** Maps line numbers of an upload to line numbers of its file. Memory grows only with the gaps between uploaded lines. */
function lineNumbers(): LineNumbers {
  /** Offsets: from line `from` of the upload on, the file's line number is `by` greater. */
  const shifts: { readonly from: number; readonly by: number }[] = []
  let count = 0
  return {
    add(line) {
      count++
      if (shifts.at(-1)?.by !== line - count) shifts.push({ from: count, by: line - count })
    },
    at: (position) => position + (shifts.findLast(({ from }) => from <= position)?.by ?? 0),
  }
}
