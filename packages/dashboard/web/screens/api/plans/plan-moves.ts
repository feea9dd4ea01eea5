import { planMoves } from '@signalbox/core/gateway'
import type { GatewayApi } from '../served/gateway-api.ts'
import type { PlanStatus } from './plan-words.ts'

/** When a move of a plan applies: at once, or with the next publication of the API. */
export type When = 'now' | 'later'

/** A move of a plan: the button, and what it means for consumers. */
export interface PlanMove {
  readonly to: PlanStatus
  readonly label: string
  readonly means: readonly string[]
}

const NO_WAY_BACK = 'It can’t go back to staging.'

/** The moves that lead to each status. What closing means depends on the subscriptions, and is asked for. */
const moves: Readonly<Record<Exclude<PlanStatus, 'staging'>, PlanMove>> = {
  published: { to: 'published', label: 'Publish', means: ['It takes subscriptions, and its consumers are admitted.'] },
  deprecated: {
    to: 'deprecated',
    label: 'Deprecate',
    means: ['It takes no new subscriptions. Its consumers are still admitted, and responses tell them that it ends.'],
  },
  closed: {
    to: 'closed',
    label: 'Close',
    means: ['It no longer admits anyone. A closed plan stays closed.'],
  },
}

/** The moves that the service allows from a status, in the order of the life of plans. */
export function movesFrom(from: PlanStatus): readonly PlanMove[] {
  const allowed: readonly string[] = Object.values(planMoves[from])
  return Object.values(moves)
    .filter(({ to }) => to !== from && allowed.includes(to))
    .map((move) =>
      from === 'staging' && move.to === 'published' ? { ...move, means: [...move.means, NO_WAY_BACK] } : move,
    )
}

/** When a move applies, and what happens with the API, in sentences. */
export function timingWords({ state = 'staging' }: Pick<GatewayApi, 'state'>, when: When, to: PlanStatus): string {
  if (when === 'later')
    return 'It goes into the draft once you save, and applies when the draft is published. Until then, nothing changes.'
  if (state === 'published')
    return 'It applies at once: the API is published with it, as a new deployment. Other changes in the draft stay there.'
  if (state === 'deprecated')
    return to === 'closed'
      ? 'It applies at once: the subscriptions are closed. Routes change when you next publish the API.'
      : 'It is saved at once. Routes change when you next publish the API.'
  return 'It applies at once. The API is not published, so only its tests are affected.'
}

/** What closing a plan stops: `3 subscriptions and 4 credentials stop working.` */
export function stopWords(subscriptions: number, credentials: number): string {
  if (subscriptions === 0) return 'It has no open subscriptions: nobody is affected.'
  const many = (amount: number, noun: string) => `${amount.toLocaleString('en')} ${noun}${amount === 1 ? '' : 's'}`
  return `${many(subscriptions, 'subscription')} and ${many(credentials, 'credential')} stop working.`
}
