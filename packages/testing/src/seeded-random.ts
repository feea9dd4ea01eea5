import type { Random } from '@signalbox/core'

/**
 * Creates a `Random` that returns the same bytes for the same seed, in whatever portions they are requested, so that
 * ids and secrets are the same in every run. For tests only: the bytes are predictable.
 *
 * @example
 * ```ts
 * const box = createSignalbox({ random: seededRandom(1) })
 * ```
 */
export function seededRandom(seed: number): Random {
  let state = seed | 0
  const nextByte = () => {
    state = (state + 0x9e3779b9) | 0
    return mix(state) >>> 24
  }
  return (bytes) => Uint8Array.from({ length: bytes }, nextByte)
}

/** Spreads a counter over all 32 bits (the finalizer of murmur3). */
function mix(counter: number): number {
  let hash = counter
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return hash ^ (hash >>> 16)
}
