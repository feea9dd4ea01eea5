import { type FileHandle, mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Transfer } from '@signalbox/core'
import { checkIntegers } from '@signalbox/core/wire'
import { openHandle } from '../files/files.ts'
import { EXPORT_FORMAT, type ExportHeader, exportedKinds, HEADER } from './export-lines.ts'
import { fileLines } from './file-lines.ts'

/** A record of an export, and the number of its line in the file, from 1. */
export interface ExportedRecord {
  readonly number: number
  readonly record: unknown
  /** The bytes of the file up to the end of the line. */
  readonly to: number
}

/** An export whose lines are all of known kinds. */
export interface OpenExport {
  /** In bytes. */
  readonly size: number
  /** The kinds it has records of, in the order in which they are imported. */
  readonly kinds: readonly Transfer[]
  /** The records of a kind, in their order. */
  records(kind: Transfer): AsyncIterable<ExportedRecord>
  close(): Promise<void>
}

/**
 * Opens an export file and checks the kind of each of its lines. Throws an `Error` that names the lines which this version
 * cannot import: of unknown kinds, of a newer format, or of another form.
 */
export async function openExport(path: string): Promise<OpenExport> {
  const { file, stats } = await openHandle(path, 'name a file written by signalbox export')
  if (!stats.isFile()) return copyExport(file.createReadStream())
  return closing(
    () => checked(file, stats.size),
    () => file.close(),
  )
}

/** The same for lines that can be read only once: they are copied to a file that nobody else can open, and deleted. */
export async function copyExport(lines: AsyncIterable<string | Buffer>): Promise<OpenExport> {
  const folder = await mkdtemp(join(tmpdir(), 'signalbox-'))
  const file = await open(join(folder, 'export.ndjson'), 'wx+', 0o600)
  // Nothing is left behind, even if this process is killed. Windows deletes no open files.
  const isGone = await rm(folder, { recursive: true }).then(
    () => true,
    () => false,
  )
  const close = async (): Promise<void> => {
    await file.close()
    if (!isGone) await rm(folder, { recursive: true, force: true })
  }
  return closing(async () => {
    let size = 0
    for await (const part of lines) size += (await file.write(Buffer.from(part))).bytesWritten
    return checked(file, size)
  }, close)
}

/** Opens an export that is closed by a function, also if it cannot be opened. */
async function closing(
  open: () => Promise<Omit<OpenExport, 'close'>>,
  close: () => Promise<void>,
): Promise<OpenExport> {
  try {
    return { ...(await open()), close }
  } catch (error) {
    await close()
    throw error
  }
}

/** Where the lines of a kind are. Lines of other kinds may be between them. */
interface Extent {
  readonly from: number
  readonly firstLine: number
  to: number
}

async function checked(file: FileHandle, size: number): Promise<Omit<OpenExport, 'close'>> {
  const extents = new Map<Transfer, Extent>()
  const problems: string[] = []
  let number = 0
  for await (const { text, from, to } of fileLines(file, 0, size)) {
    number++
    if (text.trim() === '') continue
    const line = parse(text)
    const kind = line && byName.get(line.kind)
    const problem = kind || isReadable(line) ? lostDigits(number, text) : problemOf(number, line)
    const extent = kind && extents.get(kind)
    if (problem !== undefined) problems.push(problem)
    else if (extent) extent.to = to
    else if (kind) extents.set(kind, { from, to, firstLine: number })
    if (problems.length > MOST_PROBLEMS) break
  }
  if (problems.length > 0) throw new Error(`Nothing was imported. ${problems.slice(0, MOST_PROBLEMS).join('. ')}`)
  return {
    size,
    kinds: exportedKinds.filter((kind) => extents.has(kind)),
    async *records(kind) {
      const { from, to, firstLine } = extents.get(kind) as Extent
      let line = firstLine - 1
      for await (const { text, to: read } of fileLines(file, from, to)) {
        line++
        const found = text.trim() === '' ? undefined : parse(text)
        if (found && byName.get(found.kind) === kind) yield { number: line, record: found.record, to: read }
      }
    },
  }
}

/** How many problems are listed. */
const MOST_PROBLEMS = 10

/** The kinds by their names, including names of earlier versions. */
const byName = new Map(
  exportedKinds.flatMap((kind) => [kind.kind, ...(kind.formerly ?? [])].map((name) => [name, kind])),
)

interface Line {
  readonly kind: string
  readonly record: unknown
}

/** What the first line of an export tells; `undefined` for other lines. */
function headerOf(line: Line | undefined): Partial<ExportHeader> | undefined {
  return line?.kind === HEADER && typeof line.record === 'object' && line.record !== null ? line.record : undefined
}

function isReadable(line: Line | undefined): boolean {
  const { format = Number.POSITIVE_INFINITY } = headerOf(line) ?? {}
  return format <= EXPORT_FORMAT
}

function problemOf(number: number, line: Line | undefined): string {
  if (!line) return `Line ${number} is not a line of an export: expected {"kind": …, "record": …}`
  const header = headerOf(line)
  if (header)
    return `The file has the format ${header.format} of Signalbox ${header.version}, and this version reads ${EXPORT_FORMAT}: import it with that version or a later one`
  return `Line ${number} has the unknown kind ${JSON.stringify(line.kind.slice(0, 100))}: a later version of Signalbox may have written it`
}

/** Why a line is invalid whose integers JavaScript cannot hold; `undefined` if it can. */
function lostDigits(number: number, text: string): string | undefined {
  try {
    checkIntegers(text)
    return undefined
  } catch (error) {
    return `Line ${number} is invalid: ${(error as Error).message}`
  }
}

function parse(text: string): Line | undefined {
  try {
    const line = JSON.parse(text) as Partial<Line> | null
    return typeof line?.kind === 'string' && 'record' in line ? (line as Line) : undefined
  } catch {
    return undefined
  }
}
