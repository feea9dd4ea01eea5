import { recordsInSight } from '../listing/records-in-sight.ts'

/** The whole error templates of the rows in sight. */
export const errorPagesInSight = recordsInSight('errorTemplates')
