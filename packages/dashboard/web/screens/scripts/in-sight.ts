import { recordsInSight } from '../listing/records-in-sight.ts'

/** The whole scripts of the rows in sight. */
export const scriptsInSight = recordsInSight('scripts')
