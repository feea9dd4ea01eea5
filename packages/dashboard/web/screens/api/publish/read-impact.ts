import { api } from '../../../api.ts'
import type { GatewayApi } from '../gateway-api.ts'
import type { PlanImpact } from './plan-impact.ts'
import { endingPlans } from './plan-impact.ts'

/** What ends with the plans that a publication deprecates or closes. */
export const readImpact = (saved: GatewayApi, draft: GatewayApi): Promise<readonly PlanImpact[]> =>
  Promise.all(
    endingPlans(saved, draft).map(async (plan) => {
      const { id = '' } = saved
      const { subscriptions, credentials } = await api.apis.impact({ id, planId: plan.id, status: plan.to })
      return { ...plan, subscriptions: subscriptions.count, credentials: credentials.count }
    }),
  )
