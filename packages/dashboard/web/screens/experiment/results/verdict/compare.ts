import type { Results } from '@signalbox/core/contract'
import type { Interval } from '../figures/figures.ts'
import { hasEnough } from './enough.ts'
import { widened } from './widened.ts'

/**
 * How the figures are read: `sequential` holds at every look, `fixed` for one look at a planned end.
 */
export type View = 'sequential' | 'fixed'

/** The results of one variant. */
export type VariantResult = Results['results'][number]

/** A variant compared with the first one. */
export interface Comparison {
  readonly variant: VariantResult
  readonly uplift: number
  /** The 95% interval of the uplift, widened if several variants are compared: all of them hold together. */
  readonly interval: Interval
  /** Whether both variants have enough users for an interval. */
  readonly isEnough: boolean
  /** `same`: a difference of `MATTERS` or more is excluded. `open`: the data does not decide. */
  readonly outcome: 'better' | 'worse' | 'same' | 'open'
}

/** The smallest relative difference that matters; the sample size of the results is computed for it, too. */
export const MATTERS = 0.1

/** A variant with which nobody converts. The service tells no interval, because it would have no width. */
const nobody: { readonly uplift: number; readonly interval: Interval } = { uplift: -1, interval: [-1, -1] }

/** Compares the variants that have users with the first one. */
export function compareAll({ results }: Results, view: View): Comparison[] {
  const [first, ...rest] = results
  const others = rest.filter(({ users }) => users > 0)
  return others.flatMap((variant) => {
    const told = view === 'sequential' ? variant.sequential : variant.uplift
    const found = told ?? (first && first.converted > 0 && variant.converted === 0 ? nobody : undefined)
    if (!first || !found) return []
    const interval = widened(found.interval, view, others.length)
    const isEnough = hasEnough(first, variant)
    return [{ variant, uplift: found.uplift, interval, isEnough, outcome: isEnough ? outcomeOf(interval) : 'open' }]
  })
}

function outcomeOf([low, high]: Interval): Comparison['outcome'] {
  if (low > 0) return 'better'
  if (high < 0) return 'worse'
  return low > -MATTERS && high < MATTERS ? 'same' : 'open'
}
