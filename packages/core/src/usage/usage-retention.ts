import { type DutyPorts, repeatDuty } from '../machine/log/repeat-duty.ts'
import { inSlices } from '../machine/time/event-loop-turns.ts'
import type { TimeZone } from '../machine/time/time.ts'
import type { Change, Clock, Entry, Note, Reads } from '../ports.ts'
import { firstParts } from './first-parts.ts'
import { dayOf } from './usage-hours.ts'
import { hourKey, QUOTAS, REPORTERS, USAGE } from './usage-keys.ts'
import type { Reporter } from './usage-report.ts'

/** The dependencies of what deletes old usage. */
export interface RetentionPorts extends DutyPorts {
  readonly store: Reads
  readonly note: Note
  readonly zone: TimeZone
  readonly clock: Clock
  /** For how many days usage is kept. */
  readonly usageRetentionDays: number
}

const HOUR = 60 * 60_000
const DAY = 24 * HOUR
/** A data plane that is cut off for so long sends its last batch again without being counted twice. */
const SILENT_MS = 30 * DAY
/** The most records that are deleted by one commit. */
const STEP = 500

/**
 * Deletes old usage now and every hour, until the instance closes. Data planes are forgotten after the first hour: one
 * that was cut off from this process can first send its last batch again.
 */
export function keepUsage(ports: RetentionPorts): Promise<void> {
  const { clock } = ports
  const since = clock()
  return repeatDuty(ports, 'usage-retention', {
    work: () => deleteUsage(ports, { isFirst: clock() - since < HOUR }),
  })
}

/** Deletes usage older than the retention, quotas of past periods, and data planes that have not reported for 30 days. */
async function deleteUsage(ports: RetentionPorts, { isFirst }: { isFirst: boolean }): Promise<void> {
  const { store, zone, clock, usageRetentionDays } = ports
  const now = clock()
  for await (const api of firstParts(store, USAGE))
    await deleteAll(ports, USAGE, entriesBefore(store, api, now - usageRetentionDays * DAY))
  const today = dayOf(now, zone)
  for await (const period of firstParts(store, QUOTAS))
    if (period < today.slice(0, period.length))
      await deleteAll(ports, QUOTAS, store.scan(QUOTAS, { where: [`${period}/*`] }))
  if (!isFirst) await deleteAll(ports, REPORTERS, silentSince(store, now - SILENT_MS))
}

async function* entriesBefore(store: Reads, api: string, time: number): AsyncGenerator<Entry> {
  const end = hourKey(api, time)
  for await (const entry of store.scan(USAGE, { where: [`${api}/*`] })) {
    if (entry.key >= end) return
    yield entry
  }
}

async function* silentSince(store: Reads, time: number): AsyncGenerator<Entry> {
  for await (const entry of store.scan(REPORTERS)) if ((entry.value as Reporter).at < time) yield entry
}

/** Deletes records in steps, unless they have changed in the meantime. */
async function deleteAll(
  { note, closing }: Pick<RetentionPorts, 'note' | 'closing'>,
  collection: string,
  entries: AsyncIterable<Entry>,
): Promise<void> {
  for await (const slice of inSlices(entries, STEP)) {
    if (closing.aborted) return
    await note(slice.map(({ key, version }): Change => ({ op: 'delete', collection, key, expected: version })))
  }
}
