import { hashState, murmur3 } from '@signalbox/core/gateway'

/**
 * Returns a function that gives each key a fixed place from 0 up to 100, evenly spread. Those below a percentage are its
 * share: with a higher percentage, keys are added and none leaves. Different salts give independent places.
 */
export function percentiles(salt: string): (key: string) => number {
  const state = hashState(salt)
  return (key) => ((murmur3(key, state) >>> 0) / 2 ** 32) * 100
}
