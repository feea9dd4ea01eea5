/** The rules for results that can be compared. */
import { count } from '../../../../words/words.ts'
import { decimalsOf, type Interval, percent, smallShare, upliftWithInterval } from '../figures/figures.ts'
import { nameOf, namesOf } from '../figures/names.ts'
import { type Comparison, MATTERS, type VariantResult } from './compare.ts'
import { tooFew } from './not-yet.ts'
import { neededUsers, timeToGo } from './planned-end.ts'
import { shortSpan } from './span.ts'
import { type Case, type Rule, tooEarly, type Verdict } from './verdict-case.ts'

const ship: Rule = (found) => {
  const best = highest(found.comparisons.filter(({ outcome }) => outcome === 'better'))
  if (!best) return undefined
  const [A, B] = [nameOf(found.first.variant), nameOf(best.variant.variant)]
  const rivals = found.comparisons.filter((one) => one !== best && one.outcome === 'better')
  return {
    kind: 'ship',
    aspect: 'clear',
    ships: best.variant.variant,
    headline: `Ship ${B}: it converts more clients than ${A}.`,
    why: [
      difference(found, best),
      ...(rivals.length > 0 ? [`${rivalsOf(rivals)} more than ${A}, too. ${B} has the highest rate.`] : []),
      ...validity(found),
    ],
  }
}

const rivalsOf = (rivals: readonly Comparison[]) =>
  `${namesOf(variantsOf(rivals))} ${rivals.length === 1 ? 'converts' : 'convert'}`

const keep: Rule = (found) => {
  const { comparisons, first } = found
  if (comparisons.some(({ outcome }) => outcome !== 'worse')) return undefined
  const [A, others] = [nameOf(first.variant), namesOf(variantsOf(comparisons))]
  return {
    kind: 'keep',
    aspect: 'danger',
    headline: `Keep ${A}: ${others} ${comparisons.length === 1 ? 'converts' : 'convert'} fewer clients.`,
    why: [
      ...comparisons.map((one) => difference(found, one)),
      ...comparisons.flatMap(({ variant: { converted, variant } }) =>
        converted > 0 ? [] : [`If that surprises you, check that your program reports won for ${nameOf(variant)}.`],
      ),
      ...validity(found),
    ],
  }
}

const same: Rule = (found) => {
  const { comparisons, first } = found
  if (comparisons.some(({ outcome }) => outcome === 'open')) return undefined
  const alike = comparisons.filter(({ outcome }) => outcome === 'same')
  const [A, B] = [nameOf(first.variant), namesOf(variantsOf(alike))]
  const [only] = alike.length === 1 ? alike : []
  return {
    kind: 'same',
    aspect: 'neutral',
    headline: only
      ? `No difference that matters: ${B} converts ${bounds(only.told!.interval)} clients than ${A}.`
      : `No difference that matters: ${B} convert about as many clients as ${A}.`,
    why: [
      `A difference of ${percent(MATTERS, 0)} or more is excluded. Choose the variant that is easiest to keep.`,
      ...worseOnes(found),
      ...validity(found),
    ],
  }
}

/** What part of the conversions may be lost by choosing a variant that is not shown to be better. */
const LITTLE = 0.01

const little: Rule = (found) => {
  const { comparisons, first, end } = found
  const best = highest(comparisons.filter(({ isEnough, outcome }) => isEnough && outcome !== 'worse'))
  if (!end.isReached || !best || best.variant.rate <= first.rate) return undefined
  const loss = best.variant.expectedLoss / first.rate
  if (loss > LITTLE) return undefined
  const [A, B] = [nameOf(first.variant), nameOf(best.variant.variant)]
  return {
    kind: 'little',
    aspect: 'neutral',
    headline: `Little to lose with ${B}: it is not shown to be better than ${A}, but hardly worse.`,
    why: [
      `Each variant has ${neededUsers(end)}. ${difference(found, best)}`,
      `Choosing ${B} is expected to cost ${smallShare(loss)} of the conversions (Bayesian figures). Choose it if you want it for other reasons.`,
      ...worseOnes(found),
      ...severalNote(found),
    ],
  }
}

const unproven: Rule = (found) => {
  const { comparisons, first, end } = found
  if (!end.isReached) return undefined
  const left = comparisons.filter(({ outcome }) => outcome !== 'worse')
  return {
    kind: 'unproven',
    aspect: 'neutral',
    headline: `Keep ${nameOf(first.variant)}: ${namesOf(variantsOf(left))} ${left.length === 1 ? 'has' : 'have'} shown no improvement.`,
    why: [
      `Each variant has ${neededUsers(end)}.`,
      ...left.map((one) => difference(found, one)),
      ...worseOnes(found),
      ...severalNote(found),
    ],
  }
}

/** The verdict if no rule applies: more users are needed. */
export function stillOpen(found: Case): Verdict {
  const { comparisons, first, end } = found
  const best = highest(comparisons.filter(({ isEnough, outcome }) => isEnough && outcome !== 'worse'))
  if (!best) return tooFew(found)
  const [A, B] = [nameOf(first.variant), nameOf(best.variant.variant)]
  const goal = end.users === undefined ? '' : ` Each variant needs ${neededUsers(end)}.${timeToGo(end)}`
  return tooEarly(found, `${B} may convert ${bounds(best.told!.interval)} clients than ${A}`, [
    `${rates(found, best)}. Chance can still explain that.${goal}`,
    ...worseOnes(found),
    ...severalNote(found),
  ])
}

const difference = (found: Case, one: Comparison): string =>
  one.told === undefined
    ? `${rates(found, one)}.`
    : `${rates(found, one)}: an uplift of ${upliftWithInterval(one.told.uplift, one.told.interval)}.`

function rates({ first }: Case, { variant }: Comparison): string {
  const decimals = Math.max(decimalsOf(first.interval), decimalsOf(variant.interval))
  const rateOf = ({ rate }: VariantResult) => percent(rate, decimals)
  return `${rateOf(variant)} of the users converted with ${nameOf(variant.variant)}, ${rateOf(first)} with ${nameOf(first.variant)}`
}

/** The bounds of a difference in words: `up to 12% fewer or up to 31% more`. */
function bounds([low, high]: Interval): string {
  const decimals = decimalsOf([low, high])
  const side = (bound: number) => `${percent(Math.abs(bound), decimals)} ${bound < 0 ? 'fewer' : 'more'}`
  return low < 0 && high > 0 ? `up to ${side(low)} or up to ${side(high)}` : `from ${side(low)} to ${side(high)}`
}

function worseOnes(found: Case): readonly string[] {
  const worse = found.comparisons.filter(({ outcome }) => outcome === 'worse')
  if (worse.length === 0) return []
  const A = nameOf(found.first.variant)
  return [`${namesOf(variantsOf(worse))} ${worse.length === 1 ? 'converts' : 'convert'} fewer clients than ${A}.`]
}

/** For how many looks, and for how many comparisons, the intervals hold. */
const validity = (found: Case): readonly string[] => [
  found.view === 'sequential'
    ? 'Look whenever you like: however often you look, the range in brackets is wrong in at most 5 of 100 experiments.'
    : `The range in brackets is valid for one look, at the planned end of ${count(found.end.users ?? 0)} users in each variant. It is not valid if you looked earlier and chose when to stop.`,
  ...severalNote(found),
]

const severalNote = ({ comparisons, first }: Case): readonly string[] =>
  comparisons.length < 2
    ? []
    : [
        `${count(comparisons.length)} variants are compared with ${nameOf(first.variant)}, so these ranges are wider than in a single comparison.`,
      ]

const variantsOf = (some: readonly Comparison[]) => some.map(({ variant }) => variant.variant)

const highest = (some: readonly Comparison[]): Comparison | undefined =>
  some.toSorted((one, other) => other.variant.rate - one.variant.rate)[0]

/**
 * Makes a rule wait for a whole week, as the notes advise. A variant that loses clients need not be endured for that long, so
 * `keep` does not wait.
 */
const afterAWeek =
  (rule: Rule): Rule =>
  (found) => {
    const verdict = rule(found)
    const short = verdict && shortSpan(found.results)
    if (short === undefined) return verdict
    const early = tooEarly(found, `the figures cover ${short}, less than a whole week`, [
      'Clients of different days of the week can differ. The verdict waits until each day has been seen.',
      ...found.comparisons.map((one) => difference(found, one)),
    ])
    return { ...early, ...(verdict?.ships && { leads: verdict.ships }) }
  }

/** In the order in which they apply. */
export const decidedRules: readonly Rule[] = [
  afterAWeek(ship),
  keep,
  afterAWeek(same),
  afterAWeek(little),
  afterAWeek(unproven),
]
