import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { api } from '../../calls/api.ts'
import { may } from '../../calls/session.ts'
import { pathOf } from '../../kinds/kinds.ts'
import { TextField } from '../../parts/fields/fields.tsx'
import { Json } from '../../parts/json/Json.tsx'
import { Failure } from '../../parts/outcomes/Failure.tsx'
import { Late } from '../../parts/outcomes/Late.tsx'
import { Aspect } from '../../parts/signs/Aspect.tsx'
import { Link } from '../../parts/ways/Link.tsx'
import { onEvent } from '../../records/stream.ts'
import { Details } from '../record/Details.tsx'
import { problemsBelow, withMembers } from '../record/members.ts'
import { RecordHead } from '../record/RecordHead.tsx'
import { RecordScreen, type RecordTab, type ShownRecord } from '../record/RecordScreen.tsx'
import { type Subscription, stateWords } from '../subscription/states.ts'
import { Members } from './Members.tsx'
import type { Application } from './people.ts'

/** One application: its members, its subscriptions, and what it is. */
export const ApplicationScreen = ({ id }: { readonly id: string }) => (
  <RecordScreen
    kind="applications"
    id={id}
    tabs={tabs}
    head={({ draft: { value, saved } }) => (
      <RecordHead kind="applications" id={id} name={saved?.name} value={value} saved={saved} />
    )}
    above={({ draft: { newest } }) =>
      newest?.members?.length === 0 && (
        <p>
          <Aspect is="caution">No members</Aspect>: nobody can manage it in the portal.
        </p>
      )
    }
  />
)

const tabs: readonly RecordTab<Application>[] = [
  {
    id: 'members',
    label: 'Members',
    count: ({ draft }) => draft.value.members?.length,
    show: (shown) => <Members {...shown} />,
  },
  { id: 'subscriptions', label: 'Subscriptions', domain: 'Subscription', show: ({ id }) => <Subscriptions id={id} /> },
  { id: 'about', label: 'About', show: (shown) => <About {...shown} /> },
]

function About({ draft: { value, problems }, edit, mayEdit }: ShownRecord<Application>) {
  if (!mayEdit) return <Json label="The application" value={value} />
  const set = (members: object, step?: string) => edit(withMembers(value, members), step)
  return (
    <>
      <TextField
        label="Name"
        value={value.name}
        problem={problems['/name']}
        onInput={(name) => set({ name }, 'name')}
      />
      <Details value={value} problemsOf={(pointer) => problemsBelow(problems, pointer)} onChange={set} />
    </>
  )
}

/** The most subscriptions that are shown. */
const MOST = 100

function Subscriptions({ id }: { readonly id: string }) {
  const found = useSignal<readonly Subscription[] | undefined>(undefined)
  const error = useSignal<unknown>(undefined)
  useEffect(() => {
    const load = () =>
      api.subscriptions.list({ filter: { owner_ref: id }, pageSize: MOST }).then(
        ({ results }) => {
          found.value = results
        },
        (failure) => {
          error.value = failure
        },
      )
    void load()
    return onEvent(({ domain }) => domain === 'Subscription' && void load())
  }, [id])
  if (error.value !== undefined) return <Failure error={error.value} />
  if (!found.value) return <Late>Loading…</Late>
  if (found.value.length === 0) return <p class="muted">It has no subscriptions.</p>
  return (
    <ul class="member-list">
      {found.value.map((one) => {
        const { word, aspect } = stateWords(one)
        return (
          <li key={one.id}>
            <span>
              <Link to={pathOf('subscriptions', one.id ?? '')}>
                <bdi>{one.plan_ref}</bdi> of <bdi>{one.api_ref}</bdi>
              </Link>
            </span>
            {aspect ? <Aspect is={aspect}>{word}</Aspect> : <span class="muted">{word}</span>}
            {may('R', 'Api', one.api_ref) && <Link to={pathOf('apis', one.api_ref)}>Open the API</Link>}
          </li>
        )
      })}
    </ul>
  )
}
