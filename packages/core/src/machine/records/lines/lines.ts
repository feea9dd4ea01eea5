import { type Answer, answered } from '../../answers/answer.ts'
import { groupsOf, iteratorOf } from '../../answers/iterable.ts'
import { type Problem, problem, SignalboxError } from '../../errors/errors.ts'
import { notedSize } from '../../json/line-size.ts'
import { BATCH, MOST_SIZE } from './batch.ts'

/** The result of an upload. */
export interface ImportResult {
  success: number
  errors: {
    errors: { message: string; args: string[] }[]
    fieldErrors: Record<string, { message: string; args: string[] }[]>
  }
  /** Lines that change nothing, in a dry run that replaces. */
  unchanged?: number[]
}

/** An accepted line: its number, from 1, and its value. */
export interface Line<T> {
  readonly line: number
  readonly value: T
}

/** The result of a batch: how many lines count, and which were rejected after all. */
export interface Flushed {
  readonly accepted: number
  /** How many of the accepted lines created a record. */
  readonly created: number
  /** How many further lines were skipped because their record exists. @default 0 */
  readonly kept?: number
  readonly refused?: readonly { readonly line: number; readonly error: unknown }[]
  /** The lines that change nothing, if the upload reports them. @default none */
  readonly unchanged?: readonly number[]
}

/** The result of an empty batch. */
export const noLines: Flushed = { accepted: 0, created: 0 }

/** Adds the results of two batches. */
export const together = (one: Flushed, other: Flushed): Flushed => ({
  accepted: one.accepted + other.accepted,
  created: one.created + other.created,
  kept: (one.kept ?? 0) + (other.kept ?? 0),
  refused: [...(one.refused ?? []), ...(other.refused ?? [])],
})

interface Target<T> {
  /** Each signal stops reading at once. Lines read so far are written and reported. */
  readonly signals: readonly AbortSignal[]
  /** Parses a line. Throws a `SignalboxError` for an invalid one. */
  readonly accept: (line: unknown) => T | Promise<T>
  /** The most lines in a batch. Large lines end a batch earlier (`MOST_SIZE`). @default BATCH */
  readonly most?: number
  /** The key of a value. A batch has no two values with the same key. */
  readonly keyOf: (value: T) => string
  readonly flush: (batch: readonly Line<T>[]) => Promise<Flushed>
  /**
   * Whether the next batch is read while one is flushed, so that reading and a remote store work at the same time. Two
   * batches are then in memory. Only if `accept` does not depend on what is flushed. @default false
   */
  readonly readsAhead?: boolean
  /** Whether the first invalid line rejects the upload with its error. @default it is reported */
  readonly isWhole?: boolean
}

/** The most problems that an upload lists. */
const MOST_PROBLEMS = 1000

/** The most rejected lines that wait for the report of the batch before them. */
const MOST_LATE = BATCH

/**
 * Reads lines as they arrive and passes them on in batches, one after the other. A `SignalboxError` stands for a line
 * that could not be read, `undefined` for a blank line; both count as lines. Invalid lines are reported and skipped.
 */
export async function readLines<T>(
  body: Iterable<unknown> | AsyncIterable<unknown>,
  { signals, accept, most = BATCH, keyOf, flush, readsAhead = false, isWhole = false }: Target<T>,
): Promise<Answer<ImportResult>> {
  const report = createReport(isWhole)
  const source = untilAborted(body, signals)
  let batch = new Map<string, Line<T>>()
  /** The bytes of the large lines in the batch. */
  let size = 0
  let line = 0
  let isInterrupted = false
  let flushing: Promise<void> | undefined
  /** Lines that were rejected meanwhile, because the report is in the order of the batches. */
  let late: { line: number; error: unknown }[] = []

  function refuse(error: unknown): undefined {
    if (!(error instanceof SignalboxError)) throw error
    if (flushing) late.push({ line, error })
    else report.refused(line, error)
  }

  /** The value of a line, or `undefined` if it was rejected. */
  function accepted(value: unknown): T | undefined | Promise<T | undefined> {
    try {
      if (value instanceof SignalboxError) throw value
      const read = accept(value)
      return read instanceof Promise ? read.catch(refuse) : read
    } catch (error) {
      return refuse(error)
    }
  }

  /** Flushes the batch after the one before. A failure stops reading, even of a line that never comes. */
  async function hand(): Promise<void> {
    await flushing
    flushing = flushAll([...batch.values()])
    batch = new Map()
    size = 0
    if (!readsAhead) return flushing
    flushing.catch(source.stop)
  }

  async function flushAll(lines: readonly Line<T>[]): Promise<void> {
    const { refused = [], ...flushed } = await flush(lines)
    report.accept(flushed)
    for (const one of [...refused, ...late]) report.refused(one.line, one.error)
    late = []
    flushing = undefined
  }

  try {
    for (;;) {
      const next = source.next()
      const step = next instanceof Promise ? await next : next
      isInterrupted = step === 'aborted'
      if (step === 'aborted' || step.done) break
      line++
      if (step.value === undefined) continue
      const read = accepted(step.value)
      const value = read instanceof Promise ? await read : read
      if (late.length === MOST_LATE) await flushing
      if (value === undefined) continue
      const key = keyOf(value)
      const own = notedSize(step.value)
      const isFull = batch.size === most || (size > 0 && size + own > MOST_SIZE)
      if (isFull || batch.has(key)) await hand()
      size += own
      batch.set(key, { line, value })
    }
  } catch (error) {
    await flushing?.catch(() => {})
    throw error
  } finally {
    await source.end()
  }
  await flushing
  if (isInterrupted) report.interrupted(line + 1)
  if (batch.size > 0) await hand()
  await flushing
  return report.result()
}

type Step = IteratorResult<unknown> | 'aborted'

/**
 * Reads lines until a signal aborts, then stops at once, even if the source waits for a line that never comes. If the
 * source fails because of the signal, that counts as stopped, too. Lines that have arrived need no promise, because
 * there may be millions.
 */
function untilAborted(lines: Iterable<unknown> | AsyncIterable<unknown>, signals: readonly AbortSignal[]) {
  const groups = groupsOf(lines)
  const isAsync = Symbol.asyncIterator in lines
  const iterator = groups ?? iteratorOf(lines)
  let group: readonly unknown[] = []
  let place = 0
  let isAborted = signals.some(({ aborted }) => aborted)
  let stop = () => {}
  const onAbort = () => {
    isAborted = true
    stop()
  }
  for (const signal of signals) signal.addEventListener('abort', onAbort)

  const arrived = (): Step => ({ done: false, value: group[place++] })

  const wait = () =>
    new Promise<Step>((resolve, reject) => {
      stop = () => resolve('aborted')
      Promise.resolve(iterator.next()).then(resolve, (error) => (isAborted ? stop() : reject(error)))
    })

  async function waitForGroup(): Promise<Step> {
    for (;;) {
      const step = await wait()
      if (step === 'aborted' || step.done) return step
      group = step.value as readonly unknown[]
      place = 0
      if (group.length > 0) return arrived()
    }
  }

  return {
    stop: onAbort,
    next(): Step | Promise<Step> {
      if (isAborted) return 'aborted'
      if (place < group.length) return arrived()
      if (groups) return waitForGroup()
      if (isAsync) return wait()
      const step = iterator.next() as Step | Promise<never>
      return isAborted ? 'aborted' : step
    },
    async end() {
      for (const signal of signals) signal.removeEventListener('abort', onAbort)
      const returned = Promise.resolve(iterator.return?.())
      if (isAborted) returned.catch(() => {})
      else await returned
    },
  }
}

function createReport(isWhole: boolean) {
  const errors: Problem[] = []
  const fieldErrors: Record<string, readonly Problem[]> = {}
  let fields = 0
  const total = { accepted: 0, created: 0, kept: 0 }
  const unchanged: number[] = []
  return {
    result(): Answer<ImportResult> {
      const { accepted, created, kept } = total
      const result = {
        success: accepted,
        errors: { errors, fieldErrors },
        ...(unchanged.length > 0 && { unchanged }),
      } as ImportResult
      return answered(result, { counts: { created, replaced: accepted - created, kept } })
    },
    accept({ accepted, created, kept = 0, unchanged: same = [] }: Flushed) {
      unchanged.push(...same.slice(0, MOST_PROBLEMS - unchanged.length))
      total.accepted += accepted
      total.created += created
      total.kept += kept
    },
    interrupted(line: number) {
      errors.push(problem('error.interrupted', line))
    },
    refused(line: number, error: unknown): undefined {
      if (isWhole || !(error instanceof SignalboxError)) throw error
      if (errors.length < MOST_PROBLEMS) errors.push(problem('error.line.invalid', line, error.message))
      for (const [pointer, problems] of Object.entries(error.fieldErrors))
        if (fields++ < MOST_PROBLEMS) fieldErrors[`/${line}${pointer}`] = problems
    },
  }
}
