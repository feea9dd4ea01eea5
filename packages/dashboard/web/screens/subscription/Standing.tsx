import { useSignal } from '@preact/signals'
import { now } from '../../calls/clock.ts'
import { may } from '../../calls/session.ts'
import { pathOf } from '../../kinds/kinds.ts'
import { Aspect } from '../../parts/signs/Aspect.tsx'
import { Link } from '../../parts/ways/Link.tsx'
import { zone } from '../../preferences/preferences.ts'
import { dateTimeBriefly, dateTimeIn, fromNow } from '../../words/dates.ts'
import type { SubscriptionVerb } from './actions.ts'
import { Decision } from './Decision.tsx'
import { MoveDialog } from './MoveDialog.tsx'
import { RequestFacts } from './RequestFacts.tsx'
import { datedSteps, type Subscription, stateOf, stateWords } from './states.ts'

interface StandingProps {
  /** The subscription as saved. */
  readonly subscription: Subscription
  readonly mayEdit: boolean
}

/** Whether the gateway admits the consumer of a subscription and why, with its dates, and the buttons that change this. */
export function Standing({ subscription, mayEdit }: StandingProps) {
  const asked = useSignal<SubscriptionVerb | undefined>(undefined)
  const { id = '', api_ref, plan_ref, owner_ref, reason } = subscription
  const state = stateOf(subscription)
  const { word, aspect, sentence } = stateWords(subscription)
  const ask = (verb: SubscriptionVerb) => () => {
    asked.value = verb
  }
  return (
    <section class="standing" aria-label="Status">
      <div class="facts">
        <p>
          {aspect ? <Aspect is={aspect}>{word}.</Aspect> : <b>{word}.</b>} {sentence}
        </p>
        <p class="muted">
          {owner_ref ? <bdi>{owner_ref}</bdi> : 'A consumer without a name'} uses{' '}
          {may('R', 'Api', api_ref) ? (
            <Link to={pathOf('apis', api_ref)}>
              <bdi>{api_ref}</bdi>
            </Link>
          ) : (
            <bdi>{api_ref}</bdi>
          )}{' '}
          under the plan <bdi>{plan_ref}</bdi>.
        </p>
        {reason && (
          <p class="muted">
            Reason: <bdi dir="auto">{reason}</bdi>
          </p>
        )}
      </div>
      {mayEdit && state === 'waiting' && <Decision subscription={subscription} />}
      {mayEdit && (state === 'active' || state === 'paused') && (
        <div class="bar">
          {state === 'active' ? (
            <button type="button" onClick={ask('pause')}>
              Pause…
            </button>
          ) : (
            <button type="button" class="primary" onClick={ask('resume')}>
              Resume…
            </button>
          )}
          <button type="button" class="danger" onClick={ask('close')}>
            Close…
          </button>
        </div>
      )}
      <RequestFacts subscription={subscription} />
      <TimeLine subscription={subscription} />
      {asked.value && (
        <MoveDialog
          id={id}
          verb={asked.value}
          onClose={() => {
            asked.value = undefined
          }}
        />
      )}
    </section>
  )
}

/** The minute of a moment: seconds matter to nobody here. */
const minuteOf = (at: number): number => at - (at % 60_000)

/** The dates of a subscription as stops of a line. What lies ahead is said to be. */
function TimeLine({ subscription }: { readonly subscription: Subscription }) {
  const steps = datedSteps(subscription)
  if (steps.length === 0) return null
  return (
    <ol class="time-steps" aria-label="Dates">
      {steps.map(({ label, at }) => (
        <li key={at} class={at > now.value ? 'ahead' : undefined}>
          <b>{label}</b>
          <time dateTime={new Date(at).toISOString()} title={dateTimeIn(at, zone.value)}>
            {dateTimeBriefly(minuteOf(at), zone.value)}
          </time>
          <span class="muted">{fromNow(at, now.value)}</span>
        </li>
      ))}
    </ol>
  )
}
