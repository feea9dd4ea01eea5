import type { configContract } from '../../configs/contract.ts'
import type { experimentContract } from '../../experiments/contract.ts'
import type { featureContract } from '../../features/contract.ts'
import type { Api } from '../../operation.ts'
import type { Fetch, Wait } from '../../ports.ts'
import type { workflowContract } from '../contract.ts'
import type { Kept } from '../kept.ts'

/** What of the API functions call. */
export type WorkflowApi = Api<{
  readonly features: typeof featureContract
  readonly configs: typeof configContract
  readonly experiments: typeof experimentContract
  readonly workflows: typeof workflowContract
}>

/** What the functions of a run reach, all of it as the caller of the run. */
export interface WorkflowHost {
  readonly api: WorkflowApi
  /** What is kept between runs. */
  readonly kept: Kept
  /** Calls elsewhere, where the instance has them. */
  readonly fetch?: Fetch
  readonly wait: Wait
  /** Emits an event of the workflow that runs. */
  readonly emit: (name: string, payload: unknown) => Promise<void>
}
