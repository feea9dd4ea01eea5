import type { Committed } from '../../../ports.ts'
import type { Answer } from '../../answers/answer.ts'
import { canonicalJson } from '../../json/canonical-json.ts'
import type { Along, Prepared } from '../hooks.ts'
import { type Flushed, type ImportResult, type Line, readLines } from './lines.ts'

/** How an upload treats existing records. */
export interface ImportOptions {
  /**
   * `Keep` leaves existing records unchanged and counts them neither as a success nor as an error; `Replace` overwrites
   * them.
   * @default 'Keep'
   */
  readonly strategy?: 'Keep' | 'Replace'
  /** Validates and counts, writes nothing. @default false */
  readonly dryRun?: boolean
  /** The versions that `Replace` may overwrite, as entity tags. Other records are rejected. @default any version */
  readonly ifMatch?: string
}

interface Write<T> extends Along {
  readonly record: T
  readonly current: T | undefined
  readonly version: string | null
}

interface Target<T> extends ImportOptions {
  /** Each signal stops reading at once. Lines read so far are written and reported. */
  readonly signals: readonly AbortSignal[]
  /** Whether the first invalid line rejects the upload with its error. @default it is reported */
  readonly isWhole?: boolean
  readonly accept: (line: unknown) => T
  readonly keyOf: (record: T) => string
  readonly find: (id: string) => Promise<{ record: T; version: string } | undefined>
  /** Throws if the caller may not create the record, or not change the existing one. */
  readonly check: (record: T, version: string | undefined) => void
  /** Begins an attempt to write a batch. */
  readonly begin?: () => void
  readonly prepare: (next: T, current: T | undefined) => Prepared<T> | Promise<Prepared<T>>
  /** Called when nothing rejects a prepared record anymore. */
  readonly planned?: (record: T) => void
  readonly save: (writes: readonly Write<T>[]) => Promise<Committed>
  /** Runs what follows the commit of a batch. @default at once */
  readonly followUp?: (work: NonNullable<Prepared<T>['afterwards']>) => Promise<void>
}

const none: readonly never[] = []

/**
 * Writes records as they arrive, one commit per batch, while it reads the next batch. Existing records are only read after a
 * conflict.
 */
export function importLines<T>(
  body: Iterable<unknown> | AsyncIterable<unknown>,
  {
    strategy = 'Keep',
    dryRun = false,
    find,
    check,
    begin,
    prepare,
    planned,
    save,
    followUp = atOnce,
    ...target
  }: Target<T>,
): Promise<Answer<ImportResult>> {
  let allNew = !dryRun

  /** What a batch would write, and which of its lines are rejected. */
  async function plan(batch: readonly Line<T>[]) {
    const writes: Write<T>[] = []
    const unchanged: number[] = []
    const refused: { line: number; error: unknown }[] = []
    begin?.()
    const later: NonNullable<Prepared<T>['afterwards']>[] = []
    let [created, replaced, kept] = [0, 0, 0]
    const stored = allNew ? [] : await Promise.all(batch.map(({ value }) => find(target.keyOf(value))))
    for (const [i, { line, value: next }] of batch.entries()) {
      const found = stored[i]
      if (found && strategy === 'Keep') {
        kept++
        continue
      }
      try {
        check(next, found?.version)
        const prepared = prepare(next, found?.record)
        const { record, changes, events, afterwards } = prepared instanceof Promise ? await prepared : prepared
        planned?.(record)
        if (found) replaced++
        else created++
        if (afterwards) later.push(afterwards)
        if (dryRun && found && canonicalJson(found.record) === canonicalJson(record)) unchanged.push(line)
        if (!found || JSON.stringify(found.record) !== JSON.stringify(record))
          writes.push({
            record,
            current: found?.record,
            version: found?.version ?? null,
            changes: changes ?? none,
            events: events ?? none,
          })
      } catch (error) {
        refused.push({ line, error })
      }
    }
    return { writes, later, flushed: { accepted: created + replaced, created, kept, refused, unchanged } }
  }

  async function flush(batch: readonly Line<T>[]): Promise<Flushed> {
    for (;;) {
      const { writes, later, flushed } = await plan(batch)
      const isBlind = allNew && flushed.refused.length > 0
      const committed = isBlind || dryRun || writes.length === 0 ? undefined : await save(writes)
      if (!isBlind && !(committed && 'conflict' in committed)) {
        if (!dryRun) for (const afterwards of later) await followUp(afterwards)
        return flushed
      }
      allNew = false
    }
  }

  return readLines(body, { ...target, flush, readsAhead: true })
}

const atOnce = (work: () => Promise<void>): Promise<void> => work()
