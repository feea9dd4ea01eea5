import { counted } from '../../../words/words.ts'
import type { GatewayApi } from '../served/gateway-api.ts'

/** A plan whose subscriptions are affected by a publication. */
export interface PlanImpact {
  readonly id: string
  readonly to: 'deprecated' | 'closed'
  readonly subscriptions: number
  readonly credentials: number
}

/** The plans that a publication deprecates or closes. */
export const endingPlans = (saved: GatewayApi, draft: GatewayApi): readonly { id: string; to: PlanImpact['to'] }[] =>
  (draft.documentation?.plans ?? []).flatMap(({ id, status }) => {
    const before = saved.documentation?.plans?.find((plan) => plan.id === id)?.status
    const isEnding = (status === 'deprecated' || status === 'closed') && before !== undefined && before !== status
    return isEnding ? [{ id, to: status }] : []
  })

/** What a plan that ends means for its subscribers. */
export function impactSentence({ id, to, subscriptions, credentials }: PlanImpact): string {
  if (to === 'deprecated') return `The plan ${id} is deprecated: it takes no new subscriptions.`
  if (subscriptions === 0) return `The plan ${id} closes. It has no open subscriptions.`
  const stop = subscriptions === 1 ? 'stops' : 'stop'
  return `The plan ${id} closes: ${counted(subscriptions, 'subscription')} with ${counted(credentials, 'credential')} ${stop} working. A closed plan stays closed.`
}
