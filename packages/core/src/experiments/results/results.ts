/**
 * Computes results from the counters of an experiment, each rate with its uncertainty. Pure; takes the same time for
 * ten events or ten million.
 */
import type { Steps } from '../../machine/time/yield-by-time.ts'
import { beliefs } from '../../statistics/bayes.ts'
import { daysToGo, sampleSizeFor } from '../../statistics/sample-size.ts'
import {
  type Binomial,
  chiSquare,
  chiSquareSf,
  sequentialUplift95,
  twoProportionZ,
  uplift95,
  wilson95,
} from '../../statistics/statistics.ts'
import type { Experiment, Variant } from '../experiment.ts'
import { withPopulation } from '../recording/record-event.ts'
import { countOf, noCount, type Tally } from '../recording/tally.ts'
import type { HourResult, Results, VariantResult } from './result-schema.ts'

const ALARM = 0.001
const DAY = 24 * 60 * 60_000
/** The uplift for which sample sizes are computed. */
const EFFECT = 0.1

/**
 * Returns the results of an experiment from its counters, in steps. `withEvents` leaves out variants without events, as the
 * previous feature service did.
 */
export function* resultsOf(
  experiment: Experiment,
  tally: Tally,
  { series, now, withEvents }: { series: HourResult[]; now: number; withEvents: boolean },
): Steps<Results> {
  const variants = withEvents
    ? experiment.variants.filter(({ id }) => countOf(tally, id).displayed + countOf(tally, id).won > 0)
    : experiment.variants
  const counts = variants.map(({ id }) => countOf(tally, id))
  const binomials = counts.map(({ converted, users }): Binomial => [converted, users])
  const believed = yield* beliefs(binomials)
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
      ...compared,
      ...believed[i]!,
    }
  })
  const sampleSize = plan(variants, binomials, { since: tally.since ?? now, now })
  return {
    experiment: { ...experiment, variants: experiment.variants.map((variant) => withPopulation(variant, tally)) },
    results,
    sampleRatioMismatch: yield* sampleRatioMismatch(tally),
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

/** Tests each phase for a sample ratio mismatch, and all together: their χ² and degrees of freedom add up. */
export function* sampleRatioMismatch({ phases }: Tally): Steps<Results['sampleRatioMismatch']> {
  const tests: (ReturnType<typeof chiSquare> & { p: number })[] = []
  for (const { traffic, bound } of phases) {
    const ids = Object.keys(traffic)
    const test = chiSquare(
      ids.map((id) => (Object.hasOwn(bound, id) ? (bound[id] as number) : 0)),
      ids.map((id) => traffic[id] as number),
    )
    tests.push({ ...test, p: chiSquareSf(test.chi2, test.df) })
    yield
  }
  const chi2 = tests.reduce((sum, test) => sum + test.chi2, 0)
  const df = tests.reduce((sum, test) => sum + test.df, 0)
  const p = chiSquareSf(chi2, df)
  return { p, alarm: p < ALARM, phases: tests.map((test) => test.p) }
}

function plan(
  variants: readonly Variant[],
  counts: readonly Binomial[],
  { since, now }: { since: number; now: number },
): Results['sampleSize'] {
  const [converted, users] = counts[0] ?? [0, 0]
  const size = sampleSizeFor({
    base: users === 0 ? 0 : converted / users,
    uplift: EFFECT,
    traffic: variants.map(({ traffic }) => traffic),
  })
  if (!size) return undefined
  const all = counts.reduce((sum, [, clients]) => sum + clients, 0)
  const days = daysToGo(size, { users: all, days: (now - since) / DAY })
  return { perArm: size.perArm, ...(days !== undefined && { daysToGo: days }) }
}
