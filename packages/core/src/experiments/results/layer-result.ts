import { type Caller, may } from '../../machine/callers/caller.ts'
import { BUCKETS } from '../../machine/secrets/hash.ts'
import type { Reads } from '../../ports.ts'
import type { Experiment } from '../experiment.ts'
import { freeRanges, readRanges } from '../layers/layer-ranges.ts'
import type { LayerResult } from './result-schema.ts'

/** The layer of an experiment with its other users that the caller may read; `undefined` without a layer. */
export async function layerResult(
  store: Reads,
  { id, layer }: Experiment,
  caller: Caller,
): Promise<LayerResult | undefined> {
  if (!layer) return undefined
  const ranges = await readRanges(store, layer.name)
  const beside = ranges
    .filter(({ experimentId }) => experimentId !== id)
    .map(({ experimentId, from, to }) => ({
      ...(may(caller, 'R', 'Experiment', experimentId) && { experiment: experimentId }),
      from: from / BUCKETS,
      to: to / BUCKETS,
    }))
  const free = freeRanges(ranges).reduce((sum, { from, to }) => sum + to - from, 0)
  return { ...layer, beside, holdout: free / BUCKETS }
}
