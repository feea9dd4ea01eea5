import { api } from '../../../calls/api.ts'
import { may } from '../../../calls/session.ts'
import { pathOf } from '../../../kinds/kinds.ts'
import { Link } from '../../../parts/ways/Link.tsx'
import { record } from '../../../records/records.ts'
import { type Subscription, stateWords } from '../../subscription/states.ts'
import { asking } from '../served/asking.ts'

/** The most subscriptions that are listed. */
const MOST = 50

interface Found {
  readonly results: readonly Subscription[]
  readonly count: number
}

/** The subscriptions to an API of one owner, by `<API>/<owner>`. Ids of APIs have no slash. */
const found = asking<Found>({
  async ask(place) {
    const [api_ref, owner_ref] = partsOf(place)
    const { results, metadata } = await api.subscriptions.list({ filter: { api_ref, owner_ref }, pageSize: MOST })
    return { results, count: metadata.count }
  },
  hears: ({ domain, payload }, place) =>
    domain === 'Subscription' && (payload as { api_ref?: unknown } | null)?.api_ref === partsOf(place)[0],
})

function partsOf(place: string): readonly [api: string, owner: string] {
  const slash = place.indexOf('/')
  return [place.slice(0, slash), place.slice(slash + 1)]
}

/** The subscriptions of a client of an API, for those who may read them. */
export function ClientSubscriptions({ apiId, client }: { readonly apiId: string; readonly client: string }) {
  const saved = record('apis', apiId).value
  // While an id is being typed, it has no subscriptions.
  const isKnown = saved.state === 'ready' && saved.value.clients?.some(({ id }) => id === client)
  if (!isKnown || !may('R', 'Subscription', apiId)) return null
  const asked = found(`${apiId}/${client}`).value
  if (asked?.state !== 'ready') return null
  const { results, count } = asked.value
  return (
    <section>
      <h3>Subscriptions</h3>
      {results.length === 0 && <p class="muted">This client has no subscriptions to the API.</p>}
      <ul>
        {results.map((one) => (
          <li key={one.id}>
            <Link to={pathOf('subscriptions', one.id ?? '')}>
              <bdi>{one.name || one.id}</bdi>
            </Link>{' '}
            <span class="muted">
              <bdi>{one.plan_ref}</bdi>, {stateWords(one).word.toLowerCase()}
            </span>
          </li>
        ))}
      </ul>
      {count > results.length && (
        <p>
          <Link to={`/gateway/subscriptions?q=${encodeURIComponent(`api:${apiId} owner:${client}`)}`}>
            All {count.toLocaleString('en')}
          </Link>
        </p>
      )}
    </section>
  )
}
