import { useSignal } from '@preact/signals'
import type { ChangeEvent } from '@signalbox/core/contract'
import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { api } from '../../calls/api.ts'
import { may } from '../../calls/session.ts'
import { eventDomains, nouns } from '../../log/domains.ts'
import { Combobox } from '../../parts/fields/Combobox.tsx'
import { Field } from '../../parts/fields/Field.tsx'
import { SelectField, TextField } from '../../parts/fields/fields.tsx'
import { DownloadHistory } from '../../parts/history/DownloadHistory.tsx'
import { Reason } from '../../parts/history/Reason.tsx'
import { Sentence } from '../../parts/history/Sentence.tsx'
import { Stamp } from '../../parts/history/Stamp.tsx'
import { Empty } from '../../parts/outcomes/Empty.tsx'
import { Failure } from '../../parts/outcomes/Failure.tsx'
import { Late } from '../../parts/outcomes/Late.tsx'
import { Icon } from '../../parts/signs/Icon.tsx'
import { navigate, place } from '../../place/place.ts'
import { onEvent, onGap } from '../../records/stream.ts'
import { count, counted } from '../../words/words.ts'
import { EventDialog } from './EventDialog.tsx'
import { createEventList, MOST_KEPT } from './event-list.ts'
import { type EventFilter, filterOf, passes, queryOf } from './filter.ts'
import { askedFor, authorsIn, fileOf } from './selected.ts'
import './events.css'

const whats = [
  { value: '', label: 'Everything' },
  { value: 'created', label: 'Created' },
  { value: 'updated', label: 'Changed' },
  { value: 'deleted', label: 'Deleted' },
  { value: 'other', label: 'Other' },
] as const

/** How many events are drawn at first, and more of them at a time. */
const STEP = 100

/** The log of changes: live, filtered by the address, and as far back as it is kept. */
export function Events() {
  const filter = filterOf(place.value.query)
  const settled = useSettled(queryOf(filter))
  const gaps = useSignal(0)
  const list = useMemo(() => openList(filterOf(new URLSearchParams(settled))), [settled, gaps.value])
  const current = useRef(list)
  current.current = list
  const shown = useSignal(STEP)
  const loading = useSignal(false)
  const error = useSignal<unknown>(undefined)
  const opened = useSignal<ChangeEvent | undefined>(undefined)
  const older = async () => {
    loading.value = true
    error.value = undefined
    try {
      await list.loadOlder()
    } catch (failure) {
      if (current.current === list) error.value = failure
    }
    if (current.current === list) loading.value = false
  }
  useEffect(() => {
    shown.value = STEP
    void older()
    const stops = [onEvent(list.add), onGap(() => (gaps.value += 1))]
    return () => {
      for (const stop of stops) stop()
    }
  }, [list])
  const set = (part: Partial<EventFilter>) => navigate(`/events${queryOf({ ...filter, ...part })}`, { replace: true })
  const events = list.events.value
  const file = fileOf(filter, events)
  const isMore = events.length > shown.value || list.hasOlder.value
  return (
    <section class="page events">
      <div class="bar">
        <h1>Events</h1>
        <span class="muted">{count(events.length)} shown</span>
        {file && <DownloadHistory query={file} />}
        <button type="button" aria-pressed={list.isPaused.value} onClick={() => list.pause(!list.isPaused.value)}>
          <Icon name={list.isPaused.value ? 'play' : 'pause'} />
          {list.isPaused.value ? 'Resume' : 'Pause'}
        </button>
      </div>
      <search class="filters">
        <SelectField
          label="Kind"
          stacked
          value={filter.domain}
          choices={[{ value: '', label: 'All' }, ...eventDomains.filter((one) => may('R', one)).map(choiceOf)]}
          onChange={(domain: string) => set({ domain })}
        />
        <SelectField
          label="What"
          stacked
          value={filter.what}
          choices={whats}
          onChange={(what: EventFilter['what']) => set({ what })}
        />
        <TextField label="Key" stacked mono placeholder="shop:*" value={filter.key} onInput={(key) => set({ key })} />
        <Field label="Author" stacked>
          {(control) => (
            <Combobox
              {...control}
              value={filter.author}
              source={events}
              options={(text) => authorsIn(events, text)}
              onInput={(author) => set({ author })}
            />
          )}
        </Field>
      </search>
      {!file && events.length > 0 && (
        <p class="muted">Several authors match. Type the whole id of one of them to download the events.</p>
      )}
      {list.waiting.value > 0 && (
        <button type="button" class="waiting" onClick={() => list.pause(false)}>
          {counted(list.waiting.value, 'new event')}: show
        </button>
      )}
      <ol class="event-rows">
        {events.slice(0, shown.value).map((event) => (
          <li key={event._id}>
            <span class="muted">
              <Stamp timestamp={event.timestamp} />
            </span>
            <div>
              <Sentence event={event} />
              <Reason event={event} />
            </div>
            <button
              type="button"
              class="quiet"
              aria-label={`Details of event ${event._id}`}
              onClick={() => {
                opened.value = event
              }}
            >
              Details
            </button>
          </li>
        ))}
      </ol>
      {error.value !== undefined && <Failure error={error.value} retry={() => void older()} />}
      {loading.value && events.length === 0 && <Late>Loading events…</Late>}
      {!loading.value && !isMore && events.length === 0 && (
        <Empty title="No events">
          <p>Every change of a record appears here, as it happens.</p>
        </Empty>
      )}
      {isMore && !(loading.value && events.length === 0) && (
        <button
          type="button"
          aria-busy={loading.value}
          onClick={() => {
            shown.value += STEP
            if (events.length <= shown.value) void older()
          }}
        >
          Show older events
        </button>
      )}
      {!isMore && list.isFull.value && (
        <p class="muted">The newest {count(MOST_KEPT)} events are listed. Narrow the filters to see older events.</p>
      )}
      {!isMore && !list.isFull.value && list.oldest.value !== undefined && (
        <p class="muted">
          The log goes back to <Stamp timestamp={list.oldest.value} />.
        </p>
      )}
      {opened.value && <EventDialog event={opened.value} onClose={() => (opened.value = undefined)} />}
    </section>
  )
}

const choiceOf = (domain: (typeof eventDomains)[number]) => ({
  value: domain as string,
  label: nouns[domain][1].replace(/^./, (first) => first.toUpperCase()),
})

/** A text once it has not changed for a moment, so that not every letter starts a new list. */
function useSettled(text: string): string {
  const [settled, settle] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => settle(text), 250)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}

const openList = (filter: EventFilter) =>
  createEventList(
    (before) =>
      api.events.history({
        ...askedFor(filter),
        limit: 200,
        ...(before !== undefined && { before }),
      }),
    (event) => passes(filter, event),
  )
