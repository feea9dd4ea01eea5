import type { Problem } from '../errors.ts'
import { problem, SignalboxError } from '../errors.ts'
import type { Committed } from '../ports.ts'
import { BATCH } from './collection.ts'
import type { Entity } from './resource.ts'

/** How an upload treats what is there already. */
export interface ImportOptions {
  /** `Keep` leaves existing records alone and counts them nowhere. @default 'Replace' */
  readonly strategy?: 'Replace' | 'Keep'
  /** Validates and counts, writes nothing. @default false */
  readonly dryRun?: boolean
  /** Stops reading; what was read is written and reported. */
  readonly signal?: AbortSignal
}

interface Write<T> {
  readonly record: T
  readonly current?: T
  readonly version: string | null
}

interface Target<T> extends ImportOptions {
  readonly closing: AbortSignal
  readonly accept: (line: unknown) => T
  readonly find: (id: string) => Promise<{ record: T; version: string } | undefined>
  readonly save: (writes: readonly Write<T>[]) => Promise<Committed>
}

/** How many problems of an upload are listed. */
const MOST_PROBLEMS = 1000

/**
 * Writes records as they come, in commits of `BATCH`, holding no more than one batch. A line that is a `SignalboxError`
 * could not be read, `undefined` is a blank one; both have a number. Bad lines are reported and passed over.
 */
export async function importLines<T extends Entity>(
  lines: Iterable<unknown> | AsyncIterable<unknown>,
  target: Target<T>,
) {
  const { strategy = 'Replace', dryRun = false, signal, closing, accept, find, save } = target
  const report = createReport()
  let batch = new Map<string, T>()
  let allNew = strategy === 'Replace'

  async function flush(): Promise<void> {
    const records = [...batch.values()]
    batch = new Map()
    for (;;) {
      const found = await Promise.all(records.map(({ id }) => (allNew ? undefined : find(id))))
      const wanted = records.map((record, i) => ({ record, found: found[i] }))
      const kept = strategy === 'Keep' ? wanted.filter((one) => !one.found) : wanted
      const writes = kept
        .filter(({ record, found }) => !found || JSON.stringify(found.record) !== JSON.stringify(record))
        .map(
          ({ record, found }): Write<T> =>
            found ? { record, current: found.record, version: found.version } : { record, version: null },
        )
      const committed = dryRun || writes.length === 0 ? undefined : await save(writes)
      if (committed && 'conflict' in committed) allNew = false
      else return report.accept(kept.length)
    }
  }

  let line = 0
  const read = (value: unknown): T | undefined => {
    try {
      if (value instanceof SignalboxError) throw value
      return accept(value)
    } catch (error) {
      report.refused(line, error)
      return undefined
    }
  }
  const source = untilAborted(lines, signal ? [closing, signal] : [closing])
  try {
    for (;;) {
      const step = await source.next()
      if (step === 'aborted') report.interrupted(line + 1)
      if (step === 'aborted' || step.done) break
      line++
      if (step.value === undefined) continue
      const record = read(step.value)
      if (!record) continue
      if (batch.has(record.id) || batch.size === BATCH) await flush()
      batch.set(record.id, record)
    }
  } finally {
    await source.end()
  }
  await flush()
  return report.result
}

/**
 * Reads lines until a signal says to stop: then at once, though the source may be waiting for a line that never comes. A
 * source that fails because of the signal has been stopped as well.
 */
function untilAborted(lines: Iterable<unknown> | AsyncIterable<unknown>, signals: readonly AbortSignal[]) {
  const iterator = Symbol.asyncIterator in lines ? lines[Symbol.asyncIterator]() : lines[Symbol.iterator]()
  const isAborted = () => signals.some(({ aborted }) => aborted)
  let stop = () => {}
  const onAbort = () => stop()
  for (const signal of signals) signal.addEventListener('abort', onAbort)
  return {
    next: () =>
      new Promise<IteratorResult<unknown> | 'aborted'>((resolve, reject) => {
        stop = () => resolve('aborted')
        if (isAborted()) return stop()
        Promise.resolve(iterator.next()).then(resolve, (error) => (isAborted() ? stop() : reject(error)))
      }),
    async end() {
      for (const signal of signals) signal.removeEventListener('abort', onAbort)
      const returned = Promise.resolve(iterator.return?.())
      if (isAborted()) returned.catch(() => {})
      else await returned
    },
  }
}

function createReport() {
  const errors: Problem[] = []
  const fieldErrors: Record<string, readonly Problem[]> = {}
  let fields = 0
  const result = { success: 0, errors: { errors, fieldErrors } }
  return {
    result: result as {
      success: number
      errors: {
        errors: { message: string; args: string[] }[]
        fieldErrors: Record<string, { message: string; args: string[] }[]>
      }
    },
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
