import type { Ended } from '../exchange/decided.ts'
import type { Pipeline } from '../pipeline/pipeline.ts'
import type { Deadline } from './deadline.ts'
import type { Reach } from './reach.ts'
import type { Replayable } from './replayable.ts'

/** What every attempt needs. */
export interface Ports {
  readonly pipeline: Pipeline
  readonly reach: Reach
  readonly clock: () => number
  /** The calls that have not ended. */
  readonly running: Set<Calls>
}

/** Ends the exchange. */
export type Finish = (ended: Omit<Ended, 'bytesIn' | 'calledAt' | 'headAt'>) => void

/** What is known about the calls for one request. */
export interface Calls {
  /** When the backend was first called and when its head came, in epoch milliseconds. */
  calledAt?: number
  headAt?: number
  readonly body: Replayable | undefined
  /** The time limits of the current attempt. */
  deadline: Deadline | undefined
}
