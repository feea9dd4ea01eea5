import { isObject } from '../json.ts'
import { keptAsMetadata, withoutNullDescription } from '../records/earlier-lines.ts'

/** A line of an experiment as the earlier system writes it: its `campaign`, from when to when it ran and which variant won, is kept as metadata. */
export function earlierExperiment(line: unknown): unknown {
  const described = keptAsMetadata(withoutNullDescription(line), 'campaign')
  return isObject(described) && Array.isArray(described.variants)
    ? { ...described, variants: described.variants.map(withoutNullDescription) }
    : described
}
