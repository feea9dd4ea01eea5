import { SignalboxError } from '../../machine/errors/errors.ts'
import type { EventDraft } from '../../machine/log/event.ts'
import type { Instance } from '../../machine/records/hooks.ts'
import type { Turn } from '../../machine/time/event-loop-turns.ts'
import type { Change, Random, Reads, Wait } from '../../ports.ts'
import type { VariantEvent } from '../experiment.ts'
import type { Alone } from '../recording/alone.ts'
import type { ClientFacts } from '../recording/record-event.ts'
import { loadTally } from '../recording/record-hooks.ts'
import { type HourCounts, hourOf } from '../recording/tally.ts'
import { withoutClient, withoutEvent } from '../recording/unbind.ts'
import { ANSWERS, CLIENTS, EVENTS, HOURS, storageKey, TALLIES } from '../storage-keys.ts'
import { type ClientOf, clientRecords, eventKeys } from './client-records.ts'
import { createFirstBound, type FirstBound } from './first-bound.ts'

/** What erasures from an experiment depend on. */
export interface ErasingPorts extends Pick<Instance, 'store' | 'note' | 'applied'> {
  readonly random: Random
  readonly wait: Wait
  readonly alone: Alone
}

/** What was erased from an experiment. */
export interface ErasedFrom {
  /** How many events were deleted. */
  readonly events: number
  /** The id of the event that announces it. */
  readonly eventId: number
}

const MOST_TRIES = 100
/** Longest wait between two attempts, in milliseconds. */
const LONGEST_WAIT = 50

/**
 * Erases a client from the records of an experiment, with all sums, by one commit that also announces it. `undefined` if
 * nothing is stored of the client. Calls that record wait meanwhile; of other processes, whichever commits first wins.
 */
export async function eraseFrom(
  ports: ErasingPorts,
  client: ClientOf,
  { announcement, rest }: { readonly announcement: EventDraft; readonly rest: Turn },
): Promise<ErasedFrom | undefined> {
  const { store, alone, applied } = ports
  const { experimentId } = client
  const firstBound = createFirstBound(store, client, rest)
  let erased: ErasedFrom | undefined
  for (;;) {
    const { version } = await loadTally(store, experimentId)
    const keys = await eventKeys(store, client, rest)
    const step = await alone.run(experimentId, () => commitWithout(ports, client, { keys, announcement, firstBound }))
    if (!step) return erased
    await applied(step.eventId)
    erased = { events: step.events + (erased?.events ?? 0), eventId: step.eventId }
    // Uploads may have added events while the others were read.
    if (step.version === version) return erased
  }
}

interface Attempt {
  readonly keys: readonly string[]
  readonly announcement: EventDraft
  readonly firstBound: FirstBound
}

/** Commits the experiment without the client, and returns the version of the counters that it replaced. */
async function commitWithout(
  { store, note, random, wait }: ErasingPorts,
  client: ClientOf,
  { keys, announcement, firstBound }: Attempt,
): Promise<(ErasedFrom & { readonly version: string | null }) | undefined> {
  const { experimentId, clientId } = client
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    // The counters are read first: a later write of the client also writes them, and the commit fails.
    const { tally, version } = await loadTally(store, experimentId)
    const { facts, events, answers } = await clientRecords(store, client, keys)
    if (!facts && events.length === 0 && answers.length === 0) return undefined
    const known = (facts?.value ?? {}) as ClientFacts
    const left = withoutClient(
      tally,
      known,
      events.map(({ value }) => value as VariantEvent),
    )
    const since = left.since === undefined ? undefined : await firstBound(left.since, known)
    const value = { ...left, ...(since !== undefined && { since }) }
    const changes: Change[] = [
      { op: 'put', collection: TALLIES, key: experimentId, value, expected: version },
      ...(facts ? [deletion(CLIENTS, storageKey(experimentId, clientId), facts.version)] : []),
      ...events.map((event) => deletion(EVENTS, event.key, event.version)),
      ...(await hoursWithout(
        store,
        experimentId,
        events.map(({ value: event }) => event as VariantEvent),
      )),
      ...answers.map((key) => ({ op: 'delete', collection: ANSWERS, key }) as const),
    ]
    const committed = await note(changes, [announcement])
    if ('events' in committed) return { events: events.length, eventId: committed.events[0]?._id as number, version }
    const jitter = (random(1)[0] ?? 0) / 256
    await wait(Math.min(LONGEST_WAIT, 2 ** tries) * jitter)
  }
  throw new SignalboxError('UNAVAILABLE', `Too many processes write to experiment ${experimentId} at once: try again`)
}

const deletion = (collection: string, key: string, expected: string): Change => ({
  op: 'delete',
  collection,
  key,
  expected,
})

async function hoursWithout(store: Reads, experimentId: string, events: readonly VariantEvent[]): Promise<Change[]> {
  const changes: Change[] = []
  for (const [hour, inHour] of Map.groupBy(events, ({ date }) => hourOf(date))) {
    const key = storageKey(experimentId, hour)
    const found = await store.get(HOURS, key)
    if (!found) continue
    const value = inHour.reduce(withoutEvent, found.value as HourCounts)
    changes.push(
      Object.keys(value).length === 0
        ? deletion(HOURS, key, found.version)
        : { op: 'put', collection: HOURS, key, value, expected: found.version },
    )
  }
  return changes
}
