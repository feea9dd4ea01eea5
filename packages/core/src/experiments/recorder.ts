import type { AuthInfo } from '../access/caller.ts'
import { notFound, SignalboxError } from '../errors.ts'
import type { EventDraft } from '../events/event.ts'
import type { Change, Random, Versioned } from '../ports.ts'
import type { Instance } from '../records/collection.ts'
import { localTimestamp } from '../time.ts'
import type { Assignment } from './assign.ts'
import type { Binding, Experiment, Variant, VariantEvent } from './experiment.ts'
import { ANSWERS, CLIENTS, EVENTS, HOURS, placeOf, TALLIES } from './places.ts'
import type { ClientFacts, Kind, State } from './record.ts'
import { record } from './record.ts'
import type { Tally } from './tally.ts'
import { emptyTally } from './tally.ts'

/** What a call asks for. */
export interface Recording {
  readonly kind: Kind
  readonly clientId: string
  /** A repeat under the same key within a day answers the first event, and counts once. */
  readonly idempotencyKey?: string | undefined
  readonly authInfo?: AuthInfo | undefined
}

/** What a call answers: the client's variant, and the event if one was recorded. */
export interface Recorded {
  readonly variant: Variant
  readonly event?: VariantEvent
}

/** Displays and wins by the hour: variant id → how many. */
export type HourCounts = Readonly<Record<string, { readonly displayed: number; readonly won: number }>>

interface Waiting extends Recording {
  resolve(recorded: Recorded): void
  reject(error: unknown): void
}

interface RecorderPorts {
  readonly instance: Instance
  readonly random: Random
  readonly assignment: Assignment
}

const MOST_AT_ONCE = 500
const MOST_TRIES = 100
const DAY = 24 * 60 * 60_000

/**
 * Records calls on experiments. Those on one experiment are folded: a loop takes all that wait, computes them in order and
 * commits once; other processes are met by compare-and-set.
 */
export function createRecorder({ instance, random, assignment }: RecorderPorts) {
  const { store, clock, zone, applied } = instance
  const queues = new Map<string, Waiting[]>()

  async function drain(experimentId: string, queue: Waiting[]): Promise<void> {
    while (queue.length > 0) {
      const batch = queue.splice(0, MOST_AT_ONCE)
      try {
        const outcomes = await settle(experimentId, batch)
        for (const [i, outcome] of outcomes.entries())
          if (outcome instanceof SignalboxError) batch[i]!.reject(outcome)
          else batch[i]!.resolve(outcome)
      } catch (error) {
        for (const { reject } of batch) reject(error)
      }
    }
    queues.delete(experimentId)
  }

  async function settle(experimentId: string, batch: readonly Waiting[]): Promise<(Recorded | SignalboxError)[]> {
    for (let attempt = 0; attempt < MOST_TRIES; attempt++) {
      const pass = await openPass(experimentId, batch)
      const outcomes = batch.map((one) => pass.take(one))
      const { changes, events } = pass.result()
      if (changes.length === 0) return outcomes
      const committed = await store.commit(changes, events)
      if ('events' in committed) {
        await applied(committed.events.at(-1)?._id ?? 0)
        return outcomes
      }
      const jitter = (random(1)[0] ?? 0) / 256
      await new Promise((resolve) => setTimeout(resolve, Math.min(50, 2 ** attempt) * jitter))
    }
    throw new SignalboxError('UNAVAILABLE', `Experiment ${experimentId} is written by too many at once: try again`)
  }

  /** Everything a batch needs, read once, and what it becomes. */
  async function openPass(experimentId: string, batch: readonly Waiting[]) {
    const now = clock()
    const date = localTimestamp(now, zone)
    const hour = placeOf(experimentId, date.slice(0, 13))
    const clientIds = [...new Set(batch.map(({ clientId }) => clientId))]
    const answerKeys = [...new Set(batch.flatMap((one) => answerKey(experimentId, one)))]
    const [found, tallied, hours, facts, answers] = await Promise.all([
      store.get('experiments', experimentId),
      store.get(TALLIES, experimentId),
      store.get(HOURS, hour),
      Promise.all(clientIds.map((id) => store.get(CLIENTS, placeOf(experimentId, id)))),
      Promise.all(answerKeys.map((key) => store.get(ANSWERS, key))),
    ])
    if (!found) throw notFound('experiment', experimentId)
    const settings = { now, date, assignment }
    const clients = new Map(clientIds.map((id, i) => [id, draftOf(facts[i], {} as ClientFacts)]))
    const remembered = new Map(answerKeys.map((key, i) => [key, draftOf(answers[i], undefined as Answer | undefined)]))
    const counts = draftOf(hours, {} as HourCounts)
    const drafts: EventDraft[] = []
    const written: Change[] = []
    const before = (tallied?.value as Tally | undefined) ?? emptyTally
    let state: State = { experiment: found.value as Experiment, tally: before }

    function take(call: Waiting): Recorded | SignalboxError {
      const [key] = answerKey(experimentId, call)
      const answer = key === undefined ? undefined : remembered.get(key)
      if (answer?.value && answer.value.at > now - DAY) return answer.value.recorded
      const client = clients.get(call.clientId)!
      try {
        const step = record(state, call.kind, { id: call.clientId, facts: client.value }, settings)
        state = { experiment: step.experiment, tally: step.tally }
        if (step.facts !== client.value) client.set(step.facts)
        if (step.isNew)
          drafts.push(
            draft('VARIANT_BINDING_CREATED', toEventBinding(experimentId, call.clientId, step.variant.id), call),
          )
        const { variant, event } = step
        const recorded: Recorded = { variant, ...(event && { event }) }
        if (event) {
          written.push({
            op: 'put',
            collection: EVENTS,
            key: placeOf(experimentId, event.id),
            value: event,
            expected: null,
          })
          drafts.push(draft('EXPERIMENT_VARIANT_EVENT_CREATED', event, call))
          counts.set(addHour(counts.value, variant.id, call.kind as 'displayed' | 'won', 1))
        }
        if (answer) answer.set({ at: now, recorded })
        return recorded
      } catch (error) {
        if (error instanceof SignalboxError) return error
        throw error
      }
    }

    const draft = (type: EventDraft['type'], payload: VariantEvent | Binding, { authInfo }: Recording): EventDraft => ({
      type,
      key: 'id' in payload ? payload.id : payload.variantBindingKey,
      domain: 'Experiment',
      payload,
      timestamp: date,
      ...(authInfo && { authInfo }),
    })

    function result(): { changes: Change[]; events: EventDraft[] } {
      if (state.tally === before) return { changes: [], events: [] }
      const changes: Change[] = [
        { op: 'check', collection: 'experiments', key: experimentId, expected: found!.version },
        { op: 'put', collection: TALLIES, key: experimentId, value: state.tally, expected: tallied?.version ?? null },
        ...counts.change(HOURS, hour),
        ...[...clients].flatMap(([id, client]) => client.change(CLIENTS, placeOf(experimentId, id))),
        ...[...remembered].flatMap(([key, answer]) => answer.change(ANSWERS, key)),
        ...written,
      ]
      return { changes, events: drafts }
    }
    return { take, result }
  }

  /** Records one call; resolves when it is committed. NOT_FOUND for an unknown experiment, CONFLICT for a new client of a disabled one. */
  return (experimentId: string, recording: Recording): Promise<Recorded> =>
    new Promise((resolve, reject) => {
      const waiting: Waiting = { ...recording, resolve, reject }
      const queue = queues.get(experimentId)
      if (queue) return void queue.push(waiting)
      const made = [waiting]
      queues.set(experimentId, made)
      queueMicrotask(() => void drain(experimentId, made))
    })
}

interface Answer {
  readonly at: number
  readonly recorded: Recorded
}

const answerKey = (experimentId: string, { kind, clientId, idempotencyKey }: Recording): string[] =>
  idempotencyKey === undefined ? [] : [placeOf(experimentId, JSON.stringify([kind, clientId, idempotencyKey]))]

/** A value of the store that may change before it is written back. */
export function draftOf<T>(stored: Versioned | undefined, otherwise: T) {
  let value = (stored?.value as T | undefined) ?? otherwise
  let changed = false
  return {
    get value() {
      return value
    },
    set(next: T) {
      value = next
      changed = true
    },
    change: (collection: string, key: string): Change[] =>
      changed ? [{ op: 'put', collection, key, value, expected: stored?.version ?? null }] : [],
  }
}

/** One display or win more in an hour. */
export function addHour(counts: HourCounts, variantId: string, kind: 'displayed' | 'won', by: number): HourCounts {
  const before = (Object.hasOwn(counts, variantId) && counts[variantId]) || { displayed: 0, won: 0 }
  return { ...counts, [variantId]: { ...before, [kind]: before[kind] + by } }
}

/** A binding as events show it, with whose it is: its key alone may be ambiguous. */
export const toEventBinding = (experimentId: string, clientId: string, variantId: string): Binding => ({
  ...toBinding(experimentId, clientId, variantId),
  experimentId,
  clientId,
})

/** A binding as nd-json shows it. */
export const toBinding = (experimentId: string, clientId: string, variantId: string): Binding => ({
  variantBindingKey: `${experimentId}:${clientId}`,
  variantId,
})
