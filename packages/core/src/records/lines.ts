import type { Answer } from '../answer.ts'
import { answered } from '../answer.ts'
import type { Problem } from '../errors.ts'
import { problem, SignalboxError } from '../errors.ts'

/** How many records one commit holds at most, where many are written. */
export const BATCH = 500

/** What an upload answers, whatever its lines were. */
export interface ImportResult {
  success: number
  errors: {
    errors: { message: string; args: string[] }[]
    fieldErrors: Record<string, { message: string; args: string[] }[]>
  }
}

/** An accepted line: its number, from 1, and its value. */
export interface Line<T> {
  readonly line: number
  readonly value: T
}

/** What becomes of a batch: how many of its lines count, and which are refused after all. */
export interface Flushed {
  readonly accepted: number
  /** How many of those made a record. */
  readonly created: number
  /** How many others were left out, because their record is there. @default 0 */
  readonly kept?: number
  readonly refused?: readonly { readonly line: number; readonly error: unknown }[]
}

/** What becomes of a batch without lines. */
export const noLines: Flushed = { accepted: 0, created: 0 }

/** What becomes of two batches. */
export const together = (one: Flushed, other: Flushed): Flushed => ({
  accepted: one.accepted + other.accepted,
  created: one.created + other.created,
  kept: (one.kept ?? 0) + (other.kept ?? 0),
  refused: [...(one.refused ?? []), ...(other.refused ?? [])],
})

interface Target<T> {
  /** Each stops the reading at once; what was read is written and reported. */
  readonly signals: readonly AbortSignal[]
  /** The value of a line; throws a `SignalboxError` for a bad one. */
  readonly accept: (line: unknown) => T | Promise<T>
  /** How many lines a batch has at most: fewer where they are large. @default BATCH */
  readonly most?: number
  /** What a batch holds once only. */
  readonly keyOf: (value: T) => string
  readonly flush: (batch: readonly Line<T>[]) => Promise<Flushed>
}

/** How many problems of an upload are listed. */
const MOST_PROBLEMS = 1000

/**
 * Reads lines as they come and hands them on in batches, holding no more than one. A line that is a
 * `SignalboxError` could not be read, `undefined` is a blank one; both have a number. Bad lines are reported and passed
 * over.
 */
export async function readLines<T>(
  body: Iterable<unknown> | AsyncIterable<unknown>,
  { signals, accept, most = BATCH, keyOf, flush }: Target<T>,
): Promise<Answer<ImportResult>> {
  const report = createReport()
  let batch = new Map<string, Line<T>>()
  let line = 0

  /** The value of a line, or `undefined` for one that was refused. */
  function accepted(value: unknown): T | undefined | Promise<T | undefined> {
    try {
      if (value instanceof SignalboxError) throw value
      const read = accept(value)
      return read instanceof Promise ? read.catch((error) => report.refused(line, error)) : read
    } catch (error) {
      return report.refused(line, error)
    }
  }

  async function hand(): Promise<void> {
    const { refused = [], ...flushed } = await flush([...batch.values()])
    batch = new Map()
    report.accept(flushed)
    for (const one of refused) report.refused(one.line, one.error)
  }

  const source = untilAborted(body, signals)
  try {
    for (;;) {
      const step = await source.next()
      if (step === 'aborted') report.interrupted(line + 1)
      if (step === 'aborted' || step.done) break
      line++
      if (step.value === undefined) continue
      const read = accepted(step.value)
      const value = read instanceof Promise ? await read : read
      if (value === undefined) continue
      const key = keyOf(value)
      if (batch.has(key) || batch.size === most) await hand()
      batch.set(key, { line, value })
    }
  } finally {
    await source.end()
  }
  if (batch.size > 0) await hand()
  return report.result()
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
  const total = { accepted: 0, created: 0, kept: 0 }
  return {
    result(): Answer<ImportResult> {
      const { accepted, created, kept } = total
      const result = { success: accepted, errors: { errors, fieldErrors } } as ImportResult
      return answered(result, { counts: { created, replaced: accepted - created, kept } })
    },
    accept({ accepted, created, kept = 0 }: Flushed) {
      total.accepted += accepted
      total.created += created
      total.kept += kept
    },
    interrupted(line: number) {
      errors.push(problem('error.interrupted', line))
    },
    refused(line: number, error: unknown): undefined {
      if (!(error instanceof SignalboxError)) throw error
      if (errors.length < MOST_PROBLEMS) errors.push(problem('error.line.invalid', line, error.message))
      for (const [pointer, problems] of Object.entries(error.fieldErrors))
        if (fields++ < MOST_PROBLEMS) fieldErrors[`/${line}${pointer}`] = problems
    },
  }
}
