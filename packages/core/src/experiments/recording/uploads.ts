import { demand, forbidden, may } from '../../machine/callers/caller.ts'
import type { Instance } from '../../machine/records/hooks.ts'
import { type Flushed, type Line, noLines, readLines, together } from '../../machine/records/lines/lines.ts'
import { validate } from '../../machine/schema/validate.ts'
import type { TimeZone } from '../../machine/time/time.ts'
import { toTimestamp } from '../../machine/time/written-date.ts'
import type { CallContext } from '../../operation.ts'
import {
  type Binding,
  bindingSchema,
  clientIdSchema,
  type Experiment,
  type VariantEvent,
  variantEventSchema,
} from '../experiment.ts'
import { storageKey } from '../storage-keys.ts'
import { parseBindingKey } from './binding-key.ts'
import { type Item, invalid, openImportBatch, unknownExperiment, unknownVariant } from './import-batch.ts'

type Body = Iterable<unknown> | AsyncIterable<unknown>

/** Imports bindings and variant events: each line creates or replaces one. */
export function createUploads(instance: Instance) {
  const { note, closing, applied } = instance

  /** Writes a batch with one commit per experiment. */
  async function flush(batch: readonly Line<Item>[], call: CallContext): Promise<Flushed> {
    const byExperiment = Map.groupBy(batch, ({ value }) => value.experimentId)
    const flushed: Flushed[] = []
    for (const [experimentId, lines] of byExperiment) flushed.push(await write(experimentId, lines, call))
    return flushed.reduce(together, noLines)
  }

  /** Writes lines of one experiment, and retries if another writer was faster. */
  async function write(experimentId: string, lines: readonly Line<Item>[], call: CallContext): Promise<Flushed> {
    for (;;) {
      const intake = await openImportBatch(experimentId, lines, { instance, call })
      for (const line of lines) intake.take(line)
      const { changes, events, refused, created } = intake.result()
      const flushed = { accepted: lines.length - refused.length, created, refused }
      if (changes.length === 0) return flushed
      const committed = await note(changes, events)
      if ('conflict' in committed) continue
      await applied(committed.events.at(-1)?._id ?? 0)
      return flushed
    }
  }

  /** Reads an upload. `toItem` turns each line into an item and can look up experiments. */
  function upload(
    body: Body,
    { signal, ...call }: CallContext,
    toItem: (line: unknown, experiments: Experiments) => Item | Promise<Item>,
  ) {
    const experiments = experimentsOf(instance)
    return readLines<Item>(body, {
      signals: signal ? [closing, signal] : [closing],
      async accept(line) {
        const item = await toItem(line, experiments)
        demand(call.caller, 'C', 'Experiment', item.experimentId)
        validate(clientIdSchema, item.clientId, 'The client id')
        const experiment = await experiments.find(item.experimentId)
        if (!experiment) throw unknownExperiment(item.experimentId)
        if (!item.event && !experiment.variants.some(({ id }) => id === item.variantId))
          throw unknownVariant(experiment.id, item.variantId)
        return item
      },
      keyOf: ({ experimentId, clientId, event }) => storageKey(experimentId, event?.id ?? clientId),
      async flush(batch) {
        experiments.forget()
        return flush(batch, call)
      },
    })
  }

  return {
    bindings: (body: Body, call: CallContext) =>
      upload(body, call, async (line, experiments) => {
        const binding = validate(bindingSchema, line, 'The binding')
        const { experimentId, clientId, variantId, phase } = binding
        const bound = { variantId, ...(phase !== undefined && { phase }) }
        if (experimentId !== undefined && clientId !== undefined) return { experimentId, clientId, ...bound }
        return { ...(await whoseIs(binding, experiments, call)), ...bound }
      }),
    events: (body: Body, call: CallContext) => upload(body, call, (line) => toEventItem(line, instance.zone)),
  }
}

/**
 * Finds the experiment and client of a binding that has only a key: the longest existing experiment id that the caller
 * may write and that begins the key.
 */
async function whoseIs({ variantBindingKey: key }: Binding, experiments: Experiments, { caller }: CallContext) {
  const inside = [...parseBindingKey(key)].filter((reading) => may(caller, 'C', 'Experiment', reading.experimentId))
  for (const reading of inside) if (await experiments.find(reading.experimentId)) return reading
  if (inside.length === 0)
    throw forbidden(`the caller lacks the right C (create) on the Experiment of the binding ${key.slice(0, 100)}`)
  throw invalid(
    '/variantBindingKey',
    'error.experiment.unknown',
    `There is no experiment for the key ${key.slice(0, 100)}: it must begin with the id of an existing experiment`,
  )
}

/**
 * Validates an uploaded event. Its id must begin with the experiment's id, because it becomes the key of the change
 * event, against which grants are checked; another id could pass for another experiment's.
 */
function toEventItem(line: unknown, zone: TimeZone): Item {
  const sent: VariantEvent = validate(variantEventSchema, line, 'The event')
  const event = { ...sent, date: toTimestamp(sent.date, zone) as string }
  const { id, experimentId, variant, variantId } = event
  if (variant.id !== variantId)
    throw invalid(
      '/variantId',
      'error.variant.unknown',
      `variantId is ${variantId}, but variant.id is ${variant.id}: both must name the same variant`,
    )
  if (id.startsWith(`${experimentId}:`)) return { ...event, event }
  const rule = `the id of an event of experiment ${experimentId} must begin with ${experimentId}:`
  throw invalid('/id', 'error.event.id', `The id ${id.slice(0, 100)} is invalid: ${rule}`)
}

/** Looks up experiments by id. */
interface Experiments {
  find(id: string): Promise<Experiment | undefined>
  forget(): void
}

const MOST_KNOWN = 1000

/** Caches experiments until `forget`: most lines of an upload belong to the same few. */
function experimentsOf({ store }: Instance): Experiments {
  const known = new Map<string, Promise<Experiment | undefined>>()
  const load = async (id: string) => (await store.get('experiments', id))?.value as Experiment | undefined
  return {
    find(id) {
      if (known.size >= MOST_KNOWN) known.clear()
      const found = known.get(id) ?? load(id)
      known.set(id, found)
      return found
    },
    forget: () => known.clear(),
  }
}
