import type { InstancePorts, Reads } from '../../ports.ts'
import { inGroups } from '../answers/iterable.ts'
import { type TimeZone, toInstant } from '../time/time.ts'
import type { Follower } from './follower.ts'
import type { Position } from './positions.ts'

/** How far a consumer of the log is behind. */
export interface Lag extends Position {
  /** How many events it has not processed; 10,000 if there are more. */
  readonly behind: number
  /** The age of the oldest event that it has not processed, in seconds; 0 if it has processed all. */
  readonly lag: number
}

/** The end of the log, and how far the consumers in this process are behind it. */
export interface Lags {
  /** The id of the newest event; 0 before the first. */
  readonly head: number
  readonly consumers: readonly Lag[]
}

interface LagPorts extends Pick<InstancePorts, 'store' | 'clock'> {
  readonly zone: TimeZone
}

/** Counting more would take long, and `lag` tells the rest. */
const MOST_COUNTED = 10_000

/**
 * Reads how far the consumers of the log in this process are behind. Reads the head of the log, and for each position
 * that is behind it one event, and the number of events after it.
 */
export async function readLags({ positions }: Pick<Follower, 'positions'>, ports: LagPorts): Promise<Lags> {
  const { store, clock, zone } = ports
  // The head is read first: an event that is committed in between makes nobody late.
  const head = await store.head()
  const all = positions()
  const late = new Set(all.map(({ position }) => position).filter((position) => position < head))
  const found = await Promise.all([...late].map(async (position) => [position, await read(position)] as const))
  const lags = new Map(found)

  async function read(position: number): Promise<Pick<Lag, 'behind' | 'lag'> | undefined> {
    for await (const { _id, timestamp } of store.read({ after: position, limit: 1 })) {
      const ms = clock() - instantOf(timestamp, { zone, now: clock() })
      return { behind: await countAfter(store, _id - 1), lag: Math.max(0, ms) / 1000 }
    }
    return undefined // the events have left the log
  }

  return { head, consumers: all.map((one) => ({ ...one, behind: 0, lag: 0, ...lags.get(one.position) })) }
}

/** Ids have gaps, so that their difference is no number of events. */
async function countAfter(store: Pick<Reads, 'read' | 'countEvents'>, after: number): Promise<number> {
  const wanted = { after, limit: MOST_COUNTED }
  if (store.countEvents) return store.countEvents(wanted)
  let count = 0
  for await (const events of inGroups(store.read({ ...wanted, asText: true }))) count += events.length
  return count
}

/** When an event was written. Of a local time that a clock change repeats, the last that is not in the future. */
function instantOf(timestamp: string, { zone, now }: { readonly zone: TimeZone; readonly now: number }): number {
  const local = Date.parse(`${timestamp}Z`)
  const last = toInstant(local, zone, 'last')
  return last <= now ? last : toInstant(local, zone, 'first')
}
