import { bulk, crud, mergePatchable, selectable } from '../records/contract.ts'
import { workflows } from './workflow.ts'

const { deleteMany: _many, ...records } = crud(workflows)

/** What can be asked of workflows. */
export const workflowContract = {
  ...records,
  ...selectable(workflows),
  ...mergePatchable(workflows),
  ...bulk(workflows),
}
