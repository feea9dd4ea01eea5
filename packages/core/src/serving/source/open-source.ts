import { experiments } from '../../experiments/experiment.ts'
import type { GatewayInstance } from '../../gateway/instance.ts'
import { endable } from '../../machine/answers/abortable-iterable.ts'
import { findGap } from '../../machine/log/consumers/cursor.ts'
import type { ChangeEvent } from '../../machine/log/event.ts'
import type { Follower } from '../../machine/log/follower.ts'
import { anySignal } from '../../machine/time/closing.ts'
import { quotaUnits } from './quota-units.ts'
import { type Changed, createUnitReader, type KeptDomain, kinds, placeOf, type RecordUnit } from './read-units.ts'
import type { GatewaySource, GatewayUnit } from './source.ts'

/** The part of a source that reads the store. */
export type OpenSource = Pick<GatewaySource, 'snapshot' | 'changes'>

type SourceInstance = Pick<GatewayInstance, 'store' | 'catalog' | 'closing' | 'clock' | 'zone'>

/**
 * Creates the source of the data planes in this process. It follows the log to learn which records changed, and reads
 * these again, because events do not have their secrets. What one turn of the log has changed is one array, with each
 * record once. Iterations reject if the store cannot be read: begin again with the last revision.
 */
export function openSource(instance: SourceInstance, follower: Follower): OpenSource {
  const { store, closing } = instance
  const reader = createUnitReader(instance)
  /** Every record that a data plane may keep. */
  const known = new Map<string, Pick<Changed, 'domain' | 'key'>>()

  const remember = (unit: GatewayUnit): void => {
    if (unit.kind === 'end' || unit.kind === 'quota' || unit.kind === 'cookie-key') return
    const domain = domainOf[unit.kind]
    known.set(placeOf(domain, unit.key), { domain, key: unit.key })
  }

  async function* records(revision: number, stop: AbortSignal): AsyncGenerator<RecordUnit, undefined> {
    for await (const unit of reader.all(revision)) {
      if (stop.aborted) return
      remember(unit)
      yield unit
    }
  }

  async function* snapshot(stop: AbortSignal): AsyncGenerator<GatewayUnit, undefined> {
    const revision = await store.head()
    yield* records(revision, stop)
    for await (const unit of quotaUnits(instance, revision)) {
      if (stop.aborted) return
      yield unit
    }
    if (stop.aborted) return
    yield { kind: 'end', revision }
  }

  /** Everything that is served, and without values all that no longer is. The data plane itself counts quotas. */
  async function reload(stop: AbortSignal): Promise<readonly GatewayUnit[]> {
    const revision = await store.head()
    const units: GatewayUnit[] = []
    const gone = new Map(known)
    for await (const unit of records(revision, stop)) {
      gone.delete(placeOf(domainOf[unit.kind], unit.key))
      units.push(unit)
    }
    const removed = [...gone.values()].map(({ domain, key }) => ({ kind: kinds[domain].kind, key, revision }))
    return [...removed, ...units, { kind: 'end', revision }]
  }

  async function* changes(after: number, stop: AbortSignal): AsyncGenerator<readonly GatewayUnit[], undefined> {
    const pending = createPending(after, stop)
    const leave = follower.later(pending.add)
    try {
      await follower.start()
      if (await findGap(store, after)) {
        const units = await reload(stop)
        if (stop.aborted) return
        pending.reach(revisionOf(units))
        yield units
      } else for await (const event of store.read({ after })) pending.add(event)
      while (await pending.isThere()) {
        const { records, revision } = pending.take()
        const units = await reader.changed(records)
        if (stop.aborted) return
        units.forEach(remember)
        yield [...units, { kind: 'end', revision }]
      }
    } finally {
      leave()
    }
  }

  const stopping = (signal: AbortSignal | undefined) => anySignal(signal ? [signal, closing] : [closing])
  return {
    snapshot: (signal) => endable(stopping(signal), snapshot),
    changes: (after, signal) => endable(stopping(signal), (stop) => changes(after, stop)),
  }
}

const domainOf = Object.fromEntries(Object.entries(kinds).map(([domain, { kind }]) => [kind, domain])) as Record<
  (typeof kinds)[KeptDomain]['kind'],
  KeptDomain
>

const revisionOf = (units: readonly GatewayUnit[]): number => units.at(-1)?.revision ?? 0

/** Collects which records changed after a revision, until they are read. */
function createPending(after: number, stop: AbortSignal) {
  let changed = new Map<string, Changed>()
  let revision = after
  let isNew = false
  let notify = () => {}
  stop.addEventListener('abort', () => notify())

  return {
    /** The data plane has everything up to a revision. */
    reach(reached: number): void {
      revision = Math.max(revision, reached)
    },
    add({ _id, type, domain, key }: ChangeEvent): void {
      revision = Math.max(revision, _id)
      isNew = true
      if (isKept(domain) && isAboutRecord(domain, type)) {
        const place = placeOf(domain, key)
        changed.delete(place)
        changed.set(place, { domain, key, revision: _id })
      }
      notify()
    },
    /** Waits for events. Resolves with `false` when stopped. */
    async isThere(): Promise<boolean> {
      if (!isNew && !stop.aborted)
        await new Promise<void>((resolve) => {
          notify = resolve
        })
      return !stop.aborted
    },
    /** The changed records, in the order of their last events, and the id of the last event. */
    take() {
      const records = [...changed.values()]
      changed = new Map()
      isNew = false
      return { records, revision }
    },
  }
}

/**
 * Whether the key of an event is that of a record that changed. After the deletions of several records comes an event about
 * all of them, whose key is a pattern. Events about clients of an experiment change nothing that data planes keep.
 */
const isAboutRecord = (domain: KeptDomain, type: string): boolean =>
  domain === 'Experiment' ? experimentEvents.has(type) : !type.endsWith('S_DELETED')

const experimentEvents: ReadonlySet<string> = new Set(
  ['CREATED', 'UPDATED', 'DELETED'].map((change) => `${experiments.events}_${change}`),
)

const isKept = (domain: string): domain is KeptDomain => Object.hasOwn(kinds, domain)
