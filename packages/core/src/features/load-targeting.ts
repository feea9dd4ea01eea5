import type { TargetingEngine } from './strategies/strategy.ts'

/**
 * Loads what decides features with rules, and segments. Pass it as `targeting` of the environment.
 *
 * @example
 * const targeting = feature.activationStrategy === 'RULES' ? await loadTargeting() : undefined
 * const { isActive } = compileFeature(feature, { clock: Date.now, zone, bucketing: 'murmur3', targeting })
 */
export const loadTargeting = async (): Promise<TargetingEngine> =>
  (await import('./targeting-engine.ts')).targetingEngine
