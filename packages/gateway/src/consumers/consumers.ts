import type { LiveConsumers, SigningKey } from '@signalbox/core/gateway'

/** What plugins know about the consumers of the APIs. Everything is in memory. */
export interface Consumers extends Pick<LiveConsumers, 'findCredential' | 'findSubscription'> {
  /** The keys of tokens of the gateway itself, by id. */
  readonly signingKeys: ReadonlyMap<string, SigningKey>
  /** The IANA time zone in which quotas of days and months begin. */
  readonly zone: string
}
