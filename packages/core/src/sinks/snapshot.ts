import { owner } from '../machine/callers/caller.ts'
import { SignalboxError } from '../machine/errors/errors.ts'
import type { ChangeEvent, EventDraft } from '../machine/log/event.ts'
import { sinkDomain } from '../machine/log/internal-domain.ts'
import type { Instance } from '../machine/records/hooks.ts'
import { idOf } from '../machine/records/resource.ts'
import { localTimestamp } from '../machine/time/time.ts'
import type { CallContext } from '../operation.ts'
import type { Note, Reads } from '../ports.ts'
import type { Searched } from '../slice.ts'
import type { CompiledFilter } from './sink-filter.ts'

const SNAPSHOTS = 'sink-snapshots'
const EVENTS_PER_COMMIT = 500

/** The types of the events in the log that make a sink copy a snapshot. */
const BEGAN = 'SNAPSHOT_BEGAN'
const RECORD = 'SNAPSHOT_RECORD'
const ENDED = 'SNAPSHOT_ENDED'

/** Whether the snapshot of a sink is complete in the log with this event. */
export const endsSnapshot = ({ domain, type }: ChangeEvent): boolean => domain === sinkDomain && type === ENDED

const call: CallContext = { caller: owner }

/**
 * Orders a snapshot: writes an event to the log for each record that the filter selects. The leader of the sink copies
 * the record when it comes to that event, so that snapshots have their own ids, between the ids of changes, and resume
 * like everything else. Returns the number of records, and the id of the first event.
 */
export async function orderSnapshot(
  id: string,
  filter: CompiledFilter,
  { instance, searched }: { readonly instance: Instance; readonly searched: () => Promise<readonly Searched[]> },
): Promise<{ readonly records: number; readonly from: number }> {
  const { note, clock, zone } = instance
  const draft = (type: string, key: string, payload: object): EventDraft => ({
    ...{ type, key, domain: sinkDomain, payload: { sink: id, ...payload } },
    timestamp: localTimestamp(clock(), zone),
  })
  const from = (await write(note, [draft(BEGAN, id, {})])) as number
  let records = 0
  let batch: EventDraft[] = []
  for (const { resource, scan } of await searched()) {
    if (!filter.takes(resource)) continue
    for await (const record of scan(filter.where[0], call)) {
      batch.push(draft(RECORD, idOf(resource, record), { domain: resource.domain }))
      records++
      if (batch.length < EVENTS_PER_COMMIT) continue
      await write(note, batch)
      batch = []
    }
  }
  if (batch.length > 0) await write(note, batch)
  const end = draft(ENDED, id, { from, records })
  await note([{ op: 'put', collection: SNAPSHOTS, key: id, value: { from } }], [end])
  return { records, from }
}

async function write(note: Note, events: readonly EventDraft[]): Promise<number | undefined> {
  const committed = await note([], events)
  return 'events' in committed ? committed.events[0]?._id : undefined
}

/** The id of the first event of the latest snapshot of a sink that is complete in the log; `undefined` if it has none. */
export async function findSnapshot(store: Reads, id: string): Promise<number | undefined> {
  return ((await store.get(SNAPSHOTS, id))?.value as { from: number } | undefined)?.from
}

/**
 * The events of a batch as the destination gets them: events of a snapshot with the current records. Records that
 * were deleted meanwhile are left out.
 */
export async function withRecords(
  events: readonly ChangeEvent[],
  searched: () => Promise<readonly Searched[]>,
): Promise<readonly ChangeEvent[]> {
  if (!events.some(({ domain }) => domain === sinkDomain)) return events
  const kinds = new Map((await searched()).map((kind) => [kind.resource.domain, kind]))
  const all = await Promise.all(events.map((event) => (event.domain === sinkDomain ? copied(event, kinds) : event)))
  return all.filter((event) => event !== undefined)
}

async function copied(event: ChangeEvent, kinds: ReadonlyMap<string, Searched>): Promise<ChangeEvent | undefined> {
  const { sink: _, domain, ...payload } = event.payload as { sink: string; domain?: string }
  if (event.type !== RECORD) return { ...event, payload }
  const kind = kinds.get(domain ?? '')
  const record = kind && (await find(kind, event.key))
  if (!kind || !record) return undefined
  return { ...event, type: `${kind.resource.events}_SNAPSHOT`, domain: kind.resource.domain, payload: record }
}

async function find({ get }: Searched, key: string): Promise<unknown> {
  try {
    return (await get(key, call)).value
  } catch (error) {
    if (error instanceof SignalboxError && error.code === 'NOT_FOUND') return undefined
    throw error
  }
}
