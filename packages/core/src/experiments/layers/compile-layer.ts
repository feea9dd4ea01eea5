/** Which clients are in a range of a layer. Pure: the service, data planes and clients decide through this file. */
import { BUCKETS, bucketOf, hashState } from '../../machine/secrets/hash.ts'

/** A range of a layer, with its ends as fractions of 1. */
export interface LayerRange {
  readonly name: string
  readonly from: number
  readonly to: number
}

/** A range of buckets: from `from` to below `to`, of 100,000. */
export interface BucketRange {
  readonly from: number
  readonly to: number
}

/** The buckets of a layer's range. */
export const rangeOf = ({ from, to }: Pick<LayerRange, 'from' | 'to'>): BucketRange => ({
  from: Math.round(from * BUCKETS),
  to: Math.round(to * BUCKETS),
})

/**
 * Compiles whether clients are in the range of a layer.
 *
 * @example
 * const isInside = compileLayer({ name: 'checkout', from: 0, to: 0.1 })
 * isInside('ann')
 */
export function compileLayer(layer: LayerRange): (clientId: string) => boolean {
  const state = hashState(`${layer.name}:`)
  const { from, to } = rangeOf(layer)
  return (clientId) => {
    const bucket = bucketOf(clientId, state)
    return from <= bucket && bucket < to
  }
}
