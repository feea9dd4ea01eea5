import type { Config } from '@signalbox/core/contract'
import { checkValuesOf } from '@signalbox/core/targeting'
import { problemsOf } from '../../saving/problems.ts'

/** The sentences about values that are not of the type of a config, and about the type itself, by JSON Pointer. */
export async function valueProblems(config: Config): Promise<Readonly<Record<string, readonly string[]>>> {
  try {
    await checkValuesOf(config)
    return {}
  } catch (error) {
    return Object.fromEntries(problemsOf(error))
  }
}
