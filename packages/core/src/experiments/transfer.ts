import { demand, forbidden, may } from '../access/caller.ts'
import { problem, SignalboxError } from '../errors.ts'
import type { EventDraft } from '../events/event.ts'
import type { CallContext } from '../operation.ts'
import type { Change } from '../ports.ts'
import type { Instance } from '../records/collection.ts'
import type { Flushed, Line } from '../records/lines.ts'
import { readLines } from '../records/lines.ts'
import { localTimestamp } from '../time.ts'
import { validate } from '../validate.ts'
import type { Binding, Experiment, VariantEvent } from './experiment.ts'
import { bindingSchema, clientIdSchema, variantEventSchema } from './experiment.ts'
import { CLIENTS, EVENTS, fromPlace, HOURS, placeOf, TALLIES } from './places.ts'
import type { ClientFacts } from './record.ts'
import { boundVariant, see } from './record.ts'
import type { HourCounts } from './recorder.ts'
import { addHour, draftOf, toBinding, toEventBinding } from './recorder.ts'
import type { Tally } from './tally.ts'
import { add, bind, emptyTally, next, withPhase } from './tally.ts'

type Body = Iterable<unknown> | AsyncIterable<unknown>

/** A line that is about to be written: one of both. */
interface Item {
  readonly experimentId: string
  readonly clientId: string
  readonly variantId: string
  readonly event?: VariantEvent
}

/** nd-json of bindings and variant events: what is exported here is imported elsewhere without loss. */
export function createTransfer(instance: Instance) {
  const { store, clock, zone, closing, applied } = instance

  const findExperiment = async (id: string) => (await store.get('experiments', id))?.value as Experiment | undefined

  /** Whose binding a line is: as it says, else by the longest stored experiment id inside the grants that begins its key. */
  async function resolve(
    { variantBindingKey: key, experimentId, clientId, variantId }: Binding,
    isInside: (id: string) => boolean,
  ): Promise<Item> {
    if (experimentId !== undefined && clientId !== undefined) return { experimentId, clientId, variantId }
    let isForbidden = true
    for (let at = key.lastIndexOf(':'); at > 0; at = key.lastIndexOf(':', at - 1)) {
      const id = key.slice(0, at)
      if (!isInside(id)) continue
      isForbidden = false
      if (await findExperiment(id)) return { experimentId: id, clientId: key.slice(at + 1), variantId }
    }
    if (isForbidden) throw forbidden(`no Experiment that ${key.slice(0, 100)} may be of is among the caller's`)
    throw invalid('/variantBindingKey', 'error.experiment.unknown', `No experiment's id begins ${key.slice(0, 100)}`)
  }

  async function checked(item: Item, { caller }: CallContext): Promise<Item> {
    demand(caller, 'C', 'Experiment', item.experimentId)
    validate(clientIdSchema, item.clientId, 'The client id')
    const experiment = await findExperiment(item.experimentId)
    if (!experiment)
      throw invalid('/experimentId', 'error.experiment.unknown', `Experiment ${item.experimentId} does not exist`)
    if (!item.event && !experiment.variants.some(({ id }) => id === item.variantId))
      throw invalid(
        '/variantId',
        'error.variant.unknown',
        `Experiment ${experiment.id} has no variant ${item.variantId}`,
      )
    return item
  }

  /** Writes what a batch holds, one commit an experiment. */
  async function flush(batch: readonly Line<Item>[], call: CallContext): Promise<Flushed> {
    const byExperiment = Map.groupBy(batch, ({ value }) => value.experimentId)
    const refused: { line: number; error: unknown }[] = []
    for (const [experimentId, lines] of byExperiment) refused.push(...(await write(experimentId, lines, call)))
    return { accepted: batch.length - refused.length, refused }
  }

  async function write(experimentId: string, lines: readonly Line<Item>[], call: CallContext) {
    for (;;) {
      const pass = await openPass(experimentId, lines, call)
      for (const line of lines) pass.take(line)
      const { changes, events, refused } = pass.result()
      if (changes.length === 0) return refused
      const committed = await store.commit(changes, events)
      if ('conflict' in committed) continue
      await applied(committed.events.at(-1)?._id ?? 0)
      return refused
    }
  }

  async function openPass(experimentId: string, lines: readonly Line<Item>[], { caller }: CallContext) {
    const load = async <T>(collection: string, name: string, otherwise: T) =>
      [name, draftOf(await store.get(collection, placeOf(experimentId, name)), otherwise)] as const
    const distinct = (names: readonly string[]) => [...new Set(names)]
    const values = lines.map(({ value }) => value)
    const events = values.flatMap(({ event }) => event ?? [])
    const [found, tallied] = [await store.get('experiments', experimentId), await store.get(TALLIES, experimentId)]
    const tally = draftOf(tallied, emptyTally)
    const clients = new Map(
      await Promise.all(
        distinct(values.map(({ clientId }) => clientId)).map((id) => load(CLIENTS, id, {} as ClientFacts)),
      ),
    )
    const hours = new Map(
      await Promise.all(
        distinct(events.map(({ date }) => date.slice(0, 13))).map((hour) => load(HOURS, hour, {} as HourCounts)),
      ),
    )
    const stored = new Map(
      await Promise.all(
        distinct(events.map(({ id }) => id)).map((id) => load(EVENTS, id, undefined as VariantEvent | undefined)),
      ),
    )
    const drafts: EventDraft[] = []
    const refused: { line: number; error: unknown }[] = []
    const experiment = found?.value as Experiment | undefined

    const announce = (type: EventDraft['type'], key: string, payload: unknown) =>
      drafts.push({
        type,
        key,
        domain: 'Experiment',
        payload,
        timestamp: localTimestamp(clock(), zone),
        ...(caller.authInfo && { authInfo: caller.authInfo }),
      })

    function takeBinding({ clientId, variantId }: Item, all: Experiment): void {
      const client = clients.get(clientId)!
      const before = boundVariant({ experiment: all, tally: tally.value }, client.value)
      if (before?.id === variantId) return
      const present = withPhase(tally.value, all.variants)
      const without = before ? bind(present, before.id, -1, clock()) : present
      tally.set(bind(without, variantId, 1, clock()))
      client.set({ ...client.value, variantId, age: tally.value.sequence })
      const binding = toEventBinding(experimentId, clientId, variantId)
      if (!before) announce('VARIANT_BINDING_CREATED', binding.variantBindingKey, binding)
    }

    function takeEvent(event: VariantEvent): void {
      const kind = event['@type'] === 'VariantDisplayedEvent' ? 'displayed' : 'won'
      const [client, hour, place] = [
        clients.get(event.clientId)!,
        hours.get(event.date.slice(0, 13))!,
        stored.get(event.id)!,
      ]
      const before = place.value
      if (
        before &&
        (before.variantId !== event.variantId ||
          before.clientId !== event.clientId ||
          before['@type'] !== event['@type'])
      )
        throw invalid('/id', 'error.data.exists', `Another event has the id ${event.id.slice(0, 100)}`)
      place.set(event)
      if (!before) {
        const counted = add(next(tally.value), event.variantId, { [kind]: 1 })
        tally.set({ ...counted, sequence: Math.max(counted.sequence, numberOf(event.id)) })
        hour.set(addHour(hour.value, event.variantId, kind, 1))
        announce('EXPERIMENT_VARIANT_EVENT_CREATED', event.id, event)
      }
      const seen = see({ tally: tally.value, facts: client.value }, event.variantId, kind, event.date)
      if (seen.facts === client.value) return
      tally.set(seen.tally)
      client.set(seen.facts)
    }

    return {
      take({ line, value }: Line<Item>): void {
        try {
          if (!experiment) throw invalid('', 'error.experiment.unknown', `Experiment ${experimentId} does not exist`)
          if (value.event) takeEvent(value.event)
          else takeBinding(value, experiment)
        } catch (error) {
          refused.push({ line, error })
        }
      },
      result() {
        const changes: Change[] = [
          ...tally.change(TALLIES, experimentId),
          ...[...clients].flatMap(([id, client]) => client.change(CLIENTS, placeOf(experimentId, id))),
          ...[...hours].flatMap(([hour, counts]) => counts.change(HOURS, placeOf(experimentId, hour))),
          ...[...stored].flatMap(([id, event]) => event.change(EVENTS, placeOf(experimentId, id))),
        ]
        if (changes.length > 0 && found)
          changes.unshift({ op: 'check', collection: 'experiments', key: experimentId, expected: found.version })
        return { changes, events: drafts, refused }
      },
    }
  }

  const signalsOf = ({ signal }: CallContext) => (signal ? [closing, signal] : [closing])

  /** The experiments that a caller may read, whose ids match. */
  async function* readable(pattern: string | undefined, { caller }: CallContext): AsyncGenerator<Experiment> {
    const where = [pattern ?? '*', caller.patterns('R', 'Experiment')]
    for await (const { value } of store.scan('experiments', { where })) yield value as Experiment
  }

  return {
    importBindings: (body: Body, call: CallContext) =>
      readLines<Item>(body, {
        signals: signalsOf(call),
        async accept(line) {
          const isInside = (id: string) => may(call.caller, 'C', 'Experiment', id)
          return checked(await resolve(validate(bindingSchema, line, 'The binding'), isInside), call)
        },
        keyOf: ({ experimentId, clientId }) => placeOf(experimentId, clientId),
        flush: (batch) => flush(batch, call),
      }),
    importEvents: (body: Body, call: CallContext) =>
      readLines<Item>(body, {
        signals: signalsOf(call),
        accept(line) {
          const event = validate(variantEventSchema, line, 'The event')
          if (event.variant.id !== event.variantId)
            throw invalid('/variantId', 'error.variant.unknown', `The event shows variant ${event.variant.id}`)
          return checked({ ...event, event }, call)
        },
        keyOf: ({ experimentId, event }) => placeOf(experimentId, event?.id ?? ''),
        flush: (batch) => flush(batch, call),
      }),
    async *exportEvents(pattern: string | undefined, call: CallContext): AsyncGenerator<VariantEvent> {
      for await (const { id } of readable(pattern, call))
        for await (const { value } of store.scan(EVENTS, { where: [placeOf(id, '*')] })) yield value as VariantEvent
    },
    async *exportBindings(pattern: string | undefined, call: CallContext): AsyncGenerator<Binding> {
      for await (const experiment of readable(pattern, call)) {
        const tally = ((await store.get(TALLIES, experiment.id))?.value as Tally | undefined) ?? emptyTally
        for await (const { key, value } of store.scan(CLIENTS, { where: [placeOf(experiment.id, '*')] })) {
          const variant = boundVariant({ experiment, tally }, value as ClientFacts)
          if (!variant) continue
          const { name: clientId } = fromPlace(key)
          const binding = toBinding(experiment.id, clientId, variant.id)
          const { experimentId } = await resolve(binding, () => true)
          yield experimentId === experiment.id ? binding : { ...binding, experimentId: experiment.id, clientId }
        }
      }
    },
  }
}

/** The number at the end of an event's id; 0 when it has none. */
const numberOf = (id: string): number => {
  const text = /:(\d{1,15})$/.exec(id)?.[1]
  return text === undefined ? 0 : Number(text)
}

const invalid = (pointer: string, code: string, message: string) =>
  new SignalboxError('INVALID', message, { fieldErrors: { [pointer]: [problem(code)] } })
