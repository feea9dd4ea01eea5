import type { Fetch } from '../ports.ts'
import type { Budgets } from './budget.ts'

/** How workflows run. */
export interface WorkflowOptions {
  /**
   * What `core.http_client` calls with; without it the function fails, saying so. Addresses come from workflows and their
   * inputs: give one that refuses whatever they must not reach.
   */
  readonly fetch?: Fetch
  /** What a run may use up; the caller of a run can ask for less. @default `defaultBudgets` */
  readonly budgets?: Partial<Budgets>
  /** How many runs may be under way at once, half of them (one at least) of one identity; any more are TOO_MANY_REQUESTS. @default 64 */
  readonly runs?: number
  /** How many values `core.store_set` may keep, of 64 KiB each at most. @default 10000 */
  readonly kept?: number
}
