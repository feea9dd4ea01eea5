import type { Condition } from '../../conditions/condition.ts'
import type { Experiment } from '../../experiments/experiment.ts'
import type { Layer } from '../../experiments/layers/layer.ts'
import { shippedVariant } from '../../experiments/recording/record-event.ts'
import { emptyTally, isComputable, type Tally } from '../../experiments/recording/tally.ts'
import { TALLIES } from '../../experiments/storage-keys.ts'
import type { Reads } from '../../ports.ts'

/** An experiment as a data plane keeps it, to find the variants of clients without asking. */
export interface ServedExperiment {
  readonly id: string
  /** A disabled experiment takes no new clients. */
  readonly enabled: boolean
  /** In the order of the experiment. */
  readonly variants: readonly { readonly id: string; readonly traffic: number }[]
  /**
   * Whether each client is bound to the variant that the assignment `hash` computes from its id now: all clients were bound
   * this way, and variants and traffic have not changed since the first binding.
   */
  readonly isComputable: boolean
  /** Takes only clients in this range of a layer. */
  readonly layer?: Layer
  /** Takes only clients in whose context this condition is true. */
  readonly audience?: Condition
}

/** Reads what data planes keep of an experiment. */
export async function readExperiment(store: Reads, experiment: Experiment): Promise<ServedExperiment> {
  const { id, enabled, variants, layer, audience } = experiment
  const shipped = shippedVariant(experiment)
  if (shipped) return { id, enabled: true, variants: [{ id: shipped.id, traffic: 1 }], isComputable: true }
  const tally = ((await store.get(TALLIES, id))?.value as Tally | undefined) ?? emptyTally
  return {
    id,
    enabled,
    variants: variants.map(({ id, traffic }) => ({ id, traffic })),
    isComputable: isComputable(tally, variants),
    ...(layer && { layer }),
    ...(audience && { audience }),
  }
}
