import { type Caller, demand, forbidden, may } from '../../machine/callers/caller.ts'
import type { Right } from '../../machine/callers/rights.ts'
import { isObject, own } from '../../machine/json/json.ts'
import { plansOf } from '../../plans/plan-life.ts'
import { findDraft } from '../drafts/drafts.ts'
import type { GatewayInstance } from '../instance.ts'
import { type ApiDefinition, apis } from './api.ts'
import { referencesIn } from './references.ts'

/** A name of other records in an API, and the right on them that it takes. */
interface Named {
  /** `api_<id>`, `route_<compiled id>`, `group_<group>`, the id of a successor, or `<kind>/<id>` for what plugins name. */
  readonly name: string
  readonly right: Right
  readonly domain: string
  /** The id of the record. Absent: any may be meant. */
  readonly id?: string | undefined
}

/**
 * Throws FORBIDDEN if an API newly names records on which the caller lacks the right: U on the APIs that keys of its plans
 * would open (`authorizedEntities`), R on successors, and on the features, segments, experiments and workflows of its plugins and audiences. What
 * the saved API or its draft names already may stay.
 */
export async function demandNamed(
  { store, ...kinds }: Pick<GatewayInstance, 'store' | 'catalog' | 'referable'>,
  next: ApiDefinition,
  caller: Caller,
): Promise<void> {
  if (caller.isAdmin) return
  const named = [...namedIn(next), ...namedByParts(next, kinds)]
  if (named.length === 0) return
  const id = next.id as string
  const [saved, draft] = await Promise.all([store.get(apis.plural, id), findDraft(store, id)])
  const before = [saved?.value as ApiDefinition | undefined, draft?.draft.api].flatMap((one) =>
    one ? [...namedIn(one), ...namedByParts(one, kinds)].map(({ name }) => name) : [],
  )
  for (const { name, right, domain, id: other } of named) {
    if ((domain === apis.domain && other === id) || before.includes(name)) continue
    if (other !== undefined) demand(caller, right, domain, other)
    else if (!may(caller, right, domain, '*'))
      throw forbidden(`${name} can mean any API: it takes the right ${right} on all APIs`)
  }
}

function namedIn(api: ApiDefinition): readonly Named[] {
  const plans = plansOf(api)
  const { domain } = apis
  const successors = [api, ...plans].flatMap(({ successor }): Named[] =>
    successor === undefined ? [] : [{ name: successor, right: 'R', domain, id: successor }],
  )
  const entities = plans.flatMap(({ access_mode_configuration: configuration }) => {
    const names = isObject(configuration) ? own(configuration, 'authorizedEntities') : undefined
    return Array.isArray(names) ? names : []
  })
  return [...successors, ...entities.map((name): Named => ({ name, right: 'U', domain, id: apiOf(name) }))]
}

/** What the plugins and audiences of an API name. A workflow runs for everyone who calls the API. */
const namedByParts = (
  api: ApiDefinition,
  { catalog, referable }: Pick<GatewayInstance, 'catalog' | 'referable'>,
): readonly Named[] =>
  referencesIn(api, catalog).flatMap(({ to, id }): Named[] =>
    to === 'backend' || to === 'plan' ? [] : [{ name: `${to}/${id}`, right: 'R', domain: referable[to].domain, id }],
  )

/** The API that an authorized entity names. */
function apiOf(name: string): string | undefined {
  if (name.startsWith('api_')) return name.slice('api_'.length)
  return name.startsWith('route_') ? name.slice('route_'.length).split(':', 1)[0] : undefined
}
