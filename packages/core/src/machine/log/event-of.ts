import type { Unsubscribe } from '../../ports.ts'
import type { ChangeEvent } from './event.ts'

/**
 * The tables that type events: by domain the prefix of event types and the payload, and by event type the payload of
 * events that concern no single record.
 */
export interface EventTables {
  readonly kinds: Readonly<Record<string, { readonly events: string; readonly record: unknown }>>
  readonly emitted: Readonly<Record<string, unknown>>
}

type Kinds<E extends EventTables> = E['kinds']
type Prefix<E extends EventTables> = Kinds<E>[keyof Kinds<E>]['events']

/** The types of change events. */
export type EventTypeIn<E extends EventTables> =
  | `${Prefix<E>}_${'CREATED' | 'UPDATED' | 'DELETED'}`
  | `${Prefix<E>}S_DELETED`
  | Extract<keyof E['emitted'], string>

type RecordOf<E extends EventTables, P> = {
  [D in keyof Kinds<E>]: Kinds<E>[D]['events'] extends P ? Kinds<E>[D]['record'] : never
}[keyof Kinds<E>]

type Payload<E extends EventTables, T> = T extends keyof E['emitted']
  ? E['emitted'][T]
  : T extends `${infer P}_${'CREATED' | 'UPDATED'}`
    ? RecordOf<E, P>
    : T extends `${string}S_DELETED`
      ? { readonly count: number; readonly patterns: readonly string[] }
      : T extends `${infer P}_DELETED`
        ? RecordOf<E, P>
        : unknown

/** The change event of a type, with the payload of its kind of record. */
export type EventIn<E extends EventTables, T> = T extends string
  ? Omit<ChangeEvent<Extract<keyof Kinds<E>, string>>, 'type' | 'payload' | 'oldValue'> & {
      readonly type: T
      readonly payload: Payload<E, T>
      readonly oldValue?: Payload<E, T>
    }
  : never

/** The events of a type, or of all types for `*`. */
export type HeardIn<E extends EventTables, T extends EventTypeIn<E> | '*'> =
  T extends EventTypeIn<E> ? EventIn<E, T> : ChangeEvent<Extract<keyof Kinds<E>, string>, EventTypeIn<E>>

/**
 * Subscribes to committed events of a type, or of all types with `'*'`, from now on and from any process, in order.
 * Events are frozen, because all listeners share them. Returns a function that ends the subscription. Throws a
 * `TypeError` for an unknown type.
 *
 * Listeners run after the write, in turns of their own: neither writes nor other listeners wait for a slow listener.
 * What a listener throws, or its promise rejects with, is reported and affects no other listener. `close` waits until
 * listeners have been called for every event this process knows. With a store outside this process, `await ready()` to
 * be sure that the subscription has begun.
 */
export type OnIn<E extends EventTables> = <T extends EventTypeIn<E> | '*'>(
  type: T,
  listener: (event: HeardIn<E, T>) => unknown,
) => Unsubscribe
