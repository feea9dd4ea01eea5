import { readPath } from '../pages/paths.ts'
import { findApi, type Site } from '../pages/site.ts'
import { loadSubscriptions } from './load-used.ts'
import type { Mine } from './mine.ts'

/** The API whose plans are at a path below the mount; `undefined` for other pages, and if the page is the same for everybody. */
function apiOfPlans(site: Site, path: string) {
  const { segments = [] } = readPath(path)
  const [id = '', name, ...others] = site.only === undefined ? segments : [site.only, ...segments]
  const isPlans = others.length === 0 && (name === 'plans' || name === 'plans.md')
  const api = isPlans ? findApi(site, id) : undefined
  return api?.documentation.plans?.some(({ status }) => status === 'deprecated') ? api : undefined
}

/** The ids of the plans that a reader of a page of plans still uses; `undefined` where the page does not depend on it. */
export async function subscribedPlans(site: Site, path: string, mine: Mine): Promise<readonly string[] | undefined> {
  const api = apiOfPlans(site, path)
  if (!api) return undefined
  const all = await loadSubscriptions(mine)
  const own = all.filter(({ api_ref, status }) => api_ref === api.id && status !== 'closed')
  return [...new Set(own.map(({ plan_ref }) => plan_ref))].sort()
}
