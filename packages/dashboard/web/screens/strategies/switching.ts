import type { Feature } from '@signalbox/core/contract'
import type { StrategyName } from './strategy.ts'

/** The parameters of a feature by strategy, as they were when the user chose another one. */
export type Typed = Map<StrategyName, Feature['parameters']>

/**
 * Changes the strategy of a feature. Remembers the parameters of the strategy that is left; those of the chosen one are
 * the remembered ones, else `initial`.
 */
export function withStrategy(
  feature: Feature,
  name: StrategyName,
  { typed, initial }: { readonly typed: Typed; readonly initial: Feature['parameters'] },
): Feature {
  typed.set(feature.activationStrategy, feature.parameters)
  const { parameters: _, ...rest } = feature
  const parameters = typed.has(name) ? typed.get(name) : initial
  return { ...rest, activationStrategy: name, ...(parameters !== undefined && { parameters }) } as Feature
}
