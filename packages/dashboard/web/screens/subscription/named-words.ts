import { may } from '../../calls/session.ts'
import { record } from '../../records/records.ts'
import { applicationsHere } from '../portal/people.ts'
import { aboutWords, type Subscription } from './states.ts'

/** What a subscription is about, with the names that the caller may read instead of ids. */
export function namedWords({ api_ref, plan_ref, owner_ref = '', ...rest }: Subscription): string {
  const held = may('R', 'Api', api_ref) ? record('apis', api_ref).value : undefined
  const api = held?.state === 'ready' ? held.value : undefined
  const plan = api?.documentation?.plans?.find(({ id }) => id === plan_ref)
  const owner = may('R', 'Application') ? applicationsHere().all.value.find(({ id }) => id === owner_ref) : undefined
  return aboutWords({
    ...rest,
    api_ref: api?.name || api_ref,
    plan_ref: plan?.name || plan_ref,
    owner_ref: owner?.name ?? owner_ref,
  })
}
