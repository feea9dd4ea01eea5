import type { Problem } from '../errors.ts'
import { problem, SignalboxError } from '../errors.ts'
import type { Committed } from '../ports.ts'
import { BATCH } from './collection.ts'

/** How an upload treats what is there already. */
export interface ImportOptions {
  /** `Keep` leaves existing records alone and counts them nowhere. @default 'Replace' */
  readonly strategy?: 'Replace' | 'Keep'
  /** Validates and counts, writes nothing. @default false */
  readonly dryRun?: boolean
}

interface Write<T> {
  readonly record: T
  readonly current?: T
  readonly version: string | null
}

interface Target<T> extends ImportOptions {
  /** Either stops reading; what was read is written and reported. */
  readonly signal?: AbortSignal
  readonly closing: AbortSignal
  readonly accept: (line: unknown) => T
  readonly keyOf: (record: T) => string
  readonly find: (id: string) => Promise<{ record: T; version: string } | undefined>
  /** Throws when the caller may not create, or change, the record. */
  readonly check: (id: string, exists: boolean) => void
  readonly prepare: (next: T, current: T | undefined) => Promise<{ record: T }>
  readonly save: (writes: readonly Write<T>[]) => Promise<Committed>
}

/** How many problems of an upload are listed. */
const MOST_PROBLEMS = 1000

/**
 * Writes records as they come, in commits of `BATCH`, holding no more than one batch. A line that is a `SignalboxError`
 * could not be read, `undefined` is a blank one; both have a number. Bad lines are reported and passed over.
 */
export async function importLines<T>(body: Iterable<unknown> | AsyncIterable<unknown>, target: Target<T>) {
  const { strategy = 'Replace', dryRun = false, signal, closing, accept, keyOf, find, check, prepare, save } = target
  const report = createReport()
  let batch = new Map<string, { line: number; record: T }>()
  let allNew = strategy === 'Replace' && !dryRun

  /** Without a look at the store first as long as nothing is in the way. */
  async function flush(): Promise<void> {
    const wanted = [...batch]
    batch = new Map()
    for (;;) {
      const writes: Write<T>[] = []
      const refused: [line: number, error: unknown][] = []
      let accepted = 0
      const stored = await Promise.all(wanted.map(([id]) => (allNew ? undefined : find(id))))
      for (const [i, [id, { line, record: next }]] of wanted.entries()) {
        const found = stored[i]
        if (found && strategy === 'Keep') continue
        try {
          check(id, found !== undefined)
        } catch (error) {
          refused.push([line, error])
          continue
        }
        accepted++
        const { record } = await prepare(next, found?.record)
        if (!found) writes.push({ record, version: null })
        else if (JSON.stringify(found.record) !== JSON.stringify(record))
          writes.push({ record, current: found.record, version: found.version })
      }
      const isBlind = allNew && refused.length > 0
      const committed = isBlind || dryRun || writes.length === 0 ? undefined : await save(writes)
      if (isBlind || (committed && 'conflict' in committed)) {
        allNew = false
        continue
      }
      for (const [line, error] of refused) report.refused(line, error)
      return report.accept(accepted)
    }
  }

  const read = (line: number, value: unknown): T | undefined => {
    try {
      if (value instanceof SignalboxError) throw value
      return accept(value)
    } catch (error) {
      report.refused(line, error)
      return undefined
    }
  }

  let line = 0
  const iterator = iterate(body)
  try {
    for (;;) {
      const { done, value } = await iterator.next()
      if (done) break
      if (signal?.aborted || closing.aborted) {
        report.interrupted(line + 1)
        break
      }
      line++
      const record = value === undefined ? undefined : read(line, value)
      if (record === undefined) continue
      const id = keyOf(record)
      if (batch.has(id) || batch.size === BATCH) await flush()
      batch.set(id, { line, record })
    }
  } catch (error) {
    if (!signal?.aborted && !closing.aborted) throw error
    report.interrupted(line + 1)
  } finally {
    await iterator.return?.()
  }
  await flush()
  return report.result
}

function iterate(lines: Iterable<unknown> | AsyncIterable<unknown>): AsyncIterator<unknown> | Iterator<unknown> {
  return Symbol.asyncIterator in lines ? lines[Symbol.asyncIterator]() : lines[Symbol.iterator]()
}

interface ImportResult {
  success: number
  errors: {
    errors: { message: string; args: string[] }[]
    fieldErrors: Record<string, { message: string; args: string[] }[]>
  }
}

function createReport() {
  const errors: Problem[] = []
  const fieldErrors: Record<string, readonly Problem[]> = {}
  let fields = 0
  const result = { success: 0, errors: { errors, fieldErrors } }
  return {
    result: result as ImportResult,
    accept(count: number) {
      result.success += count
    },
    interrupted(line: number) {
      errors.push(problem('error.interrupted', line))
    },
    refused(line: number, error: unknown) {
      if (!(error instanceof SignalboxError)) throw error
      if (errors.length < MOST_PROBLEMS) errors.push(problem('error.line.invalid', line, error.message))
      for (const [pointer, problems] of Object.entries(error.fieldErrors))
        if (fields++ < MOST_PROBLEMS) fieldErrors[`/${line}${pointer}`] = problems
    },
  }
}
