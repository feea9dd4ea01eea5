import { useSignal } from '@preact/signals'
import type { ChangeEvent } from '@signalbox/core/contract'
import { useEffect, useRef } from 'preact/hooks'
import { api } from '../../calls/api.ts'
import { may, session } from '../../calls/session.ts'
import { keepFocus } from '../../keys/keep-focus.ts'
import { type AnyRecord, definitionOf, grantIdOf, type Kind, kinds, lossOf, takenBack } from '../../kinds/kinds.ts'
import { changesIn } from '../../log/event-sentence.ts'
import { wayBack } from '../../log/way-back.ts'
import { editing } from '../../records/drafts.ts'
import { onEvent, onGap } from '../../records/stream.ts'
import { ChangeTable } from '../changes/ChangeTable.tsx'
import { Failure } from '../outcomes/Failure.tsx'
import { Late } from '../outcomes/Late.tsx'
import { withArrived } from './arrived.ts'
import { DownloadHistory } from './DownloadHistory.tsx'
import { Reason } from './Reason.tsx'
import { Sentence } from './Sentence.tsx'
import { Stamp } from './Stamp.tsx'
import './history.css'

interface HistoryProps {
  readonly kind: Kind
  readonly id: string
  /** Called after an earlier version became the draft, so that its form can be shown. */
  onTaken?(): void
}

interface Past {
  readonly events: readonly ChangeEvent[]
  readonly next?: number
  readonly oldest?: string
}

/** The history of a record, the newest change first. Any earlier version can become the draft. */
export function History(props: HistoryProps) {
  const { isLogForAdmins, nouns } = definitionOf(props.kind)
  const current = session.value
  if (isLogForAdmins && !(current.state === 'in' && current.me.admin))
    return <p class="muted">Only admins see the history of {nouns[1]}: it has people’s addresses.</p>
  return <Changes {...props} />
}

function Changes({ kind, id, onTaken }: HistoryProps) {
  const { domain, noun } = kinds[kind]
  const past = useSignal<Past | undefined>(undefined)
  const error = useSignal<unknown>(undefined)
  const arrived = useRef<ChangeEvent[]>([])
  const load = async (before?: number) => {
    error.value = undefined
    if (before === undefined) arrived.current = []
    const { current } = arrived
    try {
      const page = await api.events.history({ domains: domain, key: id, limit: 20, ...(before && { before }) })
      if (arrived.current !== current) return // a newer first page is under way
      const known = past.value?.events ?? []
      const { next, oldest } = page
      past.value = {
        events: before === undefined ? withArrived(page.results, current) : [...known, ...page.results],
        ...(next !== undefined && { next }),
        ...(oldest !== undefined && { oldest }),
      }
    } catch (failure) {
      if (arrived.current === current) error.value = failure
    }
  }
  useEffect(() => {
    past.value = undefined
    void load()
    const stops = [
      onGap(() => void load()),
      onEvent((event) => {
        if (event.domain !== domain || event.key !== id) return
        arrived.current.push(event)
        const shown = past.peek()
        if (shown) past.value = { ...shown, events: withArrived(shown.events, [event]) }
      }),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }, [kind, id])
  const take = (value: unknown) => {
    const { newest } = editing(kind, id).draft.peek()
    editing(kind, id).edit(takenBack(kind, value as AnyRecord, newest) as never)
    onTaken?.()
    keepFocus()
  }
  if (error.value !== undefined) return <Failure error={error.value} retry={() => void load()} />
  if (!past.value) return <Late>Loading the history…</Late>
  const { events, next, oldest } = past.value
  const grantId = grantIdOf(kind, { id, ...(events[0]?.payload as AnyRecord | undefined) })
  const mayEdit = may('U', domain, grantId)
  return (
    <div class="history">
      <ol>
        {events.map((event, i) => (
          <li key={event._id}>
            <p>
              <Sentence event={event} />{' '}
              <span class="muted">
                <Stamp timestamp={event.timestamp} />
              </span>
              <Reason event={event} />
            </p>
            {changesIn(event).length > 0 && (
              <details open={i === 0}>
                <summary>
                  {changesIn(event).length === 1 ? 'The change' : `The ${changesIn(event).length} changes`}
                </summary>
                <ChangeTable changes={changesIn(event)} was="Before" now="After" />
              </details>
            )}
            {wayBack(event, i === 0) === 'restore' &&
              lossOf(kind, [event.payload]) === undefined &&
              may('C', domain, grantId) && (
                <button type="button" onClick={() => take(event.payload)}>
                  Restore
                </button>
              )}
            {wayBack(event, i === 0) === 'back' && mayEdit && (
              <button type="button" onClick={() => take(event.payload)}>
                Go back to this
              </button>
            )}
          </li>
        ))}
        {events.at(-1)?.oldValue !== undefined && next === undefined && mayEdit && (
          <li>
            <p class="muted">Before that</p>
            <button type="button" onClick={() => take(events.at(-1)!.oldValue)}>
              Go back to this
            </button>
          </li>
        )}
      </ol>
      {next !== undefined && (
        <button type="button" onClick={() => void load(next)}>
          Show older changes
        </button>
      )}
      {events.length > 0 && <DownloadHistory query={{ domains: domain, key: id }} />}
      <p class="muted">
        {events.length === 0 && `The ${noun} hasn’t changed since then. `}
        {oldest === undefined ? (
          'The log is empty.'
        ) : (
          <>
            The log goes back to <Stamp timestamp={oldest} />.
          </>
        )}
      </p>
    </div>
  )
}
