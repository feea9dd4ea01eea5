import { isObject } from '../json.ts'
import { keptAsMetadata, withoutNullDescription } from '../records/earlier-lines.ts'

/**
 * Converts an exported experiment of the earlier system: its `campaign` (start, end and winning variant) is kept as
 * metadata.
 */
export function earlierExperiment(line: unknown): unknown {
  const described = keptAsMetadata(withoutNullDescription(line), 'campaign')
  return isObject(described) && Array.isArray(described.variants)
    ? { ...described, variants: described.variants.map(withoutNullDescription) }
    : described
}
