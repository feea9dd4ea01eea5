/** What the counters of an experiment say, each figure with its uncertainty. Pure: the same cost for ten events or ten million. */
import type { Experiment, Variant } from './experiment.ts'
import type { HourCounts } from './hours.ts'
import { withPopulation } from './record.ts'
import type { Binomial, Interval } from './statistics.ts'
import {
  chiSquare,
  chiSquareSf,
  credible95,
  expectedLoss,
  probabilityBest,
  sampleSizePerArm,
  sequentialUplift95,
  twoProportionZ,
  uplift95,
  wilson95,
} from './statistics.ts'
import type { Tally } from './tally.ts'
import { countOf, noCount } from './tally.ts'

/** What is known of one variant. */
export interface VariantResult {
  readonly variant: Variant
  /** Events. */
  readonly displayed: number
  readonly won: number
  /** Wins for a hundred displays. */
  readonly transformation: number
  /** Distinct clients it was displayed to, and those of them who won after. */
  readonly users: number
  readonly converted: number
  /** converted / users, and its 95 % score interval (Wilson). */
  readonly rate: number
  readonly interval: Interval
  /** The 95 % interval of the rate under a uniform prior. */
  readonly credible: Interval
  /** Relative to the first variant, with a 95 % interval (delta method). */
  readonly uplift?: { readonly uplift: number; readonly interval: Interval }
  /** The same with an interval that holds however often one looks. */
  readonly sequential?: { readonly uplift: number; readonly interval: Interval }
  /** Of the difference to the first variant, two-sided (pooled z test). */
  readonly pValue?: number
  /** The 95 % interval of the difference of rates to the first variant. */
  readonly difference?: Interval
  /** Under uniform priors: that it is the best, and what choosing it costs in expectation, as a rate. */
  readonly probabilityBest: number
  readonly expectedLoss: number
}

/** Displays and wins of one hour, variants together with their ids. */
export interface HourResult {
  /** Local, to the hour. */
  readonly hour: string
  readonly variants: HourCounts
}

/** The results of an experiment. */
export interface Results {
  readonly experiment: Experiment
  readonly results: readonly VariantResult[]
  /** Whether clients were given to variants as the traffic says: a p below 0.001 means that something is broken. */
  readonly sampleRatioMismatch: { readonly p: number; readonly alarm: boolean; readonly phases: readonly number[] }
  /** How many clients each variant takes to show a tenth more than the first variant's rate, and in how many days at this pace. */
  readonly sampleSize?: { readonly perArm: number; readonly daysToGo?: number }
  readonly series: readonly HourResult[]
}

const ALARM = 0.001
const DAY = 24 * 60 * 60_000
/** The relative effect that sample sizes are given for. */
const EFFECT = 0.1

/** The results of an experiment out of its counters. `withEvents` leaves out variants that nothing happened to, as the earlier system did. */
export function resultsOf(
  experiment: Experiment,
  tally: Tally,
  { series, now, withEvents }: { series: readonly HourResult[]; now: number; withEvents: boolean },
): Results {
  const variants = withEvents
    ? experiment.variants.filter(({ id }) => countOf(tally, id).displayed + countOf(tally, id).won > 0)
    : experiment.variants
  const counts = variants.map(({ id }) => countOf(tally, id))
  const binomials = counts.map(({ converted, users }): Binomial => [converted, users])
  const best = probabilityBest(binomials)
  const losses = expectedLoss(binomials)
  const first = binomials[0] ?? [0, 0]
  const results = variants.map((variant, i): VariantResult => {
    const { displayed, won, users, converted } = counts[i] ?? noCount
    const own: Binomial = [converted, users]
    const compared = i === 0 ? {} : compare(first, own)
    return {
      variant: withPopulation(variant, tally),
      displayed,
      won,
      transformation: displayed === 0 ? 0 : (won * 100) / displayed,
      users,
      converted,
      rate: users === 0 ? 0 : converted / users,
      interval: wilson95(own),
      credible: credible95(own),
      ...compared,
      probabilityBest: best[i] ?? 0,
      expectedLoss: losses[i] ?? 0,
    }
  })
  const sampleSize = sampleSizeFor(first, { tally, now, arms: variants.length })
  return {
    experiment: { ...experiment, variants: experiment.variants.map((variant) => withPopulation(variant, tally)) },
    results,
    sampleRatioMismatch: sampleRatioMismatch(tally),
    ...(sampleSize && { sampleSize }),
    series,
  }
}

function compare(first: Binomial, own: Binomial): Partial<VariantResult> {
  const uplift = uplift95(first, own)
  const sequential = sequentialUplift95(first, own)
  const test = twoProportionZ(first, own)
  return {
    ...(uplift && { uplift }),
    ...(sequential && { sequential }),
    ...(test && { pValue: test.p, difference: test.interval }),
  }
}

/** Phases are tested one by one, and together: their χ² and degrees of freedom add. */
export function sampleRatioMismatch({ phases }: Tally): Results['sampleRatioMismatch'] {
  const tests = phases.map(({ traffic, bound }) => {
    const ids = Object.keys(traffic)
    return chiSquare(
      ids.map((id) => (Object.hasOwn(bound, id) ? (bound[id] as number) : 0)),
      ids.map((id) => traffic[id] as number),
    )
  })
  const chi2 = tests.reduce((sum, test) => sum + test.chi2, 0)
  const df = tests.reduce((sum, test) => sum + test.df, 0)
  const p = chiSquareSf(chi2, df)
  return { p, alarm: p < ALARM, phases: tests.map((test) => chiSquareSf(test.chi2, test.df)) }
}

function sampleSizeFor(
  first: Binomial,
  { tally, now, arms }: { tally: Tally; now: number; arms: number },
): Results['sampleSize'] {
  const [converted, users] = first
  if (converted === 0 || converted * (1 + EFFECT) >= users) return undefined
  const base = converted / users
  const perArm = sampleSizePerArm(base, base * EFFECT)
  const days = (now - (tally.since ?? now)) / DAY
  const all = Object.values(tally.counts).reduce((sum, count) => sum + count.users, 0)
  if (days <= 0 || all === 0) return { perArm }
  return { perArm, daysToGo: Math.max(0, Math.ceil((perArm * arms - all) / (all / days))) }
}
