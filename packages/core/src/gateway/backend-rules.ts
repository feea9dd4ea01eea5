import type { Problem } from '../errors.ts'
import { problem } from '../errors.ts'
import { isObject, own } from '../json.ts'

/** What the schema of backends cannot say, by JSON pointer into `{backend}`: no request has a target when all weights are 0. Takes anything. */
export function problemsOfBackend(record: unknown): Record<string, readonly Problem[]> {
  const backend = isObject(record) ? own(record, 'backend') : undefined
  const targets = isObject(backend) ? own(backend, 'targets') : undefined
  const isIdle =
    Array.isArray(targets) && targets.length > 0 && targets.every((one) => isObject(one) && own(one, 'weight') === 0)
  return isIdle ? { '/backend/targets': [problem('error.weight.none')] } : {}
}
