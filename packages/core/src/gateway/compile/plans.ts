import { own } from '../../machine/json/json.ts'
import { type AccessMode, accessModes, isGiven } from '../../plans/access-modes.ts'
import type { Plan } from '../../plans/plan.ts'
import { configOf } from '../../plugins/config-of.ts'
import { builtInCatalog } from '../../plugins/create-catalog.ts'
import { PLUGIN_PREFIX } from '../../plugins/plugin.ts'
import type { ApiDefinition } from '../apis/api.ts'
import { placesOf } from './backends/backend.ts'
import type { CompiledSlot, Refusal } from './compiled-route.ts'
import { filledSlot, toSlot } from './flow.ts'
import { misconfigured } from './frontend.ts'
import { below, type Warn } from './warnings.ts'

type TokenPlan = Extract<Plan, { access_mode_configuration_type: 'oauth2-local' }>

/** Default lifetime of a token in seconds. */
export const TOKEN_SECONDS = 3600

/** What the plans of an API add to all of its routes. */
export interface Security {
  /** The plugins that admit consumers, and the one that refuses all others. */
  readonly slots: readonly CompiledSlot[]
  /** The plans whose consumers get tokens from the gateway itself. */
  readonly tokenPlans: readonly TokenPlan[]
  /** Set if nobody can be admitted: plans are enforced, and none could be compiled. */
  readonly refusal?: Refusal
}

/**
 * Step 4: compiles the plans of an API. Any enforced plan admits its consumers, a keyless one admits everyone.
 * Only an API without any plan is open. Plans in staging, closed plans and plans that cannot be compiled admit nobody
 * but still keep the API guarded.
 */
export function compilePlans({ documentation }: ApiDefinition, warn: Warn): Security {
  const warnPlans = below(warn, '/documentation/plans')
  const plans = (documentation?.plans ?? []).map((plan, place) => ({ plan, place }))
  const enforced = plans.filter(({ plan }) => isEnforced(plan))
  const isGuarded = plans.length > 0
  if (isGuarded && enforced.length === 0) warnPlans('', 'plan.none')
  const isOpen = enforced.some(({ plan }) => plan.access_mode_configuration_type === 'keyless')
  const compiled = enforced.map(({ plan, place }) => slotOf(plan, below(warnPlans, `/${place}`)))
  const slots = compiled.flatMap((one) => (typeof one === 'string' || one === undefined ? [] : [one]))
  const reason = compiled.find((one) => typeof one === 'string')
  return {
    slots: isGuarded && !isOpen ? [...slots, expectedConsumer] : slots,
    tokenPlans: enforced.map(({ plan }) => plan).filter(isTokenPlan),
    ...(typeof reason === 'string' && slots.length === 0 && !isOpen && { refusal: misconfigured(reason) }),
  }
}

const expectedConsumer = toSlot({ plugin: `${PLUGIN_PREFIX}ExpectedConsumer`, config: { plan_required: true } })

/** The plans of a definition whose consumers get tokens. */
export const tokenPlansOf = ({ documentation }: ApiDefinition): readonly TokenPlan[] =>
  (documentation?.plans ?? []).filter(isEnforced).filter(isTokenPlan)

const isEnforced = ({ status = 'staging' }: Plan): boolean => status === 'published' || status === 'deprecated'

const isTokenPlan = (plan: Plan): plan is TokenPlan => plan.access_mode_configuration_type === 'oauth2-local'

/**
 * Compiles the slot that admits the consumers of a plan. `undefined` if the mode needs none; the reason as a string if
 * the plan can admit nobody.
 */
function slotOf(plan: Plan, warn: Warn): CompiledSlot | string | undefined {
  const { id, access_mode_configuration_type: name, access_mode_configuration = {} } = plan
  const mode = own(accessModes, name) as AccessMode | undefined
  if (!mode) return warn('/access_mode_configuration_type', 'plan.mode', id, name)
  const guard = mode.plugin === undefined ? undefined : builtInCatalog.find(`${PLUGIN_PREFIX}${mode.plugin}`)
  if (!guard) return undefined
  const { needs = [] } = mode
  if (needs.length > 0 && !needs.some((member) => isGiven(own(access_mode_configuration, member))))
    return warn('/access_mode_configuration', 'plan.needs', id, needs.join(' or '))
  const issues = isTokenPlan(plan) && { expiresIn: TOKEN_SECONDS }
  const config = { mandatory: false, plan_ref: id, ...issues, ...access_mode_configuration }
  const problems = guard.check(configOf(guard, config))
  if (Object.keys(problems).length > 0) return warn('/access_mode_configuration', 'plan.config', id, placesOf(problems))
  return filledSlot(guard, { plugin: guard.id, config })
}
