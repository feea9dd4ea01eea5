/**
 * Computes results from the counters of an experiment, each rate with its uncertainty. Pure; takes the same time for
 * ten events or ten million.
 */
import type { Steps } from '../../machine/time/yield-by-time.ts'
import { type Belief, beliefs } from '../../statistics/bayes.ts'
import { effectiveCounts } from '../../statistics/effective-counts.ts'
import { daysToGo, sampleSizeFor } from '../../statistics/sample-size.ts'
import { compareRates, type Stratum } from '../../statistics/score.ts'
import { type Binomial, chiSquare, chiSquareSf, wilson95 } from '../../statistics/statistics.ts'
import type { Experiment, Variant } from '../experiment.ts'
import { withPopulation } from '../recording/record-event.ts'
import { countOf, noCount, strataOf, type Tally, type Users } from '../recording/tally.ts'
import type { HourResult, Results, VariantResult } from './result-schema.ts'

const ALARM = 0.001
/** What all intervals of the comparisons together may miss. */
const LEVEL = 0.05
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
  const strata = strataOf(tally)
  const believed = yield* believedOf(variants, strata, binomials)
  const comparisons = Math.max(1, experiment.variants.length - 1)
  const [first] = variants
  const results: VariantResult[] = []
  for (const [i, variant] of variants.entries()) {
    const { displayed, won, users, converted } = counts[i] ?? noCount
    const own: Binomial = [converted, users]
    const pairs = () => strata.map(({ of }): Stratum => [binomialOf(of(first!.id)), binomialOf(of(variant.id))])
    const compared = i === 0 ? {} : comparisonOf(pairs(), comparisons)
    yield
    results.push({
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
    })
  }
  const sampleSize = plan(variants, binomials, { since: tally.since ?? now, now })
  return {
    experiment: { ...experiment, variants: experiment.variants.map((variant) => withPopulation(variant, tally)) },
    results,
    level: LEVEL / comparisons,
    comparisons,
    ...(isMixed(strata, variants) && { mixed: true as const }),
    sampleRatioMismatch: yield* sampleRatioMismatch(tally),
    ...(sampleSize && { sampleSize }),
    series,
  }
}

/** How a variant compares with the first one, in the phases with users of both. */
function comparisonOf(strata: readonly Stratum[], comparisons: number): Partial<VariantResult> {
  const found = compareRates(strata, { level: LEVEL, comparisons })
  if (!found) return {}
  const {
    p,
    rates: [first, own],
    ...figures
  } = found
  return { rates: [first, own], ...figures, ...(p !== undefined && { pValue: p }) }
}

/** What the rates are believed to be. Variants that have no traffic now are no candidates if phases are compared apart. */
function* believedOf(
  variants: readonly Variant[],
  strata: readonly Strata[number][],
  totals: readonly Binomial[],
): Steps<Belief[]> {
  if (strata.filter(({ of }) => variants.some(({ id }) => of(id).users > 0)).length < 2) return yield* beliefs(totals)
  const isCandidate = variants.map(({ traffic }) => traffic > 0)
  const candidates = variants.filter((_, i) => isCandidate[i])
  const perStratum = strata.map(({ of }) => candidates.map(({ id }) => binomialOf(of(id))))
  // Sums over phases would compare their users. While no phase has users of all candidates, the current one counts.
  const counts = effectiveCounts(perStratum) ?? perStratum.at(-1)!
  const believed = yield* beliefs(counts)
  const all: Belief[] = []
  for (const [i, total] of totals.entries()) {
    if (isCandidate[i]) all.push(believed.shift()!)
    else {
      const [beside] = yield* beliefs([total, ...counts])
      all.push({ ...beside!, probabilityBest: 0 })
    }
  }
  return all
}

type Strata = ReturnType<typeof strataOf>

const binomialOf = ({ converted, users }: Users): Binomial => [converted, users]

/** Whether variants were compared in phases with different traffic. */
function isMixed(strata: Strata, variants: readonly Variant[]): boolean {
  const [first, ...others] = variants
  if (!first) return false
  const compared = strata.filter(({ of }) => of(first.id).users > 0 && others.some(({ id }) => of(id).users > 0))
  return new Set(compared.map(({ traffic }) => JSON.stringify(traffic))).size > 1
}

/**
 * Tests whether the users of each phase are split as its traffic says, and all phases together: their χ² and degrees of freedom
 * add up. One user of a variant that had no traffic is a mismatch already.
 */
export function* sampleRatioMismatch(tally: Tally): Steps<Results['sampleRatioMismatch']> {
  const tests: { readonly chi2: number; readonly df: number; readonly p: number }[] = []
  for (const { traffic, of } of strataOf(tally)) {
    if (!traffic) continue
    const shares = Object.entries(traffic)
    const users = shares.map(([id]) => of(id).users)
    const { chi2, df } = chiSquare(users, Object.values(traffic))
    const isImpossible = shares.some(([, share], i) => share === 0 && users[i]! > 0)
    tests.push({ chi2, df, p: isImpossible ? 0 : chiSquareSf(chi2, df) })
    yield
  }
  const chi2 = tests.reduce((sum, test) => sum + test.chi2, 0)
  const df = tests.reduce((sum, test) => sum + test.df, 0)
  const p = tests.some((test) => test.p === 0) ? 0 : chiSquareSf(chi2, df)
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
