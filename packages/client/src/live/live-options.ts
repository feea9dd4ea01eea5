import type { SignalboxApi } from '@signalbox/core/contract'
import type { Assignment, Clock, Environment, Random, Unsubscribe, Wait } from '@signalbox/core/evaluate'
import type { Defaults, Keys } from './keys.ts'
import type { OutboxStore } from './outbox-store.ts'
import type { Snapshot, SnapshotStore } from './snapshot.ts'

/** Where flags come from: a box, a box on behalf of someone (`box.as`), or a client of one elsewhere. */
export type Source = Pick<SignalboxApi, 'features' | 'configs' | 'experiments' | 'events'> &
  Partial<Pick<SignalboxApi, 'health'>>

/** What a call answers in place of a failure: its default value, the failure itself, thrown, or what a function makes of it. */
export type OnError<T = unknown> = 'default' | 'throw' | ((error: unknown) => T)

/** How flags are held and kept fresh. Everything has a default. */
export interface LiveOptions<K extends Keys = Keys> {
  /** Which features, configs and experiments to hold: a list of patterns. @default '*' */
  readonly patterns?: string
  /** IANA name of the zone of dates that name none, while the server has not told its own. @default 'UTC' */
  readonly timeZone?: string
  /** How percentages choose clients, while the server has not told how it does. @default 'murmur3' */
  readonly bucketing?: Environment['bucketing']
  /** How experiments choose variants, while the server has not told how it does. @default 'balanced' */
  readonly assignment?: Assignment
  /** What is true until the server has answered: what `snapshot()` gave, or a part of it. */
  readonly bootstrap?: Partial<Snapshot>
  /** Where the last good state is kept over restarts; it is newer than `bootstrap`. */
  readonly snapshot?: SnapshotStore
  /** Where displayed and won are kept until the server has them. @default in memory alone: those of a program that is killed are lost */
  readonly outbox?: OutboxStore
  /** What features, configs and experiments are when nobody knows better, from `defineFlags`. */
  readonly flags?: Defaults<K>
  /** What calls answer in place of failures, unless told otherwise. @default 'default' */
  readonly onError?: OnError
  /** Milliseconds between two looks at the server while its event stream cannot be had. @default 15000 */
  readonly poll?: number
  /** Milliseconds that a step may take: opening the event stream, listing, sending; `ready` waits no longer. @default 10000 */
  readonly timeoutMs?: number
  /** Milliseconds that the server's answer to a script counts for a context. @default 30000 */
  readonly scriptCache?: number
  /** Creates features that are asked for and not there, disabled; needs the right to. @default false */
  readonly autocreate?: boolean
  /** How many displayed and won may wait to be sent; the oldest stay. @default 10000 */
  readonly queue?: number
  /** Milliseconds that `close` goes on sending what is queued. @default 5000 */
  readonly closeMs?: number
  /** The time, in epoch milliseconds. @default Date.now */
  readonly clock?: Clock
  /** Waits. @default with timers */
  readonly wait?: Wait
  /** So many random bytes. @default crypto.getRandomValues */
  readonly random?: Random
}

/**
 * How fresh the answers are.
 * - `starting`: nothing has been had from the server yet: it has not answered, cannot be reached, or refuses. The bootstrap or the
 *   snapshot answers, else the defaults. With a bootstrap or a snapshot the first failure makes it `stale`.
 * - `fresh`: what the server has, but for the time an event takes.
 * - `stale`: the server cannot be reached, or refuses; what was known last answers.
 * - `offline`: there is no server: the bootstrap answers.
 * - `closed`: after `close`; what was known last answers.
 */
export type Status = 'starting' | 'fresh' | 'stale' | 'offline' | 'closed'

/** The keys of what changed. */
export interface Changed {
  readonly features: readonly string[]
  readonly configs: readonly string[]
  readonly experiments: readonly string[]
}

/** What can be heard of, and what listeners are told. Failures are told as `error`: those that nobody awaits. */
export interface LiveEvents {
  readonly change: Changed
  readonly status: Status
  readonly error: unknown
}

/** Hears of one thing until the returned function is called. */
export type OnLive = <N extends keyof LiveEvents>(name: N, listener: (told: LiveEvents[N]) => void) => Unsubscribe
