import { createCounts } from '@signalbox/core/gateway'
import type { MayHold } from './share.ts'

/** The bytes that all responses together keep for clients that take them slowly. */
export interface Buffers {
  /** Counts bytes that are kept for a network, or no more. */
  add(network: string, bytes: number): void
  /** Whether more may be kept for a network. */
  mayKeep(network: string): boolean
  readonly bytes: number
}

/** Creates room for so many bytes, of which each network may use a share. */
export function createBuffers(most: number, mayHold: MayHold): Buffers {
  const networks = createCounts()
  let bytes = 0
  return {
    add(network, more) {
      bytes += more
      networks.add(network, more)
    },
    mayKeep: (network) => mayHold(networks.of(network), most - bytes),
    get bytes() {
      return bytes
    },
  }
}
