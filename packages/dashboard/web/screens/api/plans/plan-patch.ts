import type { JsonPatchOperation } from '@signalbox/core/contract'
import type { GatewayApi } from '../served/gateway-api.ts'
import { plansOf } from './plan-list.ts'
import type { PlanStatus } from './plan-words.ts'

/** What is announced with the deprecation of a plan. */
export interface Announcement {
  readonly sunset_at?: number | undefined
  readonly successor?: string | undefined
}

/** The patch that gives a plan a status; `undefined` if the API does not have the plan. */
export function patchOf(
  definition: Pick<GatewayApi, 'documentation'>,
  id: string,
  to: PlanStatus,
  announced: Announcement = {},
): JsonPatchOperation[] | undefined {
  const plans = plansOf(definition)
  const at = plans.findIndex((plan) => plan.id === id)
  const plan = plans[at]
  if (!plan) return undefined
  const path = `/documentation/plans/${at}`
  const members = Object.entries(announced).flatMap(([name, value]): JsonPatchOperation[] => {
    if (value !== undefined) return [{ op: 'add', path: `${path}/${name}`, value }]
    return plan[name as keyof Announcement] === undefined ? [] : [{ op: 'remove', path: `${path}/${name}` }]
  })
  return [{ op: 'test', path: `${path}/id`, value: id }, { op: 'add', path: `${path}/status`, value: to }, ...members]
}
