/** Chooses the variant of an unbound client. Pure: the same inputs give the same variant in every process. */
import { bucketBounds, bucketOf, classicBucket, hashState } from '../machine/secrets/hash.ts'
import type { Variant } from './experiment.ts'

/** How variants are chosen; `assignments` describes each way. */
export type Assignment = 'balanced' | 'hash' | 'classic'

/** The inputs of an assignment. */
export interface Unbound {
  readonly experimentId: string
  readonly clientId: string
  readonly variants: readonly Pick<Variant, 'id' | 'traffic'>[]
  /**
   * Number of clients bound to each variant, in the order of `variants`, since the variants or their traffic last
   * changed.
   */
  readonly bound: readonly number[]
}

const TIE = 1e-9
const SEED = 86028157

/** The assignment functions by name. Each returns the index of a variant. */
export const assignments = {
  /** Picks the variant furthest below its share of the traffic, of those with traffic; ties go to the first, and so does the first client. */
  balanced({ variants, bound }) {
    const total = bound.reduce((sum, count) => sum + count, 0)
    let chosen = 0
    let largest = Number.NEGATIVE_INFINITY
    for (const [i, { traffic }] of variants.entries()) {
      if (traffic === 0) continue
      if (total === 0) return i
      const missing = traffic - (bound[i] ?? 0) / total
      if (missing <= largest + TIE) continue
      largest = missing
      chosen = i
    }
    return chosen
  },
  /** Hashes the experiment id and the client id: stateless and the same in every process. */
  hash({ experimentId, clientId, variants }) {
    const bucket = bucketOf(clientId, hashState(`${experimentId}:`, SEED))
    return bucketBounds(variants.map(({ traffic }) => traffic)).findIndex((bound) => bucket < bound)
  },
  /** Assigns as the previous feature service did: variants sorted by id, the first whose cumulative share is reached. */
  classic({ clientId, variants }) {
    const bucket = classicBucket(clientId)
    const sorted = variants.map((variant, i) => ({ ...variant, i })).sort((a, b) => (a.id < b.id ? -1 : 1))
    let sum = 0
    const found = sorted.find(({ traffic }) => {
      sum += traffic
      return sum * 100 >= bucket
    })
    return (found ?? sorted.at(-1))?.i ?? 0
  },
} satisfies Record<Assignment, (unbound: Unbound) => number>
