import type { Results } from '@signalbox/core/contract'
import type { Interval } from '../figures/figures.ts'

/**
 * How the figures are read: `sequential` holds at every look, `fixed` for one look at a planned end.
 */
export type View = 'sequential' | 'fixed'

/** The results of one variant. */
export type VariantResult = Results['results'][number]

/** A variant compared with the first one. */
export interface Comparison {
  readonly variant: VariantResult
  /** Absent while the view has none. If several variants are compared, all intervals hold together with 95%. */
  readonly told?: { readonly uplift: number; readonly interval: Interval } | undefined
  /** Whether both variants have enough users for a verdict. */
  readonly isEnough: boolean
  /** `same`: a difference of `MATTERS` or more is excluded. `open`: the data does not decide. */
  readonly outcome: 'better' | 'worse' | 'same' | 'open'
}

/** The smallest relative difference that matters; the sample size of the results is computed for it, too. */
export const MATTERS = 0.1

/** Compares the variants that have users with the first one. */
export function compareAll({ results }: Results, view: View): Comparison[] {
  const [, ...rest] = results
  const others = rest.filter(({ users }) => users > 0)
  return others.map((variant) => {
    const told = view === 'sequential' ? variant.sequential : variant.uplift
    const isEnough = variant.enough === true && told !== undefined
    return { variant, told, isEnough, outcome: isEnough ? outcomeOf(told.interval) : 'open' }
  })
}

function outcomeOf([low, high]: Interval): Comparison['outcome'] {
  if (low > 0) return 'better'
  if (high < 0) return 'worse'
  return low > -MATTERS && high < MATTERS ? 'same' : 'open'
}
