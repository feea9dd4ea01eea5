import { failure, notFound, problem, SignalboxError } from '../../machine/errors/errors.ts'
import type { EventDraft } from '../../machine/log/event.ts'
import type { Instance } from '../../machine/records/hooks.ts'
import { localTimestamp } from '../../machine/time/time.ts'
import type { Change, Reads } from '../../ports.ts'
import type { Assignment } from '../assign.ts'
import type { Eligibility } from '../eligibility.ts'
import { type Binding, type Experiment, toEventBinding, type VariantEvent } from '../experiment.ts'
import { CLIENTS, EVENTS, HOURS, storageKey, TALLIES } from '../storage-keys.ts'
import { openAnswers } from './answers.ts'
import { pendingChange } from './pending-change.ts'
import { boundVariant, type ClientFacts, type RecordingState, recordEvent, shippedVariant } from './record-event.ts'
import type { Recorded, Recording } from './recording.ts'
import { addHour, emptyTally, type HourCounts, hourOf, type Tally } from './tally.ts'

/** One attempt to record calls on one experiment: reads everything they need once and makes one commit of them. */
export interface RecordingBatch {
  /** Applies the next call. A failure is returned and does not affect the other calls. */
  take(call: Recording): Recorded | SignalboxError
  /** What to commit; `changes` is empty when nothing is new. */
  result(): { changes: readonly Change[]; events: readonly EventDraft[] }
}

interface RecordingParts {
  readonly instance: Instance
  /** Reads the records of the experiment. */
  readonly get: Reads['get']
  readonly assignment: Assignment
  readonly eligibility: Eligibility
}

/** Reads what a batch of calls needs. Throws NOT_FOUND for an unknown experiment. */
export async function openRecordingBatch(
  experimentId: string,
  batch: readonly Recording[],
  { instance, get, assignment, eligibility }: RecordingParts,
): Promise<RecordingBatch> {
  const { store, clock, zone } = instance
  const now = clock()
  const date = localTimestamp(now, zone)
  const hour = storageKey(experimentId, hourOf(date))
  const clientIds = [...new Set(batch.map(({ clientId }) => clientId))]
  // The tally is read first: a later write of a client also writes the tally, and the commit fails.
  const [found, tallied] = await Promise.all([get('experiments', experimentId), get(TALLIES, experimentId)])
  const [hours, facts, answers] = await Promise.all([
    get(HOURS, hour),
    Promise.all(clientIds.map((id) => get(CLIENTS, storageKey(experimentId, id)))),
    openAnswers(store, experimentId, { calls: batch, now }),
  ])
  if (!found) throw notFound('experiment', experimentId)
  const settings = { now, date, assignment, judge: await eligibility.judgeOf(found) }
  const place = { domain: 'Experiment', timestamp: date } as const
  const clients = new Map(clientIds.map((id, i) => [id, pendingChange(facts[i], {} as ClientFacts)]))
  const counts = pendingChange(hours, {} as HourCounts)
  const events: EventDraft[] = []
  const written: Change[] = []
  const before = (tallied?.value as Tally | undefined) ?? emptyTally
  const isShipped = shippedVariant(found.value as Experiment) !== undefined
  let state: RecordingState = { experiment: found.value as Experiment, tally: before }

  function take(call: Recording): Recorded | SignalboxError {
    const client = clients.get(call.clientId)!
    try {
      const known = answers.find(call)
      if (known) return known
      if (call.ifDisplayed && !isShipped && !wasDisplayed(state, client.value))
        return neverDisplayed(experimentId, call.clientId)
      const step = recordEvent(
        state,
        call.kind,
        { id: call.clientId, facts: client.value, context: call.context },
        settings,
      )
      state = { experiment: step.experiment, tally: step.tally }
      if (step.facts !== client.value) client.set(step.facts)
      const { variant, event } = step
      if (step.isNew) announceBinding(toEventBinding(experimentId, call.clientId, variant.id), call)
      if (event) write(event, call)
      const recorded: Recorded = { variant, ...(event && { event }) }
      answers.remember(call, recorded)
      return recorded
    } catch (error) {
      if (error instanceof SignalboxError) return error
      throw error
    }
  }

  function announceBinding(binding: Binding, { origin }: Recording): void {
    const key = binding.variantBindingKey
    events.push({ type: 'VARIANT_BINDING_CREATED', key, payload: binding, ...place, ...origin })
  }

  function write(event: VariantEvent, { kind, origin }: Recording): void {
    const key = storageKey(experimentId, event.id)
    const type = 'EXPERIMENT_VARIANT_EVENT_CREATED'
    written.push({ op: 'put', collection: EVENTS, key, value: event, expected: null })
    events.push({ type, key: event.id, payload: event, ...place, ...origin })
    counts.set(addHour(counts.value, event.variantId, kind as 'displayed' | 'won', 1))
  }

  function result() {
    if (state.tally === before) return { changes: [], events: [] }
    const { version } = found!
    const changes: Change[] = [
      { op: 'check', collection: 'experiments', key: experimentId, expected: version },
      { op: 'put', collection: TALLIES, key: experimentId, value: state.tally, expected: tallied?.version ?? null },
      ...counts.change(HOURS, hour),
      ...[...clients].flatMap(([id, client]) => client.change(CLIENTS, storageKey(experimentId, id))),
      ...answers.changes(),
      ...written,
    ]
    return { changes, events }
  }
  return { take, result }
}

/** Whether a client saw the variant to which it is bound. */
function wasDisplayed(state: RecordingState, facts: ClientFacts): boolean {
  const { id } = boundVariant(state, facts) ?? {}
  return id !== undefined && Object.hasOwn(facts.seen ?? {}, id) && facts.seen?.[id]?.displayed !== undefined
}

const neverDisplayed = (experimentId: string, clientId: string): SignalboxError =>
  failure(
    'CONFLICT',
    `Client ${clientId} of experiment ${experimentId} was never displayed, and the record requires it (ifDisplayed)`,
    problem('error.experiment.not.displayed', experimentId, clientId),
  )
