import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { api } from '../../calls/api.ts'
import { now } from '../../calls/clock.ts'
import { may } from '../../calls/session.ts'
import { pathOf } from '../../kinds/kinds.ts'
import { Empty } from '../../parts/outcomes/Empty.tsx'
import { Failure } from '../../parts/outcomes/Failure.tsx'
import { Late } from '../../parts/outcomes/Late.tsx'
import { setBadge } from '../../parts/signs/badges.ts'
import { Link } from '../../parts/ways/Link.tsx'
import { record } from '../../records/records.ts'
import { onEvent, onGap } from '../../records/stream.ts'
import { fromNow } from '../../words/dates.ts'
import { count } from '../../words/words.ts'
import { Decision } from '../subscription/Decision.tsx'
import { RequestFacts } from '../subscription/RequestFacts.tsx'
import type { Subscription } from '../subscription/states.ts'
import { addressWords, applicationsHere, developersHere } from './people.ts'
import './portal.css'

/** The most requests that are shown at once: decided ones make room for others. */
const MOST = 50
/** Several events are often one change. */
const TOGETHER_MS = 200

interface Waiting {
  readonly results: readonly Subscription[]
  readonly count: number
}

/** The subscriptions of consumers that wait for somebody’s approval. */
export function Requests() {
  const found = useSignal<Waiting | undefined>(undefined)
  const error = useSignal<unknown>(undefined)
  const load = () =>
    api.subscriptions.list({ filter: { approval: 'waiting' }, pageSize: MOST }).then(
      ({ results, metadata }) => {
        error.value = undefined
        found.value = { results, count: metadata.count }
        setBadge('/gateway/requests', { count: metadata.count, aspect: 'caution', label: 'wait for approval' })
      },
      (failure) => {
        error.value = failure
      },
    )
  useEffect(() => {
    let soon: ReturnType<typeof setTimeout> | undefined
    void load()
    const stops = [
      onGap(() => void load()),
      onEvent(({ domain }) => {
        if (domain !== 'Subscription' && domain !== 'Api') return
        clearTimeout(soon)
        soon = setTimeout(() => void load(), TOGETHER_MS)
      }),
    ]
    return () => {
      clearTimeout(soon)
      for (const stop of stops) stop()
    }
  }, [])
  const { value } = found
  return (
    <section class="page requests" aria-label="Requests">
      <div class="bar">
        <h1>Requests</h1>
        {value && <span class="muted">{count(value.count)}</span>}
      </div>
      {error.value !== undefined && <Failure error={error.value} retry={() => void load()} />}
      {!value && error.value === undefined && <Late>Loading…</Late>}
      {value?.results.length === 0 && (
        <Empty title="No requests">
          <p>Subscriptions that need approval wait here until you approve or refuse them.</p>
        </Empty>
      )}
      {value && value.results.length > 0 && (
        <ul class="request-list">
          {value.results.map((one) => (
            <li key={one.id} class="card">
              <Request subscription={one} />
            </li>
          ))}
        </ul>
      )}
      {value && value.results.length < value.count && (
        <p class="muted">
          Showing the first {count(value.results.length)} of {count(value.count)} requests.
        </p>
      )}
    </section>
  )
}

function Request({ subscription }: { readonly subscription: Subscription }) {
  const { id = '', api_ref, plan_ref, owner_ref = '', dates } = subscription
  const { application, members } = who(owner_ref)
  const held = may('R', 'Api', api_ref) ? record('apis', api_ref).value : undefined
  const shownApi = held?.state === 'ready' ? held.value : undefined
  const plan = shownApi?.documentation?.plans?.find((one) => one.id === plan_ref)
  return (
    <>
      <h2>
        {application === undefined ? (
          <bdi>{owner_ref}</bdi>
        ) : (
          <Link to={pathOf('applications', owner_ref)}>
            <bdi>{application}</bdi>
          </Link>
        )}
      </h2>
      <p>
        wants the plan <bdi>{plan?.name || plan_ref}</bdi> of{' '}
        {shownApi ? (
          <Link to={pathOf('apis', api_ref)}>
            <bdi>{shownApi.name || api_ref}</bdi>
          </Link>
        ) : (
          <bdi>{api_ref}</bdi>
        )}
        {dates?.created_at !== undefined && <span class="muted">, asked {fromNow(dates.created_at, now.value)}</span>}.{' '}
        <Link to={pathOf('subscriptions', id)}>Details</Link>
      </p>
      {members.length > 0 && (
        <p class="muted">
          Members: <bdi>{members.join(', ')}</bdi>
        </p>
      )}
      <RequestFacts subscription={subscription} />
      {may('U', 'Subscription', api_ref) && <Decision subscription={subscription} isNamed />}
    </>
  )
}

/** The name of an application and the names of its members, without the records that the caller may not read. */
function who(id: string): { readonly application?: string; readonly members: readonly string[] } {
  const application = may('R', 'Application') ? applicationsHere().all.value.find((one) => one.id === id) : undefined
  if (!application) return { members: [] }
  const people = may('R', 'Developer') ? developersHere().all.value : []
  return {
    application: application.name,
    members: (application.members ?? []).map(({ developer }) => {
      const found = people.find((one) => one.id === developer)
      if (!found) return developer
      const address = addressWords(found)
      return address === undefined ? found.name : `${found.name} (${address})`
    }),
  }
}
