import type { LiveConsumers } from '@signalbox/core/gateway'
import type { FailedAttempts } from './failed-attempts.ts'
import type { LoneIds } from './lone-ids.ts'
import type { Proofs } from './proofs.ts'
import type { SigningKeys } from './signing-keys.ts'

/** What plugins know about the consumers of the APIs. Everything is in memory. */
export interface Consumers extends Pick<LiveConsumers, 'findCredential' | 'findSubscription' | 'findSubscriptionById'> {
  /** The keys of tokens of the gateway itself. */
  readonly signingKeys: SigningKeys
  /** The IANA time zone in which quotas of days and months begin. */
  readonly zone: string
  /** Judges the secrets of credentials. */
  readonly proofs: Proofs
  /** Where client ids are accepted without their secret. */
  readonly loneIds: Pick<LoneIds, 'isAcceptedBy'>
  /** Counts wrong secrets by network. */
  readonly failures: FailedAttempts
}
