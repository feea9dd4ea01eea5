import type { GatewaySource, GatewayUnit, ServedExperiment } from '@signalbox/core/gateway'
import { assignments } from '@signalbox/core/gateway'

/** The experiments that a data plane knows, in memory. */
export interface LiveExperiments {
  /** Applies a unit about an experiment; ignores all others. */
  apply(unit: GatewayUnit): void
  /** What is known of an experiment. `undefined`: it does not exist. */
  find(id: string): ServedExperiment | undefined
  /** Whether an experiment is disabled or does not exist: its clients have no variants, and nothing is counted. */
  isOver(id: string): boolean
  /** Whether all experiments are known. Those of a gateway with static routes are not. */
  readonly isComplete: boolean
  /** The variant of a client as the assignment `hash` computes it. */
  compute(experiment: ServedExperiment, clientId: string): string
  /** Whether clients of an experiment have the variant that `compute` returns. */
  isComputable(experiment: ServedExperiment): boolean
}

/** Creates the experiments of a data plane, without any. `assignment` is asked when it is needed. */
export function createLiveExperiments({
  isComplete,
  assignment,
}: {
  readonly isComplete: boolean
  readonly assignment: () => GatewaySource['assignment']
}): LiveExperiments {
  const experiments = new Map<string, ServedExperiment>()
  return {
    apply(unit) {
      if (unit.kind !== 'experiment') return
      if (unit.value) experiments.set(unit.key, unit.value)
      else experiments.delete(unit.key)
    },
    find: (id) => experiments.get(id),
    isOver: (id) => experiments.get(id)?.enabled === false || (isComplete && !experiments.has(id)),
    isComplete,
    compute: ({ id: experimentId, variants }, clientId) =>
      variants[assignments.hash({ experimentId, clientId, variants, bound: [] })]?.id as string,
    isComputable: ({ enabled, isComputable }) => enabled && isComputable && assignment() === 'hash',
  }
}
