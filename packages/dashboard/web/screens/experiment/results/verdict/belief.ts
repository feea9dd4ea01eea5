import type { Results } from '@signalbox/core/contract'
import { points, probability, smallShare } from '../figures/figures.ts'
import { nameOf } from '../figures/names.ts'

/**
 * What the Bayesian figures say, in sentences that stand beside the verdict and do not decide it; none while a variant has no
 * users, or nobody converted.
 */
export function beliefSentences({ results, sampleRatioMismatch }: Results): readonly string[] {
  const [best] = results.toSorted((one, other) => other.probabilityBest - one.probabilityBest)
  if (!best || sampleRatioMismatch.alarm || results.length < 2) return []
  if (best.rate === 0 || results.some(({ users }) => users === 0)) return []
  return [
    `Bayesian figures: ${nameOf(best.variant)} has the highest rate with a probability of ${probability(best.probabilityBest)}. If it is chosen, the expected loss is ${points(best.expectedLoss)} percentage points (${smallShare(best.expectedLoss / best.rate)} of its conversions).`,
  ]
}
