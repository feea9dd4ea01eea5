import { loadPatterns } from '../../conditions/load-patterns.ts'
import { type Problems, problem } from '../../machine/errors/errors.ts'
import type { ValueType } from '../config.ts'
import { checkValues, MOST_STEPS, type PlacedValue } from './check-value.ts'
import { mayHavePatterns, readSchema } from './read-schema.ts'

/**
 * Schemas come from callers, so this interpreter counts its steps, matches regular expressions in linear time and follows
 * no remote reference. The libraries for JSON Schema do neither of the first two, and most generate code, which workers
 * forbid.
 */

/** The problems of a type, or of the values that must fit it, by JSON pointer; empty if all are valid. */
export async function problemsOfType(
  type: Exclude<ValueType, string>,
  values: readonly PlacedValue[],
): Promise<Problems['fieldErrors']> {
  const engine = mayHavePatterns(type) ? await loadPatterns() : undefined
  const schema = readSchema(type, { place: '/type', engine })
  if ('problems' in schema) return schema.problems
  return checkValues(schema, values) ?? { '/type': [problem('error.schema.steps', MOST_STEPS)] }
}
