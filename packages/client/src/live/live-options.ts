import type { Assignment, Clock, Environment, Random, Unsubscribe, Wait } from '@signalbox/core/evaluate'
import type { Snapshot, SnapshotStore } from './following/snapshot.ts'
import type { SnapshotFeed } from './following/snapshot-feed.ts'
import type { Defaults, Keys } from './keys.ts'
import type { OutboxStore } from './outbox/outbox-store.ts'
import type { RulesEngine } from './rules/rules-port.ts'

/** What to do when a call fails: return its default, throw the failure, or return what a function makes of it. */
export type OnError<T = unknown> = 'default' | 'throw' | ((error: unknown) => T)

/** Options of `live`. Each has a default. */
export interface LiveOptions<K extends Keys = Keys> {
  /** The features, configs and experiments to hold: a list of patterns. Segments are all held. @default '*' */
  readonly patterns?: string
  /** IANA time zone for dates without one, until the server sends its own. @default 'UTC' */
  readonly timeZone?: string
  /** How percentages select clients, until the server sends its setting. @default 'murmur3' */
  readonly bucketing?: Environment['bucketing']
  /** How experiments assign variants, until the server sends its setting. @default 'balanced' */
  readonly assignment?: Assignment
  /**
   * Where to read snapshots of a Signalbox instead of calling it, such as `s3Snapshots()` of `@signalbox/sinks/s3`. Pass
   * `undefined` as source: nothing is sent, so `displayed` and `won` are not recorded, and features that scripts decide are
   * inactive.
   */
  readonly from?: SnapshotFeed
  /** Initial data until the server responds: the result of `snapshot()`, or a part of it. */
  readonly bootstrap?: Partial<Snapshot>
  /** Where to persist the last good state across restarts. It takes precedence over `bootstrap`. */
  readonly snapshot?: SnapshotStore
  /**
   * Where to persist `displayed` and `won` until the server has received them.
   * @default in memory only: they are lost if the program is killed
   */
  readonly outbox?: OutboxStore
  /** The defaults of features, configs and experiments, from `defineFlags`. */
  readonly flags?: Defaults<K>
  /** What calls do on failure, unless the call says otherwise. @default 'default' */
  readonly onError?: OnError
  /**
   * Milliseconds between two listings while the event stream is unavailable, or between two looks for a newer snapshot.
   * @default 15000, and 5000 with `from`
   */
  readonly poll?: number
  /**
   * Timeout in milliseconds of each step (opening the event stream, listing, sending), and of `ready`.
   * @default 10000
   */
  readonly timeoutMs?: number
  /** How many milliseconds the server's answer for a script is cached per context. @default 30000 */
  readonly scriptCache?: number
  /**
   * Whether to create requested features that do not exist, with their default state (disabled unless `flags` says
   * active). Needs the right to create.
   * @default false
   */
  readonly autocreate?: boolean
  /**
   * How many `displayed` and `won` may wait to be sent. When the queue is full, new ones are dropped.
   * @default 10000
   */
  readonly queue?: number
  /** How many milliseconds `close` keeps sending what is queued. @default 5000 */
  readonly closeMs?: number
  /**
   * What evaluates rules, from `@signalbox/client/rules`, so that features with rules are evaluated from the start.
   * @default loaded with the first feature that has rules; until then, the server is asked
   */
  readonly rules?: RulesEngine
  /** Returns the time in epoch milliseconds. @default Date.now */
  readonly clock?: Clock
  /** Waits for some milliseconds. @default timers */
  readonly wait?: Wait
  /** Returns random bytes. @default crypto.getRandomValues */
  readonly random?: Random
}

/**
 * How fresh the answers are.
 * - `starting`: the server has not responded yet, is unreachable, or refuses. The bootstrap or the snapshot is used,
 *   else the defaults. With a bootstrap or a snapshot, the first failure changes this to `stale`.
 * - `fresh`: the data of the server, apart from the time that an event takes.
 * - `stale`: the server is unreachable or refuses; the last known data is used.
 * - `offline`: there is no server; the bootstrap is used.
 * - `closed`: after `close`; the last known data is used.
 */
export type Status = 'starting' | 'fresh' | 'stale' | 'offline' | 'closed'

/** The keys of the records that changed. */
export interface Changed {
  readonly features: readonly string[]
  /** The features that refer to them, and their answers, may have changed too. */
  readonly segments: readonly string[]
  readonly configs: readonly string[]
  readonly experiments: readonly string[]
}

/** The events of `live`, with their payloads. `error` has the failures that nobody awaits. */
export interface LiveEvents {
  readonly change: Changed
  readonly status: Status
  readonly error: unknown
}

/** Subscribes to an event. Returns a function that unsubscribes. */
export type OnLive = <N extends keyof LiveEvents>(name: N, listener: (told: LiveEvents[N]) => void) => Unsubscribe
