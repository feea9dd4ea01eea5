import { stateOf } from '../pages/own/states.ts'
import { readPath } from '../pages/paths.ts'
import { findApi, type Site, type SiteApi, type Trying } from '../pages/site.ts'
import { siteFor } from '../pages/site-for.ts'
import { loadSubscriptions } from './load-used.ts'
import type { Accounts, Found, Mine } from './mine.ts'
import type { Once } from './once.ts'

/** The active subscriptions of a consumer to an API. */
export async function activeSubscriptions(mine: Mine, { id }: SiteApi) {
  const all = await loadSubscriptions(mine)
  return all.filter((one) => one.api_ref === id && stateOf(one) === 'active')
}

/** What a consumer needs on a page of the reference to try its operations; `undefined` on other pages, and where nothing can be tried. */
export async function loadTrying(
  { accounts, once }: { readonly accounts: Accounts; readonly once: Once },
  { mine, consumer }: Found,
  { site, path }: { readonly site: Site; readonly path: string },
): Promise<Trying | undefined> {
  const { segments = [] } = readPath(path)
  const [first = '', second, ...rest] = site.only === undefined ? segments : [site.only, ...segments]
  const isPage = second === 'reference' && rest.length > 0 && path.endsWith('/')
  if (!isPage || !accounts.canTry?.()) return undefined
  const api = findApi(siteFor(site, { consumer }), first)
  return api?.openapi && { subscriptions: await activeSubscriptions(mine, api), next: once.create }
}
