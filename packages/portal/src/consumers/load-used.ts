import type { Listed } from '../pages/own/applications-page.ts'
import type { Subscription, Used } from '../pages/own/records.ts'
import { hasKeys, stateOf } from '../pages/own/states.ts'
import type { Mine } from './mine.ts'

/** The keys and the use of a subscription. Parts that are unavailable at the moment are left out. */
export async function loadUsed({ subscriptions }: Mine, subscription: Subscription): Promise<Used> {
  const { id } = subscription
  const state = stateOf(subscription)
  if (state !== 'active' && state !== 'paused') return { subscription, credentials: [], usage: undefined }
  const [credentials, usage] = await Promise.all([
    hasKeys(subscription) ? subscriptions.credentials({ id }).then(({ results }) => results) : [],
    subscriptions.usage({ id }).catch(() => undefined),
  ])
  return { subscription, credentials, usage }
}

/** The subscriptions of all applications of a consumer. */
export async function loadSubscriptions({ subscriptions }: Mine): Promise<readonly Subscription[]> {
  const all: Subscription[] = []
  for (let page = 1; ; page++) {
    const { results, metadata } = await subscriptions.list({ page, pageSize: 100 })
    all.push(...results)
    if (page >= metadata.nbPages) return all
  }
}

/** Of how many subscriptions a list tells the use. */
const MOST = 50
const order = ['active', 'paused', 'waiting', 'refused', 'closed'] as const

/** The applications of a consumer with their subscriptions, those in use first. */
export async function loadListed(mine: Mine, only?: string): Promise<readonly Listed[]> {
  const [applications, results] = await Promise.all([
    only === undefined
      ? mine.applications.list().then((one) => one.results)
      : [await mine.applications.get({ id: only })],
    loadSubscriptions(mine),
  ])
  const sorted = [...results].sort((a, b) => order.indexOf(stateOf(a)) - order.indexOf(stateOf(b)))
  let left = MOST
  return Promise.all(
    applications.map(async (application) => {
      const own = sorted.filter(({ owner_ref }) => owner_ref === application.id)
      const used = own.map((one) =>
        left-- > 0 ? loadUsed(mine, one) : { subscription: one, credentials: [], usage: undefined, isPartial: true },
      )
      return { application, used: await Promise.all(used) }
    }),
  )
}
