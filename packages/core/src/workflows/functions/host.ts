import type { SignalboxApi } from '../../contract.ts'
import type { Fetch, Wait } from '../../ports.ts'
import type { Kept } from '../kept.ts'

/** What the functions of a run reach, all of it as the caller of the run. */
export interface WorkflowHost {
  readonly api: Pick<SignalboxApi, 'features' | 'configs' | 'experiments' | 'workflows'>
  /** What is kept between runs. */
  readonly kept: Kept
  /** Calls elsewhere, where the instance has them. */
  readonly fetch?: Fetch
  readonly wait: Wait
  /** Emits an event of the workflow that runs. */
  readonly emit: (name: string, payload: unknown) => Promise<void>
}
