import { freshId } from '../item-list.ts'
import type { GatewayApi } from '../served/gateway-api.ts'
import { modeFields } from './mode-fields.ts'
import type { ModeName, Plan } from './mode-words.ts'

/** The plans of an API. */
export const plansOf = ({ documentation }: Pick<GatewayApi, 'documentation'>): readonly Plan[] =>
  documentation?.plans ?? []

/** An API with other plans. */
export const withPlans = (api: GatewayApi, plans: readonly Plan[]): GatewayApi => ({
  ...api,
  documentation: { ...api.documentation, plans: [...plans] },
})

/** A plan to begin with: consumers send API keys. */
export const newPlan = (plans: readonly Plan[]): Plan => ({
  id: freshId(plans, 'new-plan'),
  ...{ status: 'staging', access_mode_configuration_type: 'apikey', access_mode_configuration: {} },
})

/** A copy of a plan, in staging. Its secrets are not copied: the service would not know whose they are. */
export function copyOf(
  { deprecated_at: _at, sunset_at: _end, successor: _next, ...plan }: Plan,
  plans: readonly Plan[],
): Plan {
  const { access_mode_configuration: configuration = {}, ...rest } = plan
  const shown = Object.entries(configuration).filter(([, value]) => value !== '********')
  return {
    ...rest,
    ...{ id: freshId(plans, plan.id), status: 'staging', access_mode_configuration: Object.fromEntries(shown) },
  } as Plan
}

/** A plan with another access mode. Settings that the new mode has, too, are kept. */
export function withMode({ access_mode_configuration: configuration = {}, ...plan }: Plan, mode: ModeName): Plan {
  const names = new Set(modeFields[mode].members.map(({ name }) => name))
  const kept = Object.entries(configuration).filter(([name]) => names.has(name))
  return {
    ...plan,
    ...{ access_mode_configuration_type: mode, access_mode_configuration: Object.fromEntries(kept) },
  } as Plan
}
