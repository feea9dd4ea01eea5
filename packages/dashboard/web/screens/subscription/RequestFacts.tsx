import { may } from '../../calls/session.ts'
import { Facts } from '../../parts/lists/Facts.tsx'
import { zone } from '../../preferences/preferences.ts'
import { record } from '../../records/records.ts'
import { dateTimeIn } from '../../words/dates.ts'
import { askedAnswers } from './answers.ts'
import type { Subscription } from './states.ts'

/** What a consumer answered and accepted with a subscription. Nothing if the plan asked for nothing. */
export function RequestFacts({ subscription }: { readonly subscription: Subscription }) {
  const { api_ref, plan_ref, subject, form, accepted } = subscription
  const held = form && may('R', 'Api', api_ref) ? record('apis', api_ref).value : undefined
  const plans = held?.state === 'ready' ? held.value.documentation?.plans : undefined
  const answers = askedAnswers(form, plans?.find(({ id }) => id === plan_ref)?.form)
  if (answers.length === 0 && subject === undefined && accepted === undefined) return null
  return (
    <Facts
      facts={[
        ['Subject of tokens', subject],
        [
          'Accepted',
          accepted &&
            `Terms, version ${accepted.version}, on ${dateTimeIn(accepted.at, zone.value)} by ${nameOf(accepted.by)}`,
        ],
        ...answers,
      ]}
    />
  )
}

/** The name of a consumer, if the caller may read it. */
function nameOf(id: string): string {
  const held = may('R', 'Developer', id) ? record('developers', id).value : undefined
  return held?.state === 'ready' ? held.value.name : id
}
