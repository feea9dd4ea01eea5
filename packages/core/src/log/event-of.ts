import type { Unsubscribe } from '../ports.ts'
import type { ChangeEvent } from './event.ts'

/** What events are of: by domain the beginning of their types and what they show, and by type what events show about no single record. */
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

/** The change event of a type, its payload that of the record kind. */
export type EventIn<E extends EventTables, T> = T extends string
  ? Omit<ChangeEvent<Extract<keyof Kinds<E>, string>>, 'type' | 'payload' | 'oldValue'> & {
      readonly type: T
      readonly payload: Payload<E, T>
      readonly oldValue?: Payload<E, T>
    }
  : never

/** The events of a type; of all types for `*`. */
export type HeardIn<E extends EventTables, T extends EventTypeIn<E> | '*'> =
  T extends EventTypeIn<E> ? EventIn<E, T> : ChangeEvent<Extract<keyof Kinds<E>, string>, EventTypeIn<E>>

/**
 * Calls back for every event of a type, or of all for `'*'`, that is committed from now on, by whichever process, in order;
 * frozen, for all listeners share it. Listeners are called behind the write, each in turns of its own: neither writes nor other
 * listeners wait for a slow one. `close` waits until they have been called for all that this process knows. What a listener throws, or
 * its promise rejects with, is reported and touches no one else. On a store that is not in this process, `await ready()` to be sure that
 * listening has begun. Returns what ends it. Throws a `TypeError` for a type that there is not.
 */
export type OnIn<E extends EventTables> = <T extends EventTypeIn<E> | '*'>(
  type: T,
  listener: (event: HeardIn<E, T>) => unknown,
) => Unsubscribe
