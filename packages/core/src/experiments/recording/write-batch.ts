import { demand } from '../../machine/callers/caller.ts'
import { originOf } from '../../machine/callers/origin.ts'
import { SignalboxError } from '../../machine/errors/errors.ts'
import type { CallContext } from '../../operation.ts'
import { checkClient } from '../eligibility.ts'
import type { ExperimentRecord, RecordResult } from './record-batch.ts'
import type { RecordCall } from './recorder.ts'

/**
 * Writes records in their order, and returns the outcome of each. Rejects if the store fails: then some records may be
 * written, and the batch can be sent again with the same keys.
 */
export async function writeBatch(
  records: readonly ExperimentRecord[],
  { record, call }: { readonly record: RecordCall; readonly call: CallContext },
): Promise<{ results: RecordResult[] }> {
  const { caller } = call
  const origin = originOf(call)
  const write = async ({ experiment, ...recording }: ExperimentRecord, i: number) => {
    checkClient(recording.context, recording.clientId, `/records/${i}/context`)
    demand(caller, 'R', 'Experiment', experiment)
    return record(experiment, { ...recording, origin })
  }
  const settled = await Promise.allSettled(records.map(write))
  return {
    results: settled.map((outcome) =>
      outcome.status === 'fulfilled' ? { variant: outcome.value.variant.id } : refusal(outcome.reason),
    ),
  }
}

/** Failures that a repetition does not change. */
const final: ReadonlySet<string> = new Set(['INVALID', 'NOT_FOUND', 'FORBIDDEN', 'CONFLICT'])

function refusal(error: unknown): RecordResult {
  if (error instanceof SignalboxError && final.has(error.code)) return { code: error.code, message: error.message }
  throw error
}
