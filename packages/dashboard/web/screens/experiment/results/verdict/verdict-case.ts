import type { Results } from '@signalbox/core/contract'
import type { AspectName } from '../../../../parts/signs/Aspect.tsx'
import type { Comparison, VariantResult, View } from './compare.ts'
import type { PlannedEnd } from './planned-end.ts'

/** What the results of an experiment mean for those who decide. */
export interface Verdict {
  readonly kind: 'alarm' | 'ship' | 'keep' | 'same' | 'little' | 'unproven' | 'early' | 'unseen' | 'alone'
  readonly aspect: AspectName | 'neutral'
  /** What to do, in one sentence. */
  readonly headline: string
  /** Why, in sentences with numbers. */
  readonly why: readonly string[]
  /** The variant to ship, if there is one. */
  readonly ships?: VariantResult['variant']
}

/** Results, prepared for the rules of verdicts. */
export interface Case {
  readonly results: Results
  readonly view: View
  /** The baseline. */
  readonly first: VariantResult
  readonly others: readonly VariantResult[]
  readonly comparisons: readonly Comparison[]
  readonly end: PlannedEnd
}

/** Gives a verdict, or leaves it to the next rule. */
export type Rule = (found: Case) => Verdict | undefined

/** A verdict that it is too early for a verdict. */
export const tooEarly = ({ results: { experiment } }: Case, because: string, why: readonly string[]): Verdict => ({
  kind: 'early',
  aspect: 'caution',
  headline: `Too early to tell${experiment.enabled ? '' : ', and the experiment is off'}: ${because}.`,
  why,
})
