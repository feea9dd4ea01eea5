import { setTimeout as delay } from 'node:timers/promises'
import type { Report } from '@signalbox/core'
import { SignalboxError } from '@signalbox/core/errors'
import { within } from '../within.ts'
import { keepAlive, type PostgresClient } from './client.ts'
import { noAnswer, toFailure } from './failures.ts'
import type { Read } from './rows.ts'

/** What reads from a replica need. */
export interface ReplicaOptions {
  readonly client: PostgresClient
  /** Reads from the primary. */
  readonly primary: Read
  /** How long a statement may take, in milliseconds. */
  readonly timeout: number
  readonly report: Report
  /** Milliseconds that only ever grow. */
  readonly elapsed: () => number
}

/** Reads that a replica answers if it is fresh enough. */
export interface ReplicaReads {
  /** Reads from the replica, or from the primary if the replica is behind or cannot be used. */
  readonly read: Read
  /** Later reads see what was committed until now. */
  require(): void
}

/** The most by which a replica may be behind when it answers, in milliseconds. */
const MOST_LAG_MS = 1000
/** How long a read waits for the replica to apply what this process has seen, in milliseconds. */
const PATIENCE_MS = 100
const STEP_MS = 5
/** How long a replica may take to tell its position, in milliseconds. */
const ASK_MS = 1000
/** How long a replica that failed is not asked, in milliseconds. */
const REST_MS = 5000

/**
 * Reads from a standby. Before it does, it asks the primary for its position in the write-ahead log, at most once a
 * second and after each write or notification, and the standby answers once it has applied the log up to there. So a
 * process always sees its own writes and what it was notified of, and nothing is older than a second.
 */
export function createReplica({ client, primary, timeout, report, elapsed }: ReplicaOptions): ReplicaReads {
  /** A read must see what was committed before this time. */
  let required = elapsed()
  /** The position of the primary at a time. */
  let target: { readonly at: number; readonly position: number } | undefined
  let applied = -1
  let isBehind = false
  let restUntil = 0
  let hasFailed = false
  let isChecked = false

  keepAlive(client, () => {}) // the next statement reports it

  const ask = async <T>(ms: number, text: string, values: readonly unknown[] = []): Promise<readonly T[]> =>
    (await within({ ms, late: noAnswer }, client.query(text, [...values]))).rows as readonly T[]

  const askPrimary = latest(async () => {
    const at = elapsed()
    const [row] = await primary<Position>(primarySql, [])
    target = { at, position: Number(row?.position) }
  })
  const askReplica = latest(async () => {
    if (!isChecked) await checkSystem()
    const [row] = await ask<Position>(ASK_MS, replicaSql)
    applied = Number(row?.position ?? -1)
  })

  /** Positions of different databases cannot be compared. */
  async function checkSystem(): Promise<void> {
    const [[here], [there]] = await Promise.all([primary<Position>(systemSql, []), ask<Position>(ASK_MS, systemSql)])
    if (here?.position !== there?.position)
      throw new SignalboxError('UNAVAILABLE', 'It is not a standby of the primary: check its URL')
    isChecked = true
  }

  async function isFresh(): Promise<boolean> {
    const begun = elapsed()
    const least = Math.max(required, begun - MOST_LAG_MS)
    if (target === undefined || target.at < least) {
      const answered = await askPrimary().then(
        () => true,
        () => false, // the primary reports it to the caller
      )
      if (!answered) return false
    }
    const { position } = target as { readonly position: number }
    for (let wait = 0; applied < position; wait = STEP_MS) {
      if (wait > 0) await delay(wait)
      await askReplica()
      if (applied < position && (isBehind || elapsed() - begun > PATIENCE_MS)) {
        isBehind = true
        return false
      }
    }
    isBehind = false
    return true
  }

  function failed(error: unknown): void {
    const { severity, code } = error as { severity?: unknown; code?: unknown }
    // The replica also cancels statements that delay what it has to apply.
    if (severity !== undefined && !/^(08|57P|53300)/.test(String(code))) return
    restUntil = elapsed() + REST_MS
    isChecked = false
    applied = -1
    if (!hasFailed) report(unusable(error))
    hasFailed = true
  }

  return {
    async read<T>(text: string, values: readonly unknown[]) {
      if (elapsed() < restUntil) return primary<T>(text, values)
      try {
        if (await isFresh()) {
          const rows = await ask<T>(timeout, text, values)
          hasFailed = false
          return rows
        }
      } catch (error) {
        failed(error)
      }
      return primary<T>(text, values)
    },
    require() {
      required = elapsed()
    },
  }
}

interface Position {
  readonly position: string | null
}

/** With asynchronous commits, transactions are visible before the log is flushed. */
const primarySql = `
  select pg_wal_lsn_diff(case current_setting('synchronous_commit')
    when 'off' then pg_current_wal_insert_lsn() else pg_current_wal_flush_lsn() end, '0/0')::text as position`

/** A former standby that was promoted has no position: it no longer follows. */
const replicaSql = `
  select case when pg_is_in_recovery() then pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0')::text end as position`

const systemSql = 'select system_identifier::text as position from pg_control_system()'

const unusable = (error: unknown) => {
  const cause = toFailure(error)
  const reason = cause instanceof Error ? cause.message : String(cause)
  return new SignalboxError('UNAVAILABLE', `The replica cannot be used, so the primary answers lists: ${reason}`, {
    cause,
  })
}

/** Shares a task among callers. Each caller gets a run that begins after the call. */
function latest(task: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined
  let next: Promise<void> | undefined
  function start(): Promise<void> {
    const run = task().finally(() => {
      running = undefined
    })
    running = run
    return run
  }
  return () => {
    if (!running) return start()
    next ??= running
      .catch(() => {})
      .then(() => {
        next = undefined
        return start()
      })
    return next
  }
}
