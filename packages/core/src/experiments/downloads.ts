import type { CallContext } from '../operation.ts'
import type { Reads } from '../ports.ts'
import { type Binding, type Experiment, type Phases, toBinding, type VariantEvent } from './experiment.ts'
import { parseBindingKey } from './recording/binding-key.ts'
import { boundVariant, type ClientFacts, phaseOf } from './recording/record-event.ts'
import { asUploaded, emptyTally, placeOfPhase, type Tally } from './recording/tally.ts'
import { CLIENTS, EVENTS, fromStorageKey, storageKey, TALLIES } from './storage-keys.ts'

/**
 * Streams bindings, variant events and phases of the experiments that the caller may read and whose ids match the
 * pattern.
 */
export function createDownloads(store: Reads) {
  async function* experiments(pattern: string | undefined, { caller }: CallContext): AsyncGenerator<Experiment> {
    const where = [pattern ?? '*', caller.patterns('R', 'Experiment')]
    for await (const { value } of store.scan('experiments', { where })) yield value as Experiment
  }

  /**
   * Ids of stored experiments that begin with this id and a colon: a binding key could also be read as belonging to one
   * of them.
   */
  async function idsBelow(experimentId: string): Promise<ReadonlySet<string>> {
    const ids = new Set<string>()
    for await (const { key } of store.scan('experiments', { where: [`${experimentId}:*`] })) ids.add(key)
    return ids
  }

  async function* bindingsOf(experiment: Experiment): AsyncGenerator<Binding> {
    const { id: experimentId } = experiment
    const tally = ((await store.get(TALLIES, experimentId))?.value as Tally | undefined) ?? emptyTally
    const others = await idsBelow(experimentId)
    for await (const { key, value } of store.scan(CLIENTS, { where: [storageKey(experimentId, '*')] })) {
      const variant = boundVariant({ experiment, tally }, value as ClientFacts)
      if (!variant) continue
      const { name: clientId } = fromStorageKey(key)
      const place = placeOfPhase(tally, phaseOf(tally, value as ClientFacts, variant.id))
      const binding = {
        ...toBinding(experimentId, clientId, variant.id),
        ...(tally.phases.length > 1 && place >= 0 && { phase: place }),
      }
      const readings = others.size === 0 ? [] : [...parseBindingKey(binding.variantBindingKey)]
      const isAmbiguous = readings.some((reading) => others.has(reading.experimentId))
      yield isAmbiguous ? { ...binding, experimentId, clientId } : binding
    }
  }

  return {
    async *bindings(pattern: string | undefined, call: CallContext): AsyncGenerator<Binding> {
      for await (const experiment of experiments(pattern, call)) yield* bindingsOf(experiment)
    },
    async *phases(pattern: string | undefined, call: CallContext): AsyncGenerator<Phases> {
      for await (const { id: experimentId } of experiments(pattern, call)) {
        const { since, phases } = ((await store.get(TALLIES, experimentId))?.value as Tally | undefined) ?? emptyTally
        if (phases.length > 0)
          yield {
            experimentId,
            ...(since !== undefined && { since }),
            phases: phases.map(asUploaded),
          }
      }
    },
    async *events(pattern: string | undefined, call: CallContext): AsyncGenerator<VariantEvent> {
      for await (const { id } of experiments(pattern, call))
        for await (const { value } of store.scan(EVENTS, { where: [storageKey(id, '*')] })) yield value as VariantEvent
    },
  }
}
