import { originOf } from '../../machine/callers/origin.ts'
import { problem, SignalboxError } from '../../machine/errors/errors.ts'
import type { EventDraft } from '../../machine/log/event.ts'
import type { Instance } from '../../machine/records/hooks.ts'
import type { Line } from '../../machine/records/lines/lines.ts'
import { localTimestamp } from '../../machine/time/time.ts'
import type { CallContext } from '../../operation.ts'
import type { Change } from '../../ports.ts'
import { type Experiment, kindOf, toEventBinding, type VariantEvent } from '../experiment.ts'
import { CLIENTS, EVENTS, HOURS, storageKey, TALLIES } from '../storage-keys.ts'
import { pendingChange } from './pending-change.ts'
import { boundVariant, type ClientFacts, see, withBinding } from './record-event.ts'
import { add, addHour, bind, emptyTally, type HourCounts, hourOf, next, uploadedFrom, withPhase } from './tally.ts'
import { unbind } from './unbind.ts'

/** An uploaded line to be written: a variant event, or a binding where `event` is absent. */
export interface Item {
  readonly experimentId: string
  readonly clientId: string
  readonly variantId: string
  readonly event?: VariantEvent
  /** Of a binding: the place of its phase. */
  readonly phase?: number
}

/** A line that was rejected, and why. */
export interface Refused {
  readonly line: number
  readonly error: unknown
}

/**
 * One attempt to write uploaded lines of one experiment: reads everything they need once and makes one commit of them.
 */
export interface ImportBatch {
  take(line: Line<Item>): void
  /** What to commit; `changes` is empty when every line was stored already. */
  result(): {
    changes: readonly Change[]
    events: readonly EventDraft[]
    refused: readonly Refused[]
    /** How many lines bind an unbound client or add a new event. */
    created: number
  }
}

/**
 * Reads what a batch of uploaded lines needs. A line replaces the stored binding of its client, or the event with its
 * id.
 */
export async function openImportBatch(
  experimentId: string,
  lines: readonly Line<Item>[],
  { instance, call }: { instance: Instance; call: CallContext },
): Promise<ImportBatch> {
  const { store, clock, zone } = instance
  const loadAll = async <T>(collection: string, names: readonly string[], otherwise: T) =>
    new Map(
      await Promise.all(
        [...new Set(names)].map(async (name) => {
          const stored = await store.get(collection, storageKey(experimentId, name))
          return [name, pendingChange(stored, otherwise)] as const
        }),
      ),
    )
  const values = lines.map(({ value }) => value)
  const uploaded = values.flatMap(({ event }) => event ?? [])
  const [found, tallied, clients, stored] = await Promise.all([
    store.get('experiments', experimentId),
    store.get(TALLIES, experimentId),
    loadAll(
      CLIENTS,
      values.map(({ clientId }) => clientId),
      {} as ClientFacts,
    ),
    loadAll(
      EVENTS,
      uploaded.map(({ id }) => id),
      undefined as VariantEvent | undefined,
    ),
  ])
  const dates = [...uploaded, ...[...stored.values()].flatMap(({ value }) => value ?? [])].map(({ date }) => date)
  const hours = await loadAll(HOURS, dates.map(hourOf), {} as HourCounts)
  const experiment = found?.value as Experiment | undefined
  const tally = pendingChange(tallied, emptyTally)
  const events: EventDraft[] = []
  const refused: Refused[] = []
  let created = 0

  const announce = (type: EventDraft['type'], key: string, payload: unknown) =>
    events.push({
      type,
      key,
      domain: 'Experiment',
      payload,
      timestamp: localTimestamp(clock(), zone),
      ...originOf(call),
    })

  function takeBinding({ clientId, variantId, phase }: Item, all: Experiment): void {
    if (!all.variants.some(({ id }) => id === variantId)) throw unknownVariant(all.id, variantId)
    const client = clients.get(clientId)!
    const before = boundVariant({ experiment: all, tally: tally.value }, client.value)
    if (before?.id === variantId) return
    const { variantId: _bound, age, ...unbound } = client.value
    const without = before
      ? unbind(tally.value, { variantId: before.id, ...(age !== undefined && { age }) })
      : tally.value
    tally.set(bind(withPhase(without, all.variants), variantId, { now: clock() }))
    const bound = withBinding(before ? unbound : client.value, { variantId, age: tally.value.sequence }, clock())
    client.set({ ...bound, ...(phase !== undefined && { phase: uploadedFrom(phase) }) })
    const binding = toEventBinding(experimentId, clientId, variantId)
    if (before) return
    created++
    announce('VARIANT_BINDING_CREATED', binding.variantBindingKey, binding)
  }

  function takeEvent(event: VariantEvent): void {
    const place = stored.get(event.id)!
    const before = place.value
    if (before && !isSame(before, event))
      throw invalid(
        '/id',
        'error.data.exists',
        `The id ${event.id.slice(0, 100)} is taken by a different event: give this event its own id`,
      )
    if (before && JSON.stringify(before) === JSON.stringify(event)) return
    place.set(event)
    if (before) countHour(before, -1)
    countHour(event, 1)
    if (!before) {
      const counted = add(next(tally.value), event.variantId, { [kindOf(event)]: 1 })
      tally.set({ ...counted, sequence: Math.max(counted.sequence, numberOf(event.id)) })
      created++
      announce('EXPERIMENT_VARIANT_EVENT_CREATED', event.id, event)
    }
    const client = clients.get(event.clientId)!
    const seen = see({ tally: tally.value, facts: client.value }, event.variantId, kindOf(event), event.date)
    if (seen.facts === client.value) return
    tally.set(seen.tally)
    client.set(seen.facts)
  }

  function countHour(event: VariantEvent, by: 1 | -1): void {
    const hour = hours.get(hourOf(event.date))!
    hour.set(addHour(hour.value, event.variantId, kindOf(event), by))
  }

  return {
    take({ line, value }) {
      try {
        if (!experiment) throw unknownExperiment(experimentId)
        if (value.event) takeEvent(value.event)
        else takeBinding(value, experiment)
      } catch (error) {
        refused.push({ line, error })
      }
    },
    result() {
      const changes: Change[] = [
        ...tally.change(TALLIES, experimentId),
        ...[...clients].flatMap(([id, client]) => client.change(CLIENTS, storageKey(experimentId, id))),
        ...[...hours].flatMap(([hour, counts]) => counts.change(HOURS, storageKey(experimentId, hour))),
        ...[...stored].flatMap(([id, event]) => event.change(EVENTS, storageKey(experimentId, id))),
      ]
      if (changes.length > 0 && found)
        changes.unshift({ op: 'check', collection: 'experiments', key: experimentId, expected: found.version })
      return { changes, events, refused, created }
    },
  }
}

const isSame = (one: VariantEvent, other: VariantEvent): boolean =>
  one.variantId === other.variantId && one.clientId === other.clientId && one['@type'] === other['@type']

/** Returns the number at the end of an event's id; 0 if it has none. */
const numberOf = (id: string): number => {
  const text = /:(\d{1,15})$/.exec(id)?.[1]
  return text === undefined ? 0 : Number(text)
}

/** The error for a line with an invalid member. */
export const invalid = (pointer: string, code: string, message: string) =>
  new SignalboxError('INVALID', message, { fieldErrors: { [pointer]: [problem(code)] } })

/** The error for an experiment that does not exist. */
export const unknownExperiment = (id: string) =>
  invalid('/experimentId', 'error.experiment.unknown', `Experiment ${id} does not exist`)

/** The error for a variant that does not exist. */
export const unknownVariant = (experimentId: string, variantId: string) =>
  invalid('/variantId', 'error.variant.unknown', `Experiment ${experimentId} has no variant ${variantId}`)
