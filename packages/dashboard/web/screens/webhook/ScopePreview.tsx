import { useSignal } from '@preact/signals'
import type { ChangeEvent } from '@signalbox/core/contract'
import { webhookFilter } from '@signalbox/core/grants'
import { useEffect } from 'preact/hooks'
import { api } from '../../calls/api.ts'
import { eventDomains } from '../../log/domains.ts'
import { Sentence } from '../../parts/history/Sentence.tsx'
import { Stamp } from '../../parts/history/Stamp.tsx'
import { Failure } from '../../parts/outcomes/Failure.tsx'
import { onEvent } from '../../records/stream.ts'
import { counted } from '../../words/words.ts'
import type { Scope } from './scope-sentence.ts'

/** How many events are tried. */
const TRIED = 50
/** How many of those that fit are listed. */
const LISTED = 10

interface ScopePreviewProps {
  readonly id: string
  readonly scope: Scope
}

/** Which of the last events a webhook with this scope would have received. */
export function ScopePreview({ id, scope }: ScopePreviewProps) {
  const events = useSignal<readonly ChangeEvent[] | undefined>(undefined)
  const error = useSignal<unknown>(undefined)
  const load = async () => {
    error.value = undefined
    try {
      events.value = (await api.events.history({ domains: eventDomains.join(','), limit: TRIED })).results
    } catch (failure) {
      error.value = failure
    }
  }
  useEffect(() => {
    void load()
    return onEvent((event) => {
      if (events.peek())
        events.value = [event, ...events.peek()!.filter(({ _id }) => _id !== event._id)].slice(0, TRIED)
    })
  }, [])
  if (error.value !== undefined) return <Failure error={error.value} retry={() => void load()} />
  const tried = events.value
  if (!tried) return null
  const fitting = tried.filter(webhookFilter({ clientId: id, ...scope } as Parameters<typeof webhookFilter>[0]))
  return (
    <section class="hook-preview" aria-labelledby="preview-title">
      <h2 id="preview-title">Preview</h2>
      <p>
        {tried.length === 0
          ? 'The log has no events yet.'
          : `Of the last ${counted(tried.length, 'event')}, it would have received ${fitting.length === 0 ? 'none' : fitting.length}.`}
      </p>
      <ol>
        {fitting.slice(0, LISTED).map((event) => (
          <li key={event._id}>
            <Sentence event={event} />{' '}
            <span class="muted">
              <Stamp timestamp={event.timestamp} age />
            </span>
          </li>
        ))}
      </ol>
      {fitting.length > LISTED && <p class="muted">And {fitting.length - LISTED} more.</p>}
    </section>
  )
}
