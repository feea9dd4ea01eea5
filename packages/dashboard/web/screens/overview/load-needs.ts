import type { Feature } from '@signalbox/core/contract'
import { api } from '../../api.ts'
import { loadBox } from '../../box.ts'
import { serviceNow } from '../../clock.ts'
import { confirmed } from '../../confirm/question.ts'
import { dateTimeIn } from '../../dates.ts'
import { decideHere } from '../../evaluation/here.ts'
import { zone } from '../../preferences.ts'
import { may } from '../../session.ts'
import type { Need } from './needs.ts'
import { bannedHooks, datedFeature, dueCredentials, nextChange, skewedExperiments } from './needs.ts'

/** The most records of a kind that are looked at. */
const MOST = 1000

/** What could not be found out, and what needs attention. */
export interface FoundNeeds {
  readonly needs: readonly Need[]
  readonly failures: readonly unknown[]
}

/** Finds what needs attention, as far as the caller may see it. `changed` is called after a need was solved. */
export async function loadNeeds(changed: () => void): Promise<FoundNeeds> {
  const release = (id: string) => (may('U', 'Webhook', id) ? () => deliverAgain(id) : undefined)
  const deliverAgain = async (id: string) => {
    if (!(await confirmed([id], { title: `Deliver events to ${id} again?`, action: 'Deliver again' }))) return
    await api.webhooks.patch({ id, body: { isBanned: false } })
    changed()
  }
  const page = { page: 1, pageSize: MOST }
  const sources: readonly [isAllowed: boolean, find: () => Promise<readonly Need[]>][] = [
    [may('R', 'Webhook'), async () => bannedHooks((await api.webhooks.list(page)).results, release)],
    [may('R', 'Experiment'), async () => skewedExperiments((await api.experiments.summary({ pageSize: 100 })).results)],
    [may('R', 'Credential'), async () => dueCredentials((await api.credentials.list(page)).results)],
    [may('R', 'Feature'), dated],
  ]
  const found = await Promise.allSettled(sources.flatMap(([isAllowed, find]) => (isAllowed ? [find()] : [])))
  return {
    needs: found.flatMap((one) => (one.status === 'fulfilled' ? one.value : [])),
    failures: found.flatMap((one) => (one.status === 'rejected' ? [one.reason] : [])),
  }
}

const withDates = new Set(['RELEASE_DATE', 'DATE_RANGE'])
/** The most features that are downloaded to look for dates. */
const MOST_FEATURES = 5000

/** Features whose dates pass within seven days. */
async function dated(): Promise<readonly Need[]> {
  await loadBox()
  if ((await api.features.count({})).count > MOST_FEATURES) return []
  const fields = 'id,enabled,activationStrategy,parameters'
  const needs: (Need & { readonly at: number })[] = []
  const now = serviceNow()
  for await (const one of api.features.export({ fields })) {
    const feature = one as Feature
    if (!feature.enabled || !withDates.has(feature.activationStrategy)) continue
    const change = nextChange((at) => {
      const decision = decideHere(feature, {}, at)
      return decision.state === 'decided' ? decision.active : undefined
    }, now)
    if (change)
      needs.push({ ...datedFeature(feature.id, change.active, dateTimeIn(change.at, zone.peek())), at: change.at })
  }
  return needs.sort((one, other) => one.at - other.at)
}
