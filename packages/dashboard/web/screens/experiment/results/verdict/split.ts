import type { Results } from '@signalbox/core/contract'
import { counted, listed } from '../../../../words/words.ts'
import { rarity, share } from '../figures/figures.ts'
import { nameOf } from '../figures/names.ts'

/** Below this p-value, the clients of a phase are not split as its traffic says. */
export const SKEWED = 0.001

/** What the page says over everything while the split is skewed. */
export const SKEWED_HEADLINE = 'The split is off. Don’t trust these results.'

/** How clients are split instead of how they should be, and how rare that is, in sentences. */
export function splitSentences({
  experiment,
  results,
  sampleRatioMismatch: { p, phases },
}: Results): readonly string[] {
  return [
    phases.length > 1 ? splitOfPhases(phases) : splitOf(experiment.variants, results),
    ...(p === 0 ? [] : [`Chance alone would do that in ${rarity(p)} experiments.`]),
  ]
}

function splitOf(variants: Results['experiment']['variants'], results: Results['results']): string {
  const usersOf = (id: string) => results.find(({ variant }) => variant.id === id)?.users ?? 0
  const all = results.reduce((sum, { users }) => sum + users, 0)
  const shares = (shareOf: (variant: (typeof variants)[number]) => number) =>
    listed(variants.map((variant) => `${share(shareOf(variant))} for ${nameOf(variant)}`))
  if (all === 0) return 'The split doesn’t match the configured traffic.'
  return `The configured traffic is ${shares(({ traffic }) => traffic)}, but ${counted(all, 'user')} are split ${shares(
    ({ id }) => usersOf(id) / all,
  )}.`
}

function splitOfPhases(phases: readonly number[]): string {
  const skewed = phases.flatMap((p, at) => (p < SKEWED ? [`${at + 1}`] : []))
  if (skewed.length === 0) return `The split doesn’t match the configured traffic of the ${phases.length} phases.`
  return `In ${skewed.length === 1 ? 'phase' : 'phases'} ${listed(skewed)} of ${phases.length}, the split doesn’t match the configured traffic.`
}
