import type { Results, Variant } from '@signalbox/core/contract'

/** The variants that no client has seen. */
export function unseenVariants({ experiment, results }: Results): readonly Variant[] {
  const seen = new Set(results.flatMap(({ variant, users }) => (users > 0 ? [variant.id] : [])))
  return experiment.variants.filter(({ id }) => !seen.has(id))
}
