import type { Random } from '@signalbox/core'
import { SignalboxError } from '@signalbox/core/errors'
import { type Backoff, platformRandom, waitBefore } from '../backoff.ts'

/** Messages for operators by SQLite result code (https://sqlite.org/rescode.html). */
const sentences = {
  5: ['SQLITE_BUSY', 'Another process keeps the database locked: try again, and look for a process that hangs'],
  6: ['SQLITE_LOCKED', 'The connection to the database is in use elsewhere: give the store a connection of its own'],
  7: ['SQLITE_NOMEM', 'The database is out of memory: free some memory, and try again'],
  8: ['SQLITE_READONLY', 'The database cannot be written: check the rights to its file and its folder'],
  10: ['SQLITE_IOERR', 'The disk of the database fails: check the disk and the system log'],
  11: ['SQLITE_CORRUPT', 'The database file is damaged: restore a backup'],
  13: ['SQLITE_FULL', 'The disk of the database is full: free some space, and the store continues automatically'],
  14: ['SQLITE_CANTOPEN', 'The database file cannot be opened: check its path, and the rights to it and its folder'],
  26: ['SQLITE_NOTADB', 'The file is not a SQLite database: check the path, or restore a backup'],
} as const

const names = new Map<string, number>([
  ...Object.entries(sentences).map(([code, [name]]) => [name, Number(code)] as const),
  ['SQLITE_CONSTRAINT', 19],
])

/** Converts a database error to UNAVAILABLE with what is wrong and what to do. Other errors are returned unchanged. */
export function toFailure(error: unknown): unknown {
  const code = codeOf(error)
  if (code === undefined) return error
  const known = (sentences as Partial<Record<number, readonly [string, string]>>)[code]
  const [name, sentence] = known ?? [`SQLite code ${code}`, 'The database failed']
  return new SignalboxError('UNAVAILABLE', `${sentence} (${name})`, { cause: error })
}

/**
 * Whether a failure means that the file is damaged. Later writes cannot repair it, though parts of the file may still
 * be readable.
 */
export const isDamage = (error: unknown): boolean => {
  const code = causeOf(error)
  return code === 11 || code === 26
}

/** Whether a failure means that a row to be inserted exists: a constraint was violated. */
export const isTaken = (error: unknown): boolean => causeOf(error) === 19

const causeOf = (error: unknown): number | undefined =>
  error instanceof SignalboxError ? codeOf(error.cause ?? {}) : undefined

/** How long a task may wait for other processes, in milliseconds, and the steps in which it retries. */
export interface Patience extends Backoff {
  readonly timeout: number
}

/** Returns the patience from the options of a store. */
export const patienceOf = (options: { readonly busyTimeout?: number; readonly random?: Random }): Patience => ({
  timeout: options.busyTimeout ?? 5000,
  first: 1,
  longest: 20,
  random: options.random ?? platformRandom,
})

/**
 * Runs a task that may find the database locked by another process, and retries until it is free without blocking the
 * event loop. Fails as `toFailure` describes.
 */
export async function whenFree<T>(task: () => T, patience: Patience): Promise<T> {
  let waited = 0
  for (let attempt = 0; ; attempt++)
    try {
      return task()
    } catch (error) {
      if (codeOf(error) !== 5 || waited >= patience.timeout) throw toFailure(error)
      waited += await waitBefore(attempt, patience)
    }
}

/**
 * Returns the primary result code, from the number of `node:sqlite` or the name of better-sqlite3
 * (`SQLITE_BUSY_SNAPSHOT`).
 */
function codeOf(error: unknown): number | undefined {
  const { errcode, code } = error as { errcode?: unknown; code?: unknown }
  if (typeof errcode === 'number') return errcode & 0xff
  const name = /^SQLITE_[A-Z]+/.exec(String(code))?.[0]
  return name === undefined ? undefined : (names.get(name) ?? 1)
}
