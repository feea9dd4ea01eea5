import type { ApiTest } from '../api-test.ts'
import { describeWorkflowRecords } from './workflow-records.ts'
import { describeWorkflowRuns } from './workflow-runs.ts'
import { describeWorkflowStore } from './workflow-store.ts'

/** Workflows as records, their runs, and the values that runs store. */
export function describeWorkflows(test: ApiTest): void {
  describeWorkflowRecords(test)
  describeWorkflowRuns(test)
  describeWorkflowStore(test)
}
