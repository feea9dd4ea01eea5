import type { Results, Variant } from '@signalbox/core/contract'

/** The place of a variant in its experiment, which decides its color and mark: results can leave variants out. */
export const placeIn = ({ experiment }: Results, { id }: Variant): number =>
  Math.max(
    0,
    experiment.variants.findIndex((one) => one.id === id),
  )
