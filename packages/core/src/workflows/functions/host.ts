import type { configContract } from '../../configs/contract.ts'
import type { experimentContract } from '../../experiments/contract.ts'
import type { featureContract } from '../../features/contract.ts'
import type { Api } from '../../operation.ts'
import type { Fetch, Wait } from '../../ports.ts'
import type { workflowContract } from '../contract.ts'
import type { StoredValues } from '../stored-values.ts'

/** The part of the API that functions call. */
export type WorkflowApi = Api<{
  readonly features: typeof featureContract
  readonly configs: typeof configContract
  readonly experiments: typeof experimentContract
  readonly workflows: typeof workflowContract
}>

/** What the functions of a run have access to, with the rights of its caller. */
export interface WorkflowHost {
  readonly api: WorkflowApi
  /** Values that are kept between runs. */
  readonly kept: StoredValues
  /** Makes HTTP calls, if the instance allows them. */
  readonly fetch?: Fetch
  /** The trace context of the run, which its HTTP calls pass on. @default none */
  readonly traceparent?: string
  readonly wait: Wait
  /** Emits an event of the running workflow. */
  readonly emit: (name: string, payload: unknown) => Promise<void>
}
