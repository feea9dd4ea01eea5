/** What was counted. */
export interface UsageCounts {
  readonly requests: number
  readonly bytesIn: number
  readonly bytesOut: number
  /** Milliseconds that backends took, in total. */
  readonly backendMs: number
  /** How many of the requests were refused by a limit or quota. */
  readonly limited: number
}

/** Nothing counted yet. */
export const noUsage: UsageCounts = { requests: 0, bytesIn: 0, bytesOut: 0, backendMs: 0, limited: 0 }

/** The sum of two counts. */
export const addUsage = (one: UsageCounts, other: UsageCounts): UsageCounts => ({
  requests: one.requests + other.requests,
  bytesIn: one.bytesIn + other.bytesIn,
  bytesOut: one.bytesOut + other.bytesOut,
  backendMs: one.backendMs + other.backendMs,
  limited: one.limited + other.limited,
})
