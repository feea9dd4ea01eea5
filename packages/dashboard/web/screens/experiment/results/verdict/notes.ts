import type { Results } from '@signalbox/core/contract'
import { listed } from '../../../../words/words.ts'
import { pValue, share } from '../figures/figures.ts'
import { namesOf } from '../figures/names.ts'
import { shortSpan } from './span.ts'
import { SKEWED } from './split.ts'
import { unseenVariants } from './unseen.ts'

/** What limits the results of an experiment, in sentences: to whom and since when they apply. */
export function notesOf(results: Results): readonly string[] {
  const { experiment, layer } = results
  const isSeen = results.results.some(({ users }) => users > 0)
  return [
    ...(experiment.enabled || experiment.shipped !== undefined || !isSeen
      ? []
      : ['The experiment is off: it takes no new clients. Clients with a variant keep it.']),
    ...(isSeen ? [...leftOut(results), ...phases(results), ...span(results)] : []),
    ...(experiment.audience
      ? ['Only clients of its audience take part: the results say nothing about other clients.']
      : []),
    ...(layer ? [layerSentence(layer)] : []),
  ]
}

function leftOut(results: Results): readonly string[] {
  const unseen = unseenVariants(results)
  if (unseen.length === 0 || unseen.length === results.experiment.variants.length) return []
  return [`Nobody has seen ${namesOf(unseen)} yet.`]
}

function phases({ mixed, sampleRatioMismatch: { phases, alarm } }: Results): readonly string[] {
  if (phases.length < 2 && !mixed) return []
  const skewed = phases.flatMap((p, at) => (p < SKEWED ? [`phase ${at + 1} (p-value ${pValue(p)})`] : []))
  return [
    mixed
      ? 'The shares changed during the run: phases are compared separately.'
      : `The shares changed during the run, but only one phase has users of several variants.`,
    ...(skewed.length > 0 && !alarm ? [`The split didn’t match the configured traffic in ${listed(skewed)}.`] : []),
  ]
}

/** Clients of a Tuesday differ from those of a Sunday. */
function span(results: Results): readonly string[] {
  const short = shortSpan(results)
  if (short === undefined) return []
  return [`The figures cover ${short}. Days of the week differ, so let an experiment run for whole weeks.`]
}

function layerSentence({ name, from, to, beside, holdout }: NonNullable<Results['layer']>): string {
  const others = beside.map(
    ({ experiment = 'an experiment that you can’t read', from, to }) => `${experiment} ${share(to - from)}`,
  )
  return [
    `It takes ${share(to - from)} of the clients of layer ${name}`,
    ...(others.length > 0 ? [`, beside ${listed(others)}`] : []),
    `; ${holdout === 0 ? 'the experiments cover all clients' : `${share(holdout)} are in no experiment`} of the layer.`,
  ].join('')
}
