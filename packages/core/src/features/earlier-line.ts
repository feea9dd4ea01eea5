import { isObject } from '../json.ts'
import { keptAsMetadata, withoutNullDescription } from '../records/earlier-lines.ts'

/**
 * Converts a feature line of the earlier system, in which NO_STRATEGY may have parameters. They are kept as metadata.
 */
export function earlierFeature(line: unknown): unknown {
  const described = withoutNullDescription(line)
  if (!isObject(described) || described.activationStrategy !== 'NO_STRATEGY') return described
  const { parameters, ...feature } = described
  const isEmpty = parameters === null || (isObject(parameters) && Object.keys(parameters).length === 0)
  return isEmpty ? feature : keptAsMetadata(described, 'parameters')
}
