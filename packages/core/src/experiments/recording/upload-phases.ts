import type { Answer } from '../../machine/answers/answer.ts'
import { demand } from '../../machine/callers/caller.ts'
import type { Instance } from '../../machine/records/hooks.ts'
import { type Flushed, type ImportResult, noLines, readLines, together } from '../../machine/records/lines/lines.ts'
import { validate } from '../../machine/schema/validate.ts'
import type { CallContext } from '../../operation.ts'
import { type Phases, phasesSchema } from '../experiment.ts'
import { TALLIES } from '../storage-keys.ts'
import { unknownExperiment } from './import-batch.ts'
import { asUploaded, emptyTally, type Phase, type Tally, uploadedFrom } from './tally.ts'

/** Imports phases: each line replaces the phases of its experiment and leaves all other counters unchanged. */
export function uploadPhases(
  { store, note, closing }: Instance,
  body: Iterable<unknown> | AsyncIterable<unknown>,
  { signal, caller }: CallContext,
): Promise<Answer<ImportResult>> {
  /** Writes one line, and retries if another writer was faster. */
  async function write({ experimentId, since, phases }: Phases): Promise<Flushed> {
    for (;;) {
      const [experiment, found] = await Promise.all([
        store.get('experiments', experimentId),
        store.get(TALLIES, experimentId),
      ])
      if (!experiment) throw unknownExperiment(experimentId)
      const before = (found?.value as Tally | undefined) ?? emptyTally
      const value: Tally = { ...before, phases: phases.map(begun), ...(since !== undefined && { since }) }
      if (found && isSame(before, value)) return { accepted: 1, created: 0 }
      const committed = await note([
        { op: 'check', collection: 'experiments', key: experimentId, expected: experiment.version },
        { op: 'put', collection: TALLIES, key: experimentId, value, expected: found?.version ?? null },
      ])
      if ('versions' in committed) return { accepted: 1, created: 1 }
    }
  }

  return readLines<Phases>(body, {
    signals: signal ? [closing, signal] : [closing],
    accept(line) {
      const value = validate(phasesSchema, line, 'The line')
      demand(caller, 'C', 'Experiment', value.experimentId)
      return value
    },
    keyOf: ({ experimentId }) => experimentId,
    most: 1,
    async flush(batch) {
      const flushed: Flushed[] = []
      for (const { line, value } of batch)
        flushed.push(await write(value).catch((error) => ({ ...noLines, refused: [{ line, error }] })))
      return flushed.reduce(together, noLines)
    },
  })
}

/** An uploaded phase. With its users, it can count later users. */
const begun = (phase: Phase, place: number): Phase => (phase.seen ? { ...phase, from: uploadedFrom(place) } : phase)

/**
 * Whether a line changes nothing. Any other line counts as created, even if it replaces phases that were derived from
 * uploaded bindings.
 */
const isSame = (one: Tally, other: Tally): boolean =>
  one.since === other.since &&
  JSON.stringify(one.phases.map(asUploaded)) === JSON.stringify(other.phases.map(asUploaded))
