import { addressOf } from '../gateway/apis/address-of.ts'
import type { ApiDefinition } from '../gateway/apis/api.ts'
import { isObject, own } from '../machine/json/json.ts'
import type { Plan } from '../plans/plan.ts'
import { statusOf } from '../plans/plan-life.ts'
import type { PublishedApi, PublishedPlan } from './published-api.ts'

/** What an API shows its consumers, besides its definition. */
interface Facts {
  /** Where clients reach the gateway. */
  readonly gatewayUrl: string | undefined
  /** Whether the consumer may see an API: its successor is named only then. */
  readonly sees: (id: string) => boolean
}

/** The tags by which consumers find an API: its own tags, and the tags of its documentation. */
export const tagsOf = ({ tags = [], documentation }: ApiDefinition): readonly string[] => [
  ...new Set([...tags, ...(documentation?.tags ?? [])]),
]

/** An API as its consumers see it: the members that are listed here, and nothing else. A removed one has no plans. Pure. */
export function toPublishedApi(served: ApiDefinition, { gatewayUrl, sees }: Facts): PublishedApi {
  const { id = '', name, description = '', version = '', state, blueprint = 'REST', groups = [] } = served
  const { deprecated_at, sunset_at, successor, documentation } = served
  const address = addressOf(served, gatewayUrl)
  const plans = state === 'removed' ? [] : (documentation?.plans ?? []).filter((one) => statusOf(one) === 'published')
  return {
    ...{ id, name, description, version, state: state as PublishedApi['state'] },
    ...(deprecated_at !== undefined && { deprecated_at }),
    ...(sunset_at !== undefined && { sunset_at }),
    ...(successor !== undefined && sees(successor) && { successor }),
    ...(address !== undefined && { address }),
    ...{ blueprint, groups: [...groups], tags: [...tagsOf(served)], plans: plans.map(toPublishedPlan) },
  }
}

function toPublishedPlan(plan: Plan): PublishedPlan {
  const { id, name = '', description = '', pricing, access_mode_configuration_type, access_mode_configuration } = plan
  const { quota, rotation } = (isObject(access_mode_configuration) ? access_mode_configuration : {}) as PublishedPlan
  const { approval = 'auto', terms, form = [], routes } = membersOfConsumers(plan)
  return {
    ...{ id, name, description, status: 'published', access_mode: access_mode_configuration_type },
    ...(quota && { quota }),
    ...(pricing?.enabled && { pricing }),
    approval,
    ...(terms && { terms }),
    form,
    ...(rotation && { rotation }),
    ...(routes !== undefined && { routes }),
  }
}

/** What a plan asks of its consumers. */
const membersOfConsumers = (plan: Plan): Partial<Pick<PublishedPlan, 'approval' | 'terms' | 'form' | 'routes'>> =>
  Object.fromEntries(['approval', 'terms', 'form', 'routes'].map((name) => [name, own(plan, name)]))
