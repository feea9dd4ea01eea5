/** One attempt to append events to a sink. */
export interface SinkAppend {
  /** The id of the sink. */
  readonly sink: string
  /** The number of events. */
  readonly events: number
  readonly ms: number
  /** Why it failed; absent if the destination has acknowledged the events. */
  readonly error?: string
}

/** Observes sinks. */
export interface SinkTelemetry {
  /** Events were appended to a sink, or could not be. */
  sinkAppended?(append: SinkAppend): void
}
