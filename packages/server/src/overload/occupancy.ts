import type { Limits } from './limits.ts'

/** How full a server is. */
export interface Occupancy {
  readonly limits: Limits
  /** How many connections are open. */
  readonly connections: () => number
  /** How many event streams are open. */
  readonly streams: () => number
}
