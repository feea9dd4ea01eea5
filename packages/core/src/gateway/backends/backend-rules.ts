import { type Problem, problem } from '../../machine/errors/errors.ts'
import { isObject, own } from '../../machine/json/json.ts'

/**
 * Problems of a backend beyond its schema, by JSON pointer into `{backend}`: if all weights are 0, no target can be
 * chosen. Accepts any value.
 */
export function problemsOfBackend(record: unknown): Record<string, readonly Problem[]> {
  const backend = isObject(record) ? own(record, 'backend') : undefined
  const targets = isObject(backend) ? own(backend, 'targets') : undefined
  const isIdle =
    Array.isArray(targets) && targets.length > 0 && targets.every((one) => isObject(one) && own(one, 'weight') === 0)
  return isIdle ? { '/backend/targets': [problem('error.weight.none')] } : {}
}
