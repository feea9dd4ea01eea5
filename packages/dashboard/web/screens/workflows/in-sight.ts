import { recordsInSight } from '../listing/records-in-sight.ts'

/** The whole workflows of the rows in sight. */
export const workflowsInSight = recordsInSight('workflows')
