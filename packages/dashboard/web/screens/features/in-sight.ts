import { recordsInSight } from '../listing/records-in-sight.ts'

/** The whole features of the rows in sight. */
export const featuresInSight = recordsInSight('features')
