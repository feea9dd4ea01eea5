import type { Settings } from '../settings/settings.ts'

/** How much a server takes on. */
export interface Limits {
  /** Open connections. */
  readonly connections: number
  /** The connections of one address. Behind trusted proxies any number, because their connections have many clients. */
  readonly connectionsOfAddress: number
  /** Open event streams. */
  readonly streams: number
  /** The requests of one address: behind trusted proxies, of the client. */
  readonly streamsOfAddress: number
}

/**
 * Connections beyond the limit on which probes are still answered. All other calls on them are rejected, and the oldest
 * of them are closed if there are more.
 */
export const RESERVE = 64

/** Open connections of a gateway, in each of its processes. */
export const GATEWAY_CONNECTIONS = 20_000

/** The limits of a server by its settings. Each of them allows at least one. */
export function limitsOf({
  connections,
  streamShare,
  addressShare,
  trustProxy,
}: Pick<Settings, 'connections' | 'streamShare' | 'addressShare' | 'trustProxy'>): Limits {
  const streams = partOf(connections, streamShare)
  return {
    connections,
    connectionsOfAddress: trustProxy > 0 ? Number.POSITIVE_INFINITY : partOf(connections, addressShare),
    streams,
    streamsOfAddress: partOf(streams, addressShare),
  }
}

/** A share, rounded down. 0.29 of 100 is 29, although the product is 28.999999999999996. */
const partOf = (all: number, share: number): number => Math.max(1, Math.floor(all * share + 1e-6))
