import { count } from '../../../words/words.ts'
import { change, decimalsOf, type Interval, percent, points, probability, pValue } from './figures/figures.ts'
import type { VariantResult } from './verdict/compare.ts'

/** A figure of a variant as text, with the numbers that it shows. */
export interface Figure {
  readonly text: string
  readonly values: readonly number[]
}

/** A figure that each variant has, or each but the first. */
export interface FigureRow {
  readonly label: string
  /** What the label means. */
  readonly meaning: string
  readonly of: (result: VariantResult) => Figure | undefined
}

/** Decimals beyond those that the sentences and plots show. */
const MORE = 1

const whole = (value: number): Figure => ({ text: count(value), values: [value] })

function interval(bounds: Interval, inWords: (bound: number, decimals: number) => string): Figure {
  const decimals = decimalsOf(bounds) + MORE
  return { text: bounds.map((bound) => inWords(bound, decimals)).join(' to '), values: bounds }
}

function uplift(found: { readonly uplift: number; readonly interval: Interval } | undefined): Figure | undefined {
  if (!found) return undefined
  const { text, values } = interval(found.interval, change)
  const decimals = decimalsOf(found.interval) + MORE
  return { text: `${change(found.uplift, decimals)} (${text})`, values: [found.uplift, ...values] }
}

/** All figures of a variant, in the order of the table. */
export const figureRows: readonly FigureRow[] = [
  { label: 'Users', meaning: 'Clients who saw the variant', of: ({ users }) => whole(users) },
  {
    label: 'Converted',
    meaning: 'Users with a won event after they saw the variant',
    of: ({ converted }) => whole(converted),
  },
  {
    label: 'Rate',
    meaning: 'Converted divided by users',
    of: ({ rate, interval }) => ({ text: percent(rate, decimalsOf(interval) + MORE), values: [rate] }),
  },
  {
    label: 'Confidence interval',
    meaning: '95% interval of the rate (Wilson)',
    of: (result) => interval(result.interval, percent),
  },
  {
    label: 'Credible interval',
    meaning: 'The rate lies in it with a probability of 95%',
    of: ({ credible }) => interval(credible, percent),
  },
  {
    label: 'Uplift, at any time',
    meaning:
      'How much higher the rate is than that of the baseline, relative to it; the 95% interval holds at every look',
    of: ({ sequential }) => uplift(sequential),
  },
  {
    label: 'Uplift, at a planned end',
    meaning: 'The same; the 95% interval holds for one look',
    of: (result) => uplift(result.uplift),
  },
  {
    label: 'p-value',
    meaning: 'How often chance alone makes a difference of at least this size; valid for one look',
    of: ({ pValue: p }) => (p === undefined ? undefined : { text: pValue(p), values: [p] }),
  },
  {
    label: 'Difference',
    meaning: 'Rate minus that of the baseline, in percentage points; the 95% interval holds for one look',
    of: ({ difference }) => difference && interval(difference, change),
  },
  {
    label: 'Probability of being best',
    meaning: 'Bayesian: how likely it is that no other variant has a higher rate',
    of: ({ probabilityBest }) => ({ text: probability(probabilityBest), values: [probabilityBest] }),
  },
  {
    label: 'Expected loss',
    meaning: 'Bayesian: how many percentage points choosing the variant is expected to cost',
    of: ({ expectedLoss }) => ({ text: `${points(expectedLoss)} points`, values: [expectedLoss] }),
  },
]
