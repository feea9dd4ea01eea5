import { problem } from '../machine/errors/errors.ts'
import { notValid } from '../machine/errors/not-valid.ts'
import type { ChangeEvent } from '../machine/log/event.ts'
import { firstOf } from '../machine/log/read-back.ts'
import { trimmedTo } from '../machine/log/trimmed-to.ts'
import { isoInstantOf } from '../machine/time/iso-date.ts'
import { parseLocal, type TimeZone, toInstant } from '../machine/time/time.ts'
import type { Reads } from '../ports.ts'
import { firstWhere } from './first-where.ts'

/** A range of past events, as asked for. Dates are ISO 8601, without an offset in the time zone of the service. */
export interface AskedRange {
  /** Only events from this time on. */
  readonly since?: string | undefined
  /** Only events before this time. */
  readonly until?: string | undefined
  /** Only events with greater ids. */
  readonly after?: number | undefined
}

/** A range of a log. */
export interface PastRange {
  /** Events after this id. */
  readonly after: number
  /** Events up to this id. */
  readonly head: number
  /** The timestamp of the oldest retained event, if `since` is earlier. */
  readonly oldest?: string
}

/**
 * Finds a range of a log, in about 100 short reads. Both ends are places in the log: ranges that adjoin in time contain every
 * event, even events that were written after a clock was set back. Where the log does not tell which of two times is
 * meant, as in the hour that clocks repeat, ranges overlap. Throws INVALID if `since` is after `until`.
 */
export async function pastRange(
  log: Pick<Reads, 'read' | 'head' | 'trimmedTo'>,
  { since, until, after = 0 }: AskedRange,
  zone: TimeZone,
): Promise<PastRange> {
  const from = since === undefined ? undefined : isoInstantOf(since, zone, 'first')
  const to = until === undefined ? undefined : isoInstantOf(until, zone, 'last')
  if (from !== undefined && to !== undefined && from > to)
    throw notValid('The call', {
      fieldErrors: { since: [problem('error.date.order', since as string, until as string)] },
    })
  const head = await log.head()
  const first = await firstOf(log)
  if (!first) return { after: head, head }
  const whole = { after: Math.max(0, first._id - 1), head }
  const begin =
    from === undefined ? 0 : await firstWhere(log, { ...whole, accept: (event) => timeOf(event, zone, 'last') >= from })
  const end =
    to === undefined ? head : await firstWhere(log, { ...whole, accept: (event) => timeOf(event, zone, 'first') >= to })
  const isEarlier = from !== undefined && timeOf(first, zone, 'last') > from
  const isCut = isEarlier && after < (await trimmedTo(log))
  return { after: Math.max(after, begin), head: end, ...(isCut && { oldest: first.timestamp }) }
}

const DAY = 24 * 60 * 60_000
const MICROSECONDS = 1000

/**
 * The instant of an event. Ids in databases are at least the time of the commit in microseconds. They are preferred, because
 * timestamps are local times; ids that are earlier or much later, as in memory, do not tell the time. Then `which`
 * decides about hours that clocks repeat.
 */
function timeOf({ _id, timestamp }: ChangeEvent, zone: TimeZone, which: 'first' | 'last'): number {
  const [seconds = '', fraction = ''] = timestamp.replace('T', ' ').split('.')
  const local = (parseLocal(seconds) ?? 0) + Number(fraction)
  const told = Math.floor(_id / MICROSECONDS)
  const lag = told - toInstant(local, zone, 'first')
  return lag >= 0 && lag < DAY ? told : toInstant(local, zone, which)
}
