/** The rules for results that do not allow a comparison yet. */
import { count, counted, listed } from '../../../../words/words.ts'
import { rateWithInterval } from '../figures/figures.ts'
import { nameOf, namesOf } from '../figures/names.ts'
import type { VariantResult } from './compare.ts'
import { timeToGo } from './planned-end.ts'
import { unseenVariants } from './unseen.ts'
import { type Case, type Rule, tooEarly, type Verdict } from './verdict-case.ts'

const alone: Rule = ({ results: { experiment }, first }) =>
  experiment.variants.length > 1
    ? undefined
    : {
        kind: 'alone',
        aspect: 'neutral',
        headline: 'There is nothing to compare: the experiment has one variant.',
        why: [`${rateWithInterval(first.rate, first.interval)} of ${counted(first.users, 'user')} converted.`],
      }

const unseenSide: Rule = (found) => {
  const missing = unseenVariants(found.results)
  const isBaselineSeen = missing.every(({ id }) => id !== found.results.experiment.variants[0]!.id)
  if (isBaselineSeen && found.others.some(({ users }) => users > 0)) return undefined
  return tooEarly(found, `nobody has seen ${namesOf(missing)} yet`, [
    'A variant without users can’t be compared. If its traffic is above 0, check that your program reports displayed for it.',
  ])
}

const withoutWins: Rule = (found) => {
  const all = found.results.results
  if (all.some(({ converted }) => converted > 0)) return undefined
  const early = all.reduce((sum, { won }) => sum + won, 0)
  return tooEarly(found, 'no conversions yet', [
    `None of ${counted(usersOf(all), 'user')} converted.`,
    early > 0
      ? `${counted(early, 'won event')} came before the client saw its variant, and don’t count. Report displayed first.`
      : 'If some should have, check that your program reports won with the same client id.',
  ])
}

const withoutBaselineWins: Rule = (found) => {
  const { first, others } = found
  if (first.converted > 0) return undefined
  const converted = others.filter((one) => one.converted > 0)
  return tooEarly(found, `nobody has converted with ${nameOf(first.variant)} yet`, [
    `${converted.map(fractionOf).join(', ')}; but none of ${counted(first.users, 'user')} with ${nameOf(first.variant)}, so there is no rate to compare with.`,
    `If that goes on, check that your program reports won for ${nameOf(first.variant)}.`,
  ])
}

const fractionOf = ({ variant, users, converted }: VariantResult) =>
  `${count(converted)} of ${counted(users, 'user')} converted with ${nameOf(variant)}`

/** The fixed view allows one look, so it shows nothing before that. */
const beforeTheEnd: Rule = (found) => {
  const { view, end, results } = found
  if (view !== 'fixed' || end.isReached) return undefined
  if (end.users === undefined)
    return tooEarly(found, 'this view needs a planned end', [
      'Enter how many users each variant will have, or choose the view that allows a look at any time.',
    ])
  const least = results.results.reduce((one, other) => (other.users < one.users ? other : one))
  return tooEarly(found, `the planned end is ${counted(end.users, 'user')} in each variant`, [
    `${nameOf(least.variant)} has ${count(least.users)} so far.${timeToGo(end)}`,
    'This view is valid for one look, at the planned end: looking earlier and stopping at a good moment is often wrong.',
  ])
}

const tooFewOfAll: Rule = (found) => (found.comparisons.some(({ isEnough }) => isEnough) ? undefined : tooFew(found))

/** How many users must convert in each variant, and how many must not, before a verdict (`enough` of the results). */
const ENOUGH = 30

/** The verdict while variants have too few users. */
export function tooFew(found: Case): Verdict {
  const all = found.results.results
  const convert = Math.min(...all.map(({ converted }) => converted))
  const others = Math.min(...all.map(({ users, converted }) => users - converted))
  const counts = all.map(
    ({ variant, users, converted }) => `${count(converted)} of ${count(users)} with ${nameOf(variant)}`,
  )
  const headline =
    convert < ENOUGH
      ? `${count(convert)} of ${ENOUGH} conversions`
      : `${count(others)} of ${ENOUGH} users who don’t convert`
  return tooEarly(found, headline, [
    `So far, ${listed(counts)} converted.`,
    `Each variant needs ${ENOUGH} users who convert and ${ENOUGH} who don’t before the figures mean anything.`,
    ...(convert === 0 ? ['If that surprises you, check that your program reports won.'] : []),
  ])
}

const usersOf = (all: readonly VariantResult[]) => all.reduce((sum, { users }) => sum + users, 0)

/** In the order in which they apply. */
export const notYetRules: readonly Rule[] = [
  alone,
  unseenSide,
  withoutWins,
  withoutBaselineWins,
  tooFewOfAll,
  beforeTheEnd,
]
