import type { Results } from '@signalbox/core/contract'
import { compareAll, type View } from './compare.ts'
import { decidedRules, stillOpen } from './decided.ts'
import { notYetRules } from './not-yet.ts'
import { plannedEnd } from './planned-end.ts'
import { SKEWED_HEADLINE, splitSentences } from './split.ts'
import type { Case, Verdict } from './verdict-case.ts'

export type { Verdict } from './verdict-case.ts'

/** How results are read. */
export interface Reading {
  readonly view: View
  /** How many users each variant shall have at the end, if someone planned it. @default the sample size of the results */
  readonly planned?: number | undefined
}

/** Decides what results mean: the first rule that applies gives the verdict. */
export function verdictOf(results: Results, { view, planned }: Reading): Verdict {
  const [first, ...others] = results.results
  if (results.sampleRatioMismatch.alarm) return alarm(results)
  if (!first || results.results.every(({ users }) => users === 0)) return unseen(results)
  const end = plannedEnd(results, planned)
  const found: Case = { results, view, first, others, comparisons: compareAll(results, view), end }
  for (const rule of [...notYetRules, ...decidedRules]) {
    const verdict = rule(found)
    if (verdict) return verdict
  }
  return stillOpen(found)
}

const alarm = (results: Results): Verdict => ({
  kind: 'alarm',
  aspect: 'danger',
  headline: SKEWED_HEADLINE,
  why: splitSentences(results),
})

const unseen = ({ experiment: { enabled } }: Results): Verdict => ({
  kind: 'unseen',
  aspect: 'neutral',
  headline: 'Nobody has seen it yet.',
  why: [
    enabled
      ? 'The experiment is on. The first figures come when your program reports that a client saw its variant (displayed).'
      : 'The experiment is off and takes no clients. Switch it on to start.',
  ],
})
