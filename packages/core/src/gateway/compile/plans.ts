import { own } from '../../json.ts'
import type { AccessMode } from '../access-modes.ts'
import { accessModes, isGiven } from '../access-modes.ts'
import type { ApiDefinition } from '../api.ts'
import { PLUGIN_PREFIX } from '../flow.ts'
import type { Plan } from '../plan.ts'
import type { CompiledSlot } from './compiled-route.ts'
import { toSlot } from './flow.ts'
import type { Warn } from './warn.ts'
import { below } from './warn.ts'

type TokenPlan = Extract<Plan, { access_mode_configuration_type: 'oauth2-local' }>

/** What the plans of an API put into all of its routes. */
export interface Security {
  /** The plugins that admit consumers, and the one that refuses whoever was not admitted. */
  readonly slots: readonly CompiledSlot[]
  /** The plans whose consumers fetch tokens from the gateway itself. */
  readonly tokenPlans: readonly TokenPlan[]
}

/**
 * Step 4 (decisions 8.8): any one enforced plan admits, a keyless one admits all, and nobody else gets in. Only an API
 * without any plan is open: one that is being designed, is closed or cannot be compiled admits nobody, and still keeps the
 * door shut.
 */
export function compilePlans({ documentation }: ApiDefinition, warn: Warn): Security {
  const warnPlans = below(warn, '/documentation/plans')
  const plans = (documentation?.plans ?? []).map((plan, place) => ({ plan, place }))
  const enforced = plans.filter(({ plan }) => isEnforced(plan))
  const isGuarded = plans.length > 0
  if (isGuarded && enforced.length === 0) warnPlans('', 'No plan is published: every request is refused')
  const isOpen = enforced.some(({ plan }) => plan.access_mode_configuration_type === 'keyless')
  const slots = enforced.flatMap(({ plan, place }) => slotsOf(plan, below(warnPlans, `/${place}`)))
  return {
    slots: isGuarded && !isOpen ? [...slots, expectedConsumer] : slots,
    tokenPlans: enforced.map(({ plan }) => plan).filter(isTokenPlan),
  }
}

const expectedConsumer = toSlot({ plugin: `${PLUGIN_PREFIX}ExpectedConsumer` })

const isEnforced = ({ status = 'staging' }: Plan): boolean => status === 'published' || status === 'deprecated'

const isTokenPlan = (plan: Plan): plan is TokenPlan => plan.access_mode_configuration_type === 'oauth2-local'

function slotsOf(plan: Plan, warn: Warn): CompiledSlot[] {
  const { id, access_mode_configuration_type: name, access_mode_configuration = {} } = plan
  const mode = own(accessModes, name) as AccessMode | undefined
  if (!mode) {
    warn('/access_mode_configuration_type', `The plan ${id} admits nobody: there is no access mode ${name}`)
    return []
  }
  const { plugin, needs = [] } = mode
  if (!plugin) return []
  if (needs.length === 0 || needs.some((member) => isGiven(own(access_mode_configuration, member))))
    return [toSlot({ plugin, config: { mandatory: false, plan_ref: id, ...access_mode_configuration } })]
  warn('/access_mode_configuration', `The plan ${id} admits nobody: it needs ${needs.join(' or ')}`)
  return []
}
