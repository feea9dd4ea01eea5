import { type ApiDefinition, apis } from '../../gateway/apis/api.ts'
import { loadDefinition, loadIndex } from '../../gateway/deployments/deployments.ts'
import { KEYS_ROUTE, TOKEN_ROUTE, USAGE_ROUTE } from '../../gateway/reserved-ids.ts'
import { type Problem, problem } from '../../machine/errors/errors.ts'
import type { Reads } from '../../ports.ts'
import { credentials } from '../../subscriptions/credential.ts'
import { subscriptions } from '../../subscriptions/subscription.ts'
import { implausibleIn, type PlausiblePorts } from '../../usage/implausible.ts'
import type { UsageBatch } from '../../usage/usage-batch.ts'

type FieldErrors = Readonly<Record<string, readonly Problem[]>>

/** The routes of an API, while its index of deployments has this version. */
interface Known {
  readonly version: string | null
  readonly routes: ReadonlySet<string>
  /** The routes of each deployed definition, which never changes. */
  readonly byDefinition: ReadonlyMap<string, readonly string[]>
}

/** The most APIs whose routes are kept in memory. */
const MOST_KNOWN = 10_000

interface ReportCheckPorts extends PlausiblePorts {
  readonly store: Reads
}

/** Routes that every API may have without listing them. */
const generated = [TOKEN_ROUTE, KEYS_ROUTE, USAGE_ROUTE]

/**
 * Creates the function that finds what a valid batch of usage reports about APIs, routes and consumers that do not exist, and
 * about times and numbers that cannot be, by JSON pointer. A route is known as long as a deployment with it is kept, because a data plane may report late.
 */
export function createReportCheck(ports: ReportCheckPorts): (batch: UsageBatch) => Promise<FieldErrors> {
  const { store } = ports
  const known = new Map<string, Known>()

  async function routesOf(id: string): Promise<ReadonlySet<string> | undefined> {
    const [saved, { index, version }] = await Promise.all([store.get(apis.plural, id), loadIndex(store, id)])
    if (!saved) return undefined
    const before = known.get(id)
    if (before && before.version === version) return before.routes
    const byDefinition = new Map<string, readonly string[]>()
    for (const entry of index.entries) {
      const { definition } = entry
      if (byDefinition.has(definition)) continue
      const ids = before?.byDefinition.get(definition) ?? idsOf((await loadDefinition(store, entry)) ?? {})
      byDefinition.set(definition, ids)
    }
    const all = [...generated, ...idsOf(saved.value as ApiDefinition), ...[...byDefinition.values()].flat()]
    const routes = new Set(all.map((route) => `${id}:${route}`))
    if (known.size >= MOST_KNOWN) known.clear()
    known.set(id, { version, routes, byDefinition })
    return routes
  }

  /** Whether a key of a quota names a credential, or an API with a subscription, or with a claim, which nobody knows. */
  const isConsumer = async (key: string): Promise<boolean> => {
    const [first = '', plan, subscription, ...more] = key.split('/')
    if (plan === undefined) return (await store.get(credentials.plural, key)) !== undefined
    if (subscription === undefined || !(await store.get(apis.plural, first))) return false
    if (subscription === '') return more.join('/') !== ''
    return more.length === 0 && (await store.get(subscriptions.plural, subscription)) !== undefined
  }

  return async (batch) => {
    const { entries, quotas } = batch
    const ids = [...new Set(entries.map(({ api }) => api))]
    const routes = new Map(await Promise.all(ids.map(async (id) => [id, await routesOf(id)] as const)))
    const consumers = await Promise.all(quotas.map(({ key }) => isConsumer(key)))
    const found: Record<string, readonly Problem[]> = { ...implausibleIn(batch, ports) }
    for (const [i, { api, route }] of entries.entries()) {
      const all = routes.get(api)
      if (!all) found[`/entries/${i}/api`] = [problem('error.reference', api)]
      else if (!all.has(route)) found[`/entries/${i}/route`] = [problem('error.reference', route)]
    }
    for (const [i, { key }] of quotas.entries())
      if (!consumers[i]) found[`/quotas/${i}/key`] = [problem('error.reference', key)]
    return found
  }
}

const idsOf = ({ routes = [] }: Partial<Pick<ApiDefinition, 'routes'>>): readonly string[] => routes.map(({ id }) => id)
