import { api } from '../../calls/api.ts'
import { onEvent } from '../../records/stream.ts'
import { exactPatterns } from '../../tree/exact-patterns.ts'
import { recordsInSight } from '../listing/records-in-sight.ts'

/** The whole subscriptions of the rows in sight. */
export const subscriptionsInSight = recordsInSight('subscriptions')

/** Several events are often one change. */
const TOGETHER_MS = 200

/**
 * Reads the rows in sight again when APIs change: the statuses of subscriptions depend on those of plans. Returns a
 * function that stops it.
 */
export function followPlans(): () => void {
  let soon: ReturnType<typeof setTimeout> | undefined
  const stop = onEvent(({ type }) => {
    if (type !== 'API_UPDATED') return
    clearTimeout(soon)
    soon = setTimeout(() => void readAgain().catch(subscriptionsInSight.clear), TOGETHER_MS)
  })
  return () => {
    stop()
    clearTimeout(soon)
    subscriptionsInSight.clear()
  }
}

async function readAgain(): Promise<void> {
  for (const { ids, pattern } of exactPatterns(subscriptionsInSight.looked())) {
    const { results } = await api.subscriptions.list({ pattern, pageSize: 1000 })
    const found = new Map(results.map((one) => [one.id, one]))
    for (const id of ids) subscriptionsInSight.hear(id, found.get(id))
  }
}
