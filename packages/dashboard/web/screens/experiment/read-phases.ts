import { api } from '../../calls/api.ts'
import { isId } from '../../tree/exact-patterns.ts'
import type { Phases } from './phases.ts'

/** Reads the phases of an experiment; `undefined` if it has none yet. */
export async function readPhases(id: string, signal: AbortSignal): Promise<Phases | undefined> {
  if (!isId(id)) return undefined
  for await (const line of await api.experiments.exportPhases({ pattern: id }, { signal })) return line
  return undefined
}
