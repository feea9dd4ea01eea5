import { recordsInSight } from '../listing/records-in-sight.ts'

/** The backends of the rows in sight. */
export const backendsInSight = recordsInSight('backends')
