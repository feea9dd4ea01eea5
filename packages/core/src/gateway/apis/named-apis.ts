import type { Caller } from '../../callers/caller.ts'
import { demand, forbidden, may } from '../../callers/caller.ts'
import type { Right } from '../../callers/rights.ts'
import { isObject, own } from '../../json.ts'
import { plansOf } from '../../plans/plan-life.ts'
import type { Store } from '../../ports.ts'
import { findDraft } from '../drafts/drafts.ts'
import type { ApiDefinition } from './api.ts'
import { apis } from './api.ts'

/** A name of other APIs in an API, and the right on them that it takes. */
interface Named {
  /** `api_<id>`, `route_<compiled id>`, `group_<group>`, or the id of a successor. */
  readonly name: string
  readonly right: Right
  /** The id of the API. Absent: any API may be meant. */
  readonly api?: string | undefined
}

/**
 * Throws FORBIDDEN if an API newly names other APIs on which the caller lacks the right: U on those that keys of its plans
 * would open (`authorizedEntities`), R on successors. What the saved API or its draft names already may stay.
 */
export async function demandNamed(store: Store, next: ApiDefinition, caller: Caller): Promise<void> {
  if (caller.isAdmin) return
  const named = namedIn(next)
  if (named.length === 0) return
  const id = next.id as string
  const [saved, draft] = await Promise.all([store.get(apis.plural, id), findDraft(store, id)])
  const before = [saved?.value as ApiDefinition | undefined, draft?.draft.api].flatMap((one) =>
    one ? namedIn(one).map(({ name }) => name) : [],
  )
  for (const { name, right, api } of named) {
    if (api === id || before.includes(name)) continue
    if (api !== undefined) demand(caller, right, apis.domain, api)
    else if (!may(caller, right, apis.domain, '*'))
      throw forbidden(`${name} can mean any API: it takes the right ${right} on all APIs`)
  }
}

function namedIn(api: ApiDefinition): readonly Named[] {
  const plans = plansOf(api)
  const successors = [api, ...plans].flatMap(({ successor }): Named[] =>
    successor === undefined ? [] : [{ name: successor, right: 'R', api: successor }],
  )
  const entities = plans.flatMap(({ access_mode_configuration: configuration }) => {
    const names = isObject(configuration) ? own(configuration, 'authorizedEntities') : undefined
    return Array.isArray(names) ? names : []
  })
  return [...successors, ...entities.map((name): Named => ({ name, right: 'U', api: apiOf(name) }))]
}

/** The API that an authorized entity names. */
function apiOf(name: string): string | undefined {
  if (name.startsWith('api_')) return name.slice('api_'.length)
  return name.startsWith('route_') ? name.slice('route_'.length).split(':', 1)[0] : undefined
}
