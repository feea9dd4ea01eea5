import { onEvent } from '../../stream.ts'
import { recordsInSight } from '../listing/records-in-sight.ts'

/** The whole subscriptions of the rows in sight. */
export const subscriptionsInSight = recordsInSight('subscriptions')

// Their statuses depend on those of plans, which are part of APIs.
onEvent(({ domain }) => {
  if (domain === 'Api') subscriptionsInSight.clear()
})
