import type { Results } from '@signalbox/core/contract'
import { dateTimeIn } from '../../../../words/dates.ts'
import { nameOf } from '../figures/names.ts'
import { shortSpan, wholeWeekAt } from '../verdict/span.ts'
import type { Reading, Verdict } from '../verdict/verdict.ts'

/**
 * When the button that ships a variant appears, in a sentence, as long as it is too early for it; `undefined` if it is there,
 * if the figures speak against it, and while the experiment is off. Pure.
 */
export function shipWhen(results: Results, verdict: Verdict, view: Reading['view'], zone: string): string | undefined {
  const { enabled, variants } = results.experiment
  if (!enabled || variants.length < 2 || !['early', 'unseen'].includes(verdict.kind)) return undefined
  if (verdict.kind === 'unseen')
    return 'A button to ship a variant appears here once that variant is shown to be better, after a whole week at the earliest.'
  const week = shortSpan(results) === undefined ? undefined : wholeWeekAt(results)
  if (verdict.leads && week !== undefined)
    return `The button “Ship ${nameOf(verdict.leads)}” appears here on ${dateTimeIn(week, zone)}, after a whole week, if ${nameOf(verdict.leads)} still leads then.`
  const end = view === 'fixed' ? ' at the planned end' : ''
  const earliest =
    week === undefined ? '' : `, on ${dateTimeIn(week, zone)} at the earliest: the verdict waits for a whole week`
  return `A button to ship a variant appears here once that variant is shown to be better${end}${earliest}.`
}
