import type { Context } from '../../conditions/context.ts'
import type { Origin } from '../../machine/callers/origin.ts'
import type { Variant, VariantEvent } from '../experiment.ts'
import type { EventKind } from './record-event.ts'

/** A call to be recorded. */
export interface Recording {
  readonly kind: EventKind
  readonly clientId: string
  /** What is known of the client, for the audience. Its `id`, if any, is `clientId`. @default {} */
  readonly context?: Context | undefined
  /** Repeating a call with the same key within a day returns the first event and counts once. */
  readonly idempotencyKey?: string | undefined
  /** Records nothing for a client that was never displayed. */
  readonly ifDisplayed?: boolean | undefined
  readonly origin: Origin
}

/** The response: the client's variant, and the event if one was recorded. */
export interface Recorded {
  readonly variant: Variant
  readonly event?: VariantEvent
}
