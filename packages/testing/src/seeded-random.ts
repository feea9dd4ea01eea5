import type { Random } from '@signalbox/core'

/**
 * A `Random` that gives the same bytes for the same seed, however they are asked for: so ids and secrets are the same
 * in every run. Only for tests: anyone can foresee them.
 */
export function seededRandom(seed: number): Random {
  let state = seed | 0
  const nextByte = () => {
    state = (state + 0x9e3779b9) | 0
    return mix(state) >>> 24
  }
  return (bytes) => Uint8Array.from({ length: bytes }, nextByte)
}

/** Spreads a counter over all 32 bits: the finalizer of murmur3. */
function mix(counter: number): number {
  let hash = counter
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return hash ^ (hash >>> 16)
}
