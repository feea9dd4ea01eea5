import { recordsInSight } from '../listing/records-in-sight.ts'

/** The whole configs of the rows in sight. */
export const configsInSight = recordsInSight('configs')
