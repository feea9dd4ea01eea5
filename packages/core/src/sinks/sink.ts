import type { ChangeEvent } from '../machine/log/event.ts'

/**
 * A place that the event log is copied to, event by event, in order: a topic, a stream, a bucket. One process at a time
 * leads a sink, but another one may have led it a moment ago and not know yet that it no longer does.
 */
export interface Sink {
  /** What the destination is, in a word, as `sinks.list` shows it: `kafka`, `redis`. @default 'custom' */
  readonly kind?: string
  /**
   * The id of the newest event at the destination, read from the destination itself; 0 if it has none. `undefined` if
   * the destination cannot tell: the sink's position is then kept in the store, and events are delivered at least once.
   * Rejects with `emptied()` if the destination had events and has none left. Called at the start, and after every
   * failure.
   */
  position(signal: AbortSignal): Promise<number | undefined>
  /**
   * Appends events, in order of their ids. Resolves when the destination has stored them durably. `after` is the last
   * known position; ids may have gaps, because sinks have filters. A destination that can refuse a repeat adds only
   * events that it lacks. Rejects with `behind()` if the destination is not at `after`; `position` is then asked again.
   * Any other rejection is retried after a pause, from the position. Ends soon when the signal aborts.
   */
  append(events: readonly ChangeEvent[], after: number, signal: AbortSignal): Promise<void>
  /** Ends connections and timers. Called once, when no call is pending. */
  close(): Promise<void>
}

/** Selects the events of a sink. Each member that is present must match. */
export interface SinkFilter {
  /**
   * Domains of events. Events of the domains `ApiKey`, `User`, `Webhook` and `Credential` are copied only if this names
   * the domain. @default all other domains
   */
  readonly domains?: readonly string[]
  /** Patterns of keys, of which one must match: `['shop:*']`. @default all keys */
  readonly patterns?: readonly string[]
  /** Types of events: `['FEATURE_UPDATED']`. @default all types */
  readonly types?: readonly string[]
}
