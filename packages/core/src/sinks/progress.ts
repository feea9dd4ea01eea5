/**
 * What a sink does: nobody leads it yet (`waiting`), events are copied as they come (`running`), the destination failed
 * and is tried again (`retrying`), or events are missing from the log and a snapshot is needed (`stopped`).
 */
export const sinkStates = ['waiting', 'running', 'retrying', 'stopped'] as const

/** How far a sink has got. */
export interface Progress {
  readonly state: (typeof sinkStates)[number]
  /** The id of the newest event at the destination, if known. */
  readonly position?: number
  /** Up to this id, the log has nothing more for the sink. */
  readonly seen?: number
  /** Why it does not run. */
  readonly error?: string
}

/** What a lease of a sink says to other processes. */
export interface SinkNote extends Progress {
  /** The hash of the leader's filter. */
  readonly filter: string
}
