import type { Experiment } from '../experiments/experiment.ts'
import { TALLIES } from '../experiments/storage-keys.ts'
import type { Tally } from '../experiments/tally.ts'
import { emptyTally, isComputable } from '../experiments/tally.ts'
import type { Store } from '../ports.ts'

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
}

/** Reads what data planes keep of an experiment. */
export async function readExperiment(store: Store, { id, enabled, variants }: Experiment): Promise<ServedExperiment> {
  const tally = ((await store.get(TALLIES, id))?.value as Tally | undefined) ?? emptyTally
  return {
    id,
    enabled,
    variants: variants.map(({ id, traffic }) => ({ id, traffic })),
    isComputable: isComputable(tally, variants),
  }
}
