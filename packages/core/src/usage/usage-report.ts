import { type Problem, SignalboxError } from '../machine/errors/errors.ts'
import { notValid } from '../machine/errors/not-valid.ts'
import type { TimeZone } from '../machine/time/time.ts'
import type { Change, Note, Random, Reads, Report, Wait } from '../ports.ts'
import { checkBatch } from './check-batch.ts'
import { MOST_IN_PROGRESS, type QuotaRoom, quotaRoom } from './quota-room.ts'
import type { UsageBatch } from './usage-batch.ts'
import { addUsage, noUsage, type UsageCounts } from './usage-counts.ts'
import { hourOf } from './usage-hours.ts'
import { QUOTAS, quotaKey, REPORTERS, roomKey, USAGE, usageKey } from './usage-keys.ts'

/** The dependencies of reports. */
export interface ReporterPorts {
  readonly store: Reads
  readonly note: Note
  readonly zone: TimeZone
  readonly clock: () => number
  readonly random: Random
  readonly wait: Wait
  /** Receives failures of `tellDue`. */
  readonly report: Report
  /** Receives the client ids whose rotation is due. @default none */
  readonly tellDue?: ((clientIds: readonly string[]) => Promise<unknown>) | undefined
}

/** What is stored about a data plane: its last batch, and how much of the next one is stored already. */
export interface Reporter {
  /** The number of the last batch that is stored as a whole. */
  readonly seq: number
  /** When it last reported, in epoch milliseconds. */
  readonly at: number
  /** What its next batches may add to a quota, as it was stored before this belonged to gateway keys. */
  readonly room?: number
  /** The batch of which a part is stored, how many of its records, and the most that it may add to a quota. */
  readonly part?: { readonly seq: number; readonly done: number; readonly most?: number }
}

/** What is stored about all data planes with a gateway key. Data planes of this process have none, and are trusted. */
interface Room {
  /** What their next batches may add to a quota. */
  readonly room: number
  /** When one of them last reported, in epoch milliseconds. */
  readonly at: number
}

/** Finds what a valid batch reports about things that do not exist, by JSON pointer. */
export type CheckReport = (batch: UsageBatch) => Promise<Readonly<Record<string, readonly Problem[]>>>

/** The most records in one commit. A larger batch takes several, and continues where it stopped. */
const MOST_AT_ONCE = 1000
const MOST_TRIES = 100
/** Longest wait between two attempts, in milliseconds. */
const LONGEST_WAIT = 50

/**
 * Creates the function that stores what data planes have counted. Each batch counts once: its number is stored in the
 * commit that adds its counts. Rejects with INVALID for a malformed batch, and with the reason if it could not be
 * stored; then the same batch can be sent again. With `check`, what that finds is INVALID, too, and so is what adds more to a
 * quota than the data planes with the same gateway key have reported requests.
 */
export function createReporting(ports: ReporterPorts): (batch: UsageBatch, check?: CheckReport) => Promise<void> {
  const { store, note, zone, clock, random, wait, report, tellDue } = ports
  let last: Promise<unknown> = Promise.resolve()

  /** Stores the next part of a batch. Resolves with whether that was the last one. */
  async function storePart(batch: UsageBatch, sums: readonly Sum[], isChecked: boolean): Promise<boolean> {
    const { instance, seq } = batch
    for (let attempt = 0; attempt < MOST_TRIES; attempt++) {
      const found = await store.get(REPORTERS, instance)
      const known = found?.value as Reporter | undefined
      if (known && known.seq >= seq) return true
      const from = known?.part?.seq === seq ? known.part.done : 0
      const part = sums.slice(from, from + MOST_AT_ONCE)
      const done = from + part.length
      const isLast = done >= sums.length
      const taken = isChecked ? await takenBy(batch, known) : undefined
      if (taken && Object.keys(taken.problems).length > 0) throw refused(taken.problems)
      const most = taken && { most: taken.most }
      const next: Reporter = isLast
        ? { seq, at: clock() }
        : { seq: known?.seq ?? -1, at: clock(), part: { seq, done, ...most } }
      const changes = [
        { op: 'put', collection: REPORTERS, key: instance, value: next, expected: found?.version ?? null } as const,
        ...(taken?.change ? [taken.change] : []),
        ...(await Promise.all(part.map((sum) => added(store, sum)))),
      ]
      const committed = await note(changes)
      if ('events' in committed) return isLast
      const jitter = (random(1)[0] ?? 0) / 256
      await wait(Math.min(LONGEST_WAIT, 2 ** attempt) * jitter)
    }
    throw new SignalboxError('UNAVAILABLE', 'Too many data planes report usage at once: send the batch again')
  }

  /**
   * What a batch takes of the room of its gateway key, with the first of its parts. The others stay within what that took.
   */
  async function takenBy(batch: UsageBatch, known: Reporter | undefined): Promise<Taken> {
    const { quotas, seq } = batch
    const { most } = known?.part?.seq === seq ? known.part : {}
    if (most !== undefined) return { ...quotaRoom({ entries: [], quotas }, most), most }
    const key = roomKey(batch.instance)
    const found = await store.get(REPORTERS, key)
    const before = (found?.value as Room | undefined)?.room ?? MOST_IN_PROGRESS
    const earlier = Math.max(0, (known?.room ?? 0) - MOST_IN_PROGRESS)
    const taken = quotaRoom(batch, before + earlier)
    const value: Room = { room: taken.room, at: clock() }
    return { ...taken, change: { op: 'put', collection: REPORTERS, key, value, expected: found?.version ?? null } }
  }

  /** Throws INVALID for what is not plausible, unless the batch is stored already. */
  async function refuse(batch: UsageBatch, check: CheckReport): Promise<void> {
    const known = (await store.get(REPORTERS, batch.instance))?.value as Reporter | undefined
    if (known && known.seq >= batch.seq) return
    const fieldErrors = { ...(await check(batch)), ...(await takenBy(batch, known)).problems }
    if (Object.keys(fieldErrors).length > 0) throw refused(fieldErrors)
  }

  async function add(batch: UsageBatch, check: CheckReport | undefined): Promise<void> {
    if (check) await refuse(batch, check)
    const sums = [...usageOf(batch, zone), ...quotasOf(batch)]
    while (!(await storePart(batch, sums, check !== undefined))) {}
    if (batch.due.length > 0) await tellDue?.(batch.due).catch(report)
  }

  return async (batch, check) => {
    checkBatch(batch)
    // Batches that arrive in this process wait for each other, since they add to the same records.
    const adding = last.then(() => add(batch, check))
    last = adding.catch(() => {})
    return adding
  }
}

/** What a batch takes of a room, and the change that stores what is left. */
interface Taken extends QuotaRoom {
  readonly change?: Change
}

const refused = (fieldErrors: Readonly<Record<string, readonly Problem[]>>): SignalboxError =>
  notValid('The usage batch', { fieldErrors })

/** What is added to one record. */
type Sum =
  | { readonly collection: typeof USAGE; readonly key: string; readonly counts: UsageCounts }
  | { readonly collection: typeof QUOTAS; readonly key: string; readonly used: number }

function usageOf({ entries }: UsageBatch, zone: TimeZone): Sum[] {
  const sums = new Map<string, UsageCounts>()
  for (const { minute, ...entry } of entries) {
    const key = usageKey({ ...entry, hour: hourOf(minute, zone) })
    sums.set(key, addUsage(sums.get(key) ?? noUsage, entry))
  }
  return [...sums].map(([key, counts]) => ({ collection: USAGE, key, counts }))
}

function quotasOf({ quotas }: UsageBatch): Sum[] {
  const sums = new Map<string, number>()
  for (const { period, key, used } of quotas) {
    const place = quotaKey(period, key)
    sums.set(place, (sums.get(place) ?? 0) + used)
  }
  return [...sums].map(([key, used]) => ({ collection: QUOTAS, key, used }))
}

/** The change that adds to a record what was counted. What was used of a quota is never less than 0. */
async function added(store: Reads, sum: Sum): Promise<Change> {
  const { collection, key } = sum
  const found = await store.get(collection, key)
  const value =
    sum.collection === USAGE
      ? addUsage((found?.value as UsageCounts | undefined) ?? noUsage, sum.counts)
      : Math.max(0, ((found?.value as number | undefined) ?? 0) + sum.used)
  return { op: 'put', collection, key, value, expected: found?.version ?? null }
}
