import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { api } from '../../calls/api.ts'
import { whileVisible } from '../../calls/while-visible.ts'
import { lagWords, nameOf, toShow } from '../../log/consumers.ts'
import { Copy } from '../../parts/json/Copy.tsx'
import { Failure } from '../../parts/outcomes/Failure.tsx'
import { Late } from '../../parts/outcomes/Late.tsx'
import { mount } from '../../place/mount.ts'
import { freshness } from '../../records/stream.ts'
import { count, counted } from '../../words/words.ts'

type Health = Awaited<ReturnType<typeof api.health>>
type About = Awaited<ReturnType<typeof api.about>>

/** How often it is asked again, in milliseconds. */
const AGAIN_MS = 5000

/** The version, the health and the settings of this box. Admins also see its store and its event log. */
export function AboutBox({ isAdmin }: { readonly isAdmin: boolean }) {
  const health = useSignal<Health | undefined>(undefined)
  const about = useSignal<About | undefined>(undefined)
  const error = useSignal<unknown>(undefined)
  const load = async () => {
    try {
      health.value = await api.health({})
      if (isAdmin) about.value = await api.about({})
      error.value = undefined
    } catch (failure) {
      error.value = failure
    }
  }
  useEffect(() => whileVisible(AGAIN_MS, load), [isAdmin])
  const failure = error.value !== undefined && <Failure error={error.value} retry={() => void load()} />
  if (!health.value) return failure || <Late>Loading…</Late>
  return (
    <>
      {failure}
      <h2 dir="auto">{mount.title}</h2>
      <Facts facts={factsOf(health.value, about.value)} />
      <div class="bar">
        <Copy text={mount.apiUrl} label="Copy the API’s address" />
      </div>
      {about.value && (
        <>
          <h2>Readers of the event log</h2>
          <Facts facts={toShow(about.value.events.consumers).map((one) => [nameOf(one), lagWords(one)])} />
        </>
      )}
    </>
  )
}

type Fact = readonly [name: string, value: string]

const Facts = ({ facts }: { readonly facts: readonly Fact[] }) => (
  <dl class="facts">
    {facts.map(([name, value]) => (
      <>
        <dt key={name}>{name}</dt>
        <dd>{value}</dd>
      </>
    ))}
  </dl>
)

function factsOf({ status, version, timeZone, bucketing, assignment }: Health, about: About | undefined): Fact[] {
  const head = about?.events.head ?? freshness.value.head
  return [
    ['Health', status === 'up' ? 'Up: records can be read and written' : status],
    ['Version', version ?? 'not stated'],
    ['API', mount.apiUrl],
    ['Time zone', timeZone],
    ['Shares of clients', bucketings[bucketing]],
    ['Variants', assignments[assignment]],
    ...(head === undefined ? [] : ([['Newest event', `${head}`]] satisfies Fact[])),
    ...(about ? factsForAdmins(about) : []),
  ]
}

const factsForAdmins = ({ started, store, events: { retentionDays, streams } }: About): Fact[] => [
  ['Store', store ?? 'not stated'],
  ['Events are kept', retentionDays === undefined ? 'As long as the store keeps them' : counted(retentionDays, 'day')],
  ['Open event streams', count(streams)],
  ['Running since', `${started.replace('T', ' ').replace(/\.\d+$/, '')}, in the system’s time zone`],
]

const bucketings = {
  murmur3: 'murmur3: by a hash of the feature and the client',
  classic: 'classic: the buckets of the previous feature service',
} satisfies Record<Health['bucketing'], string>

const assignments = {
  balanced: 'balanced: each client gets the variant that is furthest behind its traffic',
  hash: 'hash: by a hash of the experiment and the client',
  classic: 'classic: as the previous feature service chose them',
} satisfies Record<Health['assignment'], string>
