import type { SignalboxError } from '../../machine/errors/errors.ts'
import { isObject } from '../../machine/json/json.ts'
import type { Masking } from './masking.ts'
import type { RunResult } from './run.ts'
import type { RunDetails } from './run-schema.ts'
import { shortenForLog } from './shorten-for-log.ts'

/** How a run ended. */
export type RunOutcome = RunResult | SignalboxError

/** The details of a run that are kept: without its secrets, and with a shortened input and result. */
export function detailsOf(input: unknown, outcome: RunOutcome, masking: Masking): RunDetails {
  const brief = (value: unknown) => shortenForLog(value ?? null, masking)
  if (!(outcome instanceof Error)) {
    const { result, journal, omitted, logs } = outcome
    return { input: brief(input), result: brief(result), journal: [...journal], omitted, logs: [...logs] }
  }
  const { message, members } = outcome
  const { node, journal = [], omitted = 0, logs = [] } = (isObject(members) ? members : {}) as Partial<RunDetails>
  return { input: brief(input), message, ...(typeof node === 'string' && { node }), journal, omitted, logs }
}
