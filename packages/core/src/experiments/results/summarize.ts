import type { Steps } from '../../machine/time/yield-by-time.ts'
import type { Experiment } from '../experiment.ts'
import type { Tally } from '../recording/tally.ts'
import type { VariantResult } from './result-schema.ts'
import { resultsOf } from './results.ts'
import type { ExperimentSummary } from './summary-schema.ts'

/** Summarizes the results of an experiment, in steps: the same figures as in `resultsOf`. */
export function* summarize(experiment: Experiment, tally: Tally): Steps<ExperimentSummary> {
  const { results, sampleRatioMismatch, mixed } = yield* resultsOf(experiment, tally, {
    series: [],
    now: 0,
    withEvents: false,
  })
  const { p, alarm } = sampleRatioMismatch
  const seen = results.filter(({ users }) => users > 0)
  // Rates of phases with different traffic are not comparable.
  const [leading] = seen.toSorted((one, other) =>
    mixed ? other.probabilityBest - one.probabilityBest : other.rate - one.rate,
  )
  const sum = (of: (result: (typeof results)[number]) => number) => results.reduce((all, one) => all + of(one), 0)
  const { id, name, enabled, layer } = experiment
  return {
    id,
    name,
    enabled,
    ...(layer && { layer }),
    state: !enabled ? 'disabled' : leading ? 'running' : 'waiting',
    bound: sum(({ variant }) => variant.currentPopulation ?? 0),
    users: sum(({ users }) => users),
    converted: sum(({ converted }) => converted),
    ...(leading && { leader: toLeader(leading) }),
    sampleRatioMismatch: { p, alarm },
  }
}

const toLeader = ({ variant: { id, name }, rate, interval, probabilityBest }: VariantResult) => ({
  id,
  name,
  rate,
  interval,
  probabilityBest,
})
