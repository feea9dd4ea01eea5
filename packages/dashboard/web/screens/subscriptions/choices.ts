import type { RecordOf } from '../../kinds/kinds.ts'
import type { Plan } from '../api/plans/mode-words.ts'

type Api = RecordOf<'apis'>

/** Whether an API takes subscriptions: a published one, or one in staging while its tests are on. */
export const isOpen = ({ state = 'staging', testing }: Api): boolean =>
  state === 'published' || (state === 'staging' && testing?.enabled === true)

/** The plans of an API that take subscriptions. */
export const openPlans = ({ documentation }: Api): readonly Plan[] =>
  (documentation?.plans ?? []).filter(({ status }) => status === 'published')

/** Why nobody can subscribe to an API; `undefined` if somebody can. */
export function closedWords(api: Api): string | undefined {
  const { id, state = 'staging' } = api
  if (!isOpen(api))
    return state === 'staging'
      ? `${id} is in staging. Publish it, or switch its tests on.`
      : `${id} is ${state}. Only published APIs take subscriptions.`
  return openPlans(api).length === 0 ? `${id} has no published plan.` : undefined
}

/** An id for a new subscription, from the owner, the API and the plan: `acme-billing-free`. */
export function suggestedId(parts: readonly string[], isTaken: (id: string) => boolean): string {
  const id = parts
    .map((part) => part.trim().replace(/[^A-Za-z0-9_@.-]+/g, '-'))
    .filter((part) => part !== '')
    .join('-')
  if (id === '' || !isTaken(id)) return id
  for (let number = 2; ; number++) if (!isTaken(`${id}-${number}`)) return `${id}-${number}`
}
