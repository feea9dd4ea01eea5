import { owner } from '../machine/callers/caller.ts'
import { originOf } from '../machine/callers/origin.ts'
import { type DutyPorts, repeatDuty } from '../machine/log/repeat-duty.ts'
import type { Instance } from '../machine/records/hooks.ts'
import { inSlices } from '../machine/time/event-loop-turns.ts'
import { localTimestamp } from '../machine/time/time.ts'
import type { Change, Entry } from '../ports.ts'
import type { Experiment } from './experiment.ts'
import { ANSWERS, CLIENTS, EVENTS, storageKey, TALLIES } from './storage-keys.ts'

/** Since when experiments are known to be disabled, in epoch milliseconds, by id. */
export const ENDED = 'experiment-ends'

/** What deletes the clients of experiments that have ended. */
export interface ClientRetentionPorts extends DutyPorts, Pick<Instance, 'store' | 'note' | 'clock' | 'zone'> {}

const DAY = 24 * 60 * 60_000
/** The most records that are deleted by one commit. */
const STEP = 500

/**
 * Deletes the bindings and events of experiments that have been disabled for a number of days, now and every hour, until the
 * instance closes. The counters stay, and so do the results.
 */
export const keepClients = (ports: ClientRetentionPorts, days: number): Promise<void> =>
  repeatDuty(ports, 'experiment-retention', { work: () => deleteClients(ports, ports.clock() - days * DAY) })

async function deleteClients(ports: ClientRetentionPorts, before: number): Promise<void> {
  const { store, note, closing } = ports
  for await (const { key: id } of store.scan(ENDED))
    if (!(await store.get('experiments', id))) await note([{ op: 'delete', collection: ENDED, key: id }])
  for await (const entry of store.scan('experiments')) {
    if (closing.aborted) return
    const since = await endOf(ports, entry)
    if (since !== undefined && since <= before) await deleteClientsOf(ports, entry)
  }
}

/** Since when an experiment is known to be disabled; `undefined` if it is not. */
async function endOf({ store, note, clock }: ClientRetentionPorts, { key, value }: Entry): Promise<number | undefined> {
  const known = (await store.get(ENDED, key))?.value as number | undefined
  const isEnded = !(value as Experiment).enabled
  const now = clock()
  if (isEnded && known === undefined) await note([{ op: 'put', collection: ENDED, key, value: now, expected: null }])
  if (!isEnded && known !== undefined) await note([{ op: 'delete', collection: ENDED, key }])
  return isEnded ? (known ?? now) : undefined
}

/**
 * Deletes in steps, each unless the experiment or its counters have changed meanwhile; the next hour then continues.
 */
async function deleteClientsOf(
  { store, note, clock, zone, closing }: ClientRetentionPorts,
  experiment: Entry,
): Promise<void> {
  const { key: id } = experiment
  const check = { op: 'check', collection: 'experiments', key: id, expected: experiment.version } as const
  let count = 0
  for (const collection of [EVENTS, ANSWERS, CLIENTS] as const)
    for await (const slice of inSlices(store.scan(collection, { where: [storageKey(id, '*')] }), STEP)) {
      const tally = await store.get(TALLIES, id)
      if (closing.aborted || !tally) return
      // Processes that remember clients notice by the version of the counters that they have changed.
      const same = { op: 'put', collection: TALLIES, key: id, value: tally.value, expected: tally.version } as const
      const deletes = slice.map(({ key, version }): Change => ({ op: 'delete', collection, key, expected: version }))
      const committed = await note([check, same, ...deletes])
      if ('conflict' in committed) return
      if (collection === EVENTS) count += slice.length
    }
  if (count === 0) return
  const type = 'EXPERIMENT_VARIANT_EVENT_DELETED'
  const payload = { experimentId: id, count }
  const timestamp = localTimestamp(clock(), zone)
  await note([], [{ type, key: id, domain: 'Experiment', payload, timestamp, ...originOf({ caller: owner }) }])
}
