import {
  assignments,
  compileLayer,
  type GatewaySource,
  type GatewayUnit,
  type ServedExperiment,
} from '@signalbox/core/gateway'
import type { FeatureContext, GatewayFeatures } from '../engines/engines.ts'

/** The experiments that a data plane knows, in memory. */
export interface LiveExperiments {
  /** Applies a unit about an experiment; ignores all others. */
  apply(unit: GatewayUnit): void
  /** What is known of an experiment. `undefined`: it does not exist. */
  find(id: string): ServedExperiment | undefined
  /** Whether an experiment is disabled or does not exist: its clients have no variants, and nothing is counted. */
  isOver(id: string): boolean
  /** Whether all experiments are known. A gateway with static routes does not know them all. */
  readonly isComplete: boolean
  /** The variant of a client as the assignment `hash` computes it. */
  compute(experiment: ServedExperiment, clientId: string): string
  /**
   * Why an experiment takes no new client in a request; `undefined` if it does, `open` if only the service can tell.
   */
  judge(experiment: ServedExperiment, context: ClientContext): Judgement | undefined
  /** Whether clients of an experiment have the variant that `compute` returns. */
  isComputable(experiment: ServedExperiment): boolean
}

/** The context of a request: `id` is the client. */
export type ClientContext = FeatureContext & { readonly id: string }

/** What the gateway knows against a client: the layer or the audience excludes it, or only the service can tell. */
export type Judgement = 'LAYER' | 'AUDIENCE' | 'open'

/** Creates the experiments of a data plane, without any. `assignment` is asked when it is needed. */
export function createLiveExperiments({
  isComplete,
  assignment,
  features,
}: {
  readonly isComplete: boolean
  /** Evaluates audiences. @default the service does */
  readonly features?: Pick<GatewayFeatures, 'isTrue'> | undefined
  readonly assignment: () => GatewaySource['assignment']
}): LiveExperiments {
  const experiments = new Map<string, ServedExperiment>()
  const layers = new WeakMap<ServedExperiment, (clientId: string) => boolean>()

  function isInLayer(experiment: ServedExperiment, clientId: string): boolean {
    if (!experiment.layer) return true
    const known = layers.get(experiment) ?? compileLayer(experiment.layer)
    layers.set(experiment, known)
    return known(clientId)
  }

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
    judge(experiment, context) {
      if (!isInLayer(experiment, context.id)) return 'LAYER'
      if (experiment.audience === undefined) return undefined
      const isTrue = features?.isTrue?.(experiment.audience, context)
      return isTrue === undefined ? 'open' : isTrue ? undefined : 'AUDIENCE'
    },
    isComputable: ({ enabled, isComputable }) => enabled && isComputable && assignment() === 'hash',
  }
}
