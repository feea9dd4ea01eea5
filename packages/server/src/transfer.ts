import { createInterface } from 'node:readline'
import type { Signalbox } from '@signalbox/core'
import { importCounts } from '@signalbox/core'
import { openToRead } from './files.ts'
import { createKeptParents } from './kept-parents.ts'
import type { Progress } from './progress.ts'
import type { Kind } from './transfer-kinds.ts'
import { kinds } from './transfer-kinds.ts'

/**
 * Every record as a line `{"kind","record"}`, in the order in which they are restored: with secrets in the clear where the service needs them,
 * and with hashes of all others. Keep the file as you keep the store.
 */
export async function* exportLines(box: Signalbox): AsyncGenerator<string> {
  for (const { name: kind, export: read } of kinds)
    for await (const record of await read(box)) yield `${JSON.stringify({ kind, record })}\n`
}

/** How a file is imported. */
export interface RestoreOptions {
  readonly progress: Progress
  /** Leaves existing records alone, with everything that belongs to them. @default false: they are replaced */
  readonly keep?: boolean
}

/** What an import came to. */
export interface Imported {
  readonly created: number
  readonly replaced: number
  readonly kept: number
  /** A sentence for each line that was refused, up to a thousand a kind. */
  readonly refused: readonly string[]
}

/** Restores from a file that `exportLines` wrote, in any order of kinds. Throws for a file that cannot be read, with what to name instead. */
export async function importFile(
  box: Signalbox,
  path: string,
  { progress, keep = false }: RestoreOptions,
): Promise<Imported> {
  const { stream, size } = await openToRead(path, 'name a file that signalbox export wrote')
  const lines = createInterface({ input: stream, crlfDelay: Number.POSITIVE_INFINITY })[Symbol.asyncIterator]()
  const { isKept } = createKeptParents(box)
  const refused: string[] = []
  let [created, replaced, kept] = [0, 0, 0]
  let number = 0
  let ahead: { kind: Kind; record: unknown } | undefined

  /** The next line that is to be written; lines that cannot be read are refused. */
  async function read(): Promise<typeof ahead> {
    for (;;) {
      const { done, value } = await lines.next()
      if (done) return undefined
      number++
      progress.show(stream.bytesRead, size)
      if (value.trim() === '') continue
      const line = parse(value)
      const kind = line && kinds.find(({ name }) => name === line.kind)
      if (!line || !kind)
        refused.push(
          `Line ${number} is no {"kind","record"} of a known kind: ${kinds.map(({ name }) => name).join(', ')}`,
        )
      else if (keep && (await isKept(kind.name, line.record))) kept++
      else return { kind, record: line.record }
    }
  }

  ahead = await read()
  while (ahead) {
    const { kind } = ahead
    const first = number
    const numbers: number[] = []
    const block = async function* () {
      while (ahead?.kind === kind) {
        numbers.push(number)
        yield ahead.record
        ahead = await read()
      }
    }
    const result = await kind.import(box, block(), keep ? 'Keep' : 'Replace')
    const counts = importCounts(result)
    created += counts?.created ?? result.success
    replaced += counts?.replaced ?? 0
    kept += counts?.kept ?? 0
    for (const { args } of result.errors.errors)
      refused.push(`Line ${numbers[Number(args[0]) - 1] ?? first}: ${args[1] ?? 'interrupted'}`)
  }
  progress.end()
  return { created, replaced, kept, refused }
}

function parse(text: string): { kind: string; record: unknown } | undefined {
  try {
    const line = JSON.parse(text) as { kind?: unknown; record?: unknown }
    return typeof line?.kind === 'string' && 'record' in line ? { kind: line.kind, record: line.record } : undefined
  } catch {
    return undefined
  }
}
