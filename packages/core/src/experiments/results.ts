/**
 * Computes results from the counters of an experiment, each rate with its uncertainty. Pure; takes the same time for
 * ten events or ten million.
 */
import type { Steps } from '../rests.ts'
import { beliefs } from './bayes.ts'
import type { Experiment } from './experiment.ts'
import { withPopulation } from './record-event.ts'
import type { HourResult, Results, VariantResult } from './result-schema.ts'
import type { Binomial } from './statistics.ts'
import {
  chiSquare,
  chiSquareSf,
  sampleSizePerArm,
  sequentialUplift95,
  twoProportionZ,
  uplift95,
  wilson95,
} from './statistics.ts'
import type { Tally } from './tally.ts'
import { countOf, noCount } from './tally.ts'

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
  const sampleSize = sampleSizeFor(binomials, { since: tally.since ?? now, now })
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

function sampleSizeFor(
  counts: readonly Binomial[],
  { since, now }: { since: number; now: number },
): Results['sampleSize'] {
  const [converted, users] = counts[0] ?? [0, 0]
  if (converted === 0 || converted * (1 + EFFECT) >= users) return undefined
  const base = converted / users
  const perArm = sampleSizePerArm(base, base * EFFECT)
  const days = (now - since) / DAY
  const all = counts.reduce((sum, [, clients]) => sum + clients, 0)
  if (days <= 0) return { perArm }
  return { perArm, daysToGo: Math.max(0, Math.ceil((perArm * counts.length - all) / (all / days))) }
}
