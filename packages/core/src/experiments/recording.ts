import type { AuthInfo } from '../callers/caller.ts'
import type { Variant, VariantEvent } from './experiment.ts'
import type { Kind } from './record.ts'

/** What a call asks for. */
export interface Recording {
  readonly kind: Kind
  readonly clientId: string
  /** A repeat under the same key within a day answers the first event, and counts once. */
  readonly idempotencyKey?: string | undefined
  readonly authInfo?: AuthInfo | undefined
}

/** What a call answers: the client's variant, and the event if one was recorded. */
export interface Recorded {
  readonly variant: Variant
  readonly event?: VariantEvent
}
