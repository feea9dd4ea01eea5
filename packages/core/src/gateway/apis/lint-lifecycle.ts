import type { Lifecycle } from '../../plans/lifecycle-members.ts'
import { plansOf, statusOf } from '../../plans/plan-life.ts'
import type { ApiDefinition } from './api.ts'

type Found = readonly (readonly [pointer: string, message: string])[]

/** Reports successors that do not exist, and an API that names itself. */
export const brokenSuccessors = ({
  api,
  noSuccessors,
}: {
  readonly api: ApiDefinition
  readonly noSuccessors: ReadonlySet<string>
}): Found =>
  announcementsOf(api).flatMap(({ pointer, what, lifecycle: { successor } }): Found => {
    if (successor === undefined) return []
    if (successor === api.id && pointer === '')
      return [['/successor', 'The API is its own successor: name the API that replaces it']]
    if (!noSuccessors.has(successor)) return []
    return [[`${pointer}/successor`, `The successor of ${what}, the API ${successor}, does not exist`]]
  })

/** Reports what is still served although its sunset has passed. */
export const pastSunsets = ({ api, now }: { readonly api: ApiDefinition; readonly now: number }): Found =>
  announcementsOf(api).flatMap(({ pointer, what, lifecycle: { sunset_at }, isServed, advice }): Found => {
    if (!isServed || sunset_at === undefined || sunset_at > now) return []
    return [[`${pointer}/sunset_at`, `The sunset of ${what} has passed, and it is still served: ${advice}`]]
  })

interface Announcement {
  readonly pointer: string
  readonly what: string
  readonly lifecycle: Lifecycle
  readonly isServed: boolean
  readonly advice: string
}

/** An API and its plans, with what announces their end. */
function announcementsOf(api: ApiDefinition): readonly Announcement[] {
  const isServed = api.enabled !== false && isOpen(api.state)
  return [
    { pointer: '', what: 'the API', lifecycle: api, isServed, advice: 'remove the API, or correct the date' },
    ...plansOf(api).map((plan, i) => ({
      pointer: `/documentation/plans/${i}`,
      what: `the plan ${plan.id}`,
      lifecycle: plan,
      isServed: isServed && isOpen(statusOf(plan)),
      advice: 'close the plan, or correct the date',
    })),
  ]
}

const isOpen = (state: string | undefined): boolean => state === 'published' || state === 'deprecated'
