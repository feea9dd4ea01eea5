import { api } from '../../calls/api.ts'
import { failureSentence } from '../../calls/failures.ts'
import { may } from '../../calls/session.ts'
import type { AnyRecord } from '../../kinds/kinds.ts'
import { toast } from '../../notices/toasts.ts'
import { idOf } from '../../values/id-of.ts'
import { inLots } from '../listing/bulk/in-lots.ts'
import { removeRecord } from '../record/remove-record.ts'
import { removalMeans, type Stopped } from './removal-means.ts'

const AT_ONCE = 4

/**
 * Deletes an API, after its id was typed. The question says how many subscriptions and credentials are deleted with it;
 * the deletion is sent by force only if there are some.
 */
export async function removeApi(record: AnyRecord): Promise<void> {
  try {
    const stopped = await stoppedWith(record)
    const force = stopped.subscriptions + stopped.closed > 0
    await removeRecord('apis', record, {
      means: removalMeans(stopped),
      remove: (because) => api.apis.delete({ id: idOf(record), ...(force && { force }) }, because),
    })
  } catch (error) {
    toast(failureSentence(error), { aspect: 'danger' })
  }
}

interface Planned {
  readonly documentation?: { readonly plans?: readonly { readonly id: string }[] }
}

/** What the deletion of an API stops. Closed subscriptions are counted for those who may read them. */
async function stoppedWith(record: AnyRecord): Promise<Stopped> {
  const id = idOf(record)
  const { plans = [] } = (record as Planned).documentation ?? {}
  let [subscriptions, credentials] = [0, 0]
  const { failed } = await inLots(plans, AT_ONCE, async (plan) => {
    const impact = await api.apis.impact({ id, planId: plan.id, status: 'closed' })
    subscriptions += impact.subscriptions.count
    credentials += impact.credentials.count
  })
  if (failed[0]) throw failed[0].error
  const all = may('R', 'Subscription', id)
    ? (await api.subscriptions.list({ filter: { api_ref: id }, pageSize: 1 })).metadata.count
    : subscriptions
  return { subscriptions, credentials, closed: Math.max(0, all - subscriptions) }
}
