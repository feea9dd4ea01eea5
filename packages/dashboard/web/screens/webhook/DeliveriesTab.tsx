import { useSignal } from '@preact/signals'
import type { ChangeEvent } from '@signalbox/core/contract'
import { Sentence } from '../../parts/history/Sentence.tsx'
import { Stamp } from '../../parts/history/Stamp.tsx'
import { Empty } from '../../parts/outcomes/Empty.tsx'
import { Failure } from '../../parts/outcomes/Failure.tsx'
import { Late } from '../../parts/outcomes/Late.tsx'
import { Aspect } from '../../parts/signs/Aspect.tsx'
import { count, counted, listed } from '../../words/words.ts'
import { type Delivery, deliveries, readDeliveries } from './deliveries.ts'
import { eventsById } from './events-by-id.ts'

/** The last attempts to deliver events to a webhook. */
export function DeliveriesTab({ id }: { readonly id: string }) {
  const { results, error } = deliveries.value.get(id) ?? {}
  if (error !== undefined) return <Failure error={error} retry={() => void readDeliveries(id)} />
  if (!results) return <Late>Loading the deliveries…</Late>
  if (results.length === 0)
    return (
      <Empty title="No deliveries yet">
        <p>The next change in its scope is posted within a second or two, and appears here.</p>
      </Empty>
    )
  const attempts = attemptsOf(results)
  return (
    <>
      <p class="muted">
        The newest attempt first. A failed batch is sent again with the same id, after a longer pause each time.
      </p>
      <ol class="hook-deliveries">
        {results.map((one, i) => (
          <li key={`${one.date} ${one.webhookId} ${i}`}>
            <Attempt delivery={one} attempt={attempts[i]!} />
          </li>
        ))}
      </ol>
    </>
  )
}

/** Which attempt each delivery is to send its batch, as far as the list says. */
function attemptsOf(results: readonly Delivery[]): readonly number[] {
  const seen = new Map<string, number>()
  return results
    .toReversed()
    .map(({ webhookId = '' }) => {
      const attempt = (seen.get(webhookId) ?? 0) + 1
      seen.set(webhookId, attempt)
      return attempt
    })
    .toReversed()
}

const MOST_NAMED = 3

/** The ids of events, which rise; many as a range. */
const idWords = (ids: readonly number[]): string =>
  ids.length > MOST_NAMED ? `${ids[0]} to ${ids.at(-1)}` : listed(ids.map(String))

function Attempt({ delivery, attempt }: { readonly delivery: Delivery; readonly attempt: number }) {
  const { date, webhookId, events, status, ms, error } = delivery
  const found = useSignal<readonly ChangeEvent[] | undefined>(undefined)
  const failure = useSignal<unknown>(undefined)
  const load = async () => {
    if (found.peek()) return
    try {
      found.value = await eventsById(events)
    } catch (cause) {
      failure.value = cause
    }
  }
  const isGap = webhookId === undefined
  return (
    <>
      <div class="attempt">
        <Stamp timestamp={date} />
        {error === undefined ? (
          <Aspect is="clear">{status ?? 'Delivered'}</Aspect>
        ) : (
          <Aspect is={isGap ? 'caution' : 'danger'}>{isGap ? 'Lost' : (status ?? 'Failed')}</Aspect>
        )}
        {!isGap && <span class="muted">{count(Math.round(ms))} ms</span>}
        {attempt > 1 && <span class="muted">attempt {attempt}</span>}
        {webhookId !== undefined && <span class="key muted">{webhookId}</span>}
      </div>
      {error !== undefined && <p dir="auto">{error}</p>}
      {events.length > 0 && (
        <details onToggle={({ currentTarget }) => currentTarget.open && void load()}>
          <summary>
            {counted(events.length, 'event')}: {idWords(events)}
          </summary>
          {failure.value !== undefined && <Failure error={failure.value} />}
          {found.value && (
            <ul>
              {found.value.map((event) => (
                <li key={event._id}>
                  <Sentence event={event} />
                </li>
              ))}
              {found.value.length < events.length && (
                <li class="muted">
                  {counted(events.length - found.value.length, 'event is', 'events are')} no longer in the log.
                </li>
              )}
            </ul>
          )}
        </details>
      )}
    </>
  )
}
