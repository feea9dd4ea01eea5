import { useSignal } from '@preact/signals'
import type { ChangeEvent } from '@signalbox/core/contract'
import { may } from '../../calls/session.ts'
import { type AnyRecord, grantIdOf, type Kind, kinds } from '../../kinds/kinds.ts'
import { Dialog } from '../../parts/dialogs/Dialog.tsx'
import { Author } from '../../parts/history/Author.tsx'
import { Stamp } from '../../parts/history/Stamp.tsx'
import { Failure } from '../../parts/outcomes/Failure.tsx'
import { Late } from '../../parts/outcomes/Late.tsx'
import './deleted-recently.css'
import { lacksOf, restoreRecord } from './restore-record.ts'
import { type Deletions, useDeletions } from './use-deletions.ts'

const TITLE = 'Deleted recently'

interface DeletedRecentlyProps {
  readonly kind: Kind
}

/** The deleted records of a kind that the log still has, each with the way back. Nothing if there are none. */
export function DeletedRecently({ kind }: DeletedRecentlyProps) {
  const { found = [] } = useDeletions(kind)
  const shown = restorableOf(kind, found)
  if (shown.length === 0) return null
  return (
    <section class="deleted-recently" aria-labelledby={`deleted-${kind}`}>
      <h3 id={`deleted-${kind}`}>{TITLE}</h3>
      <DeletedList kind={kind} events={shown} />
    </section>
  )
}

/** A quiet button at the foot of a list, which shows what was deleted from it. */
export function DeletedButton({ kind }: DeletedRecentlyProps) {
  const isOpen = useSignal(false)
  if (!may('C', kinds[kind].domain)) return null
  return (
    <>
      <button type="button" class="quiet deleted-button" onClick={() => (isOpen.value = true)}>
        {TITLE}…
      </button>
      {isOpen.value && <DeletedDialog kind={kind} onClose={() => (isOpen.value = false)} />}
    </>
  )
}

function DeletedDialog({ kind, onClose }: DeletedRecentlyProps & { onClose(): void }) {
  const deletions = useDeletions(kind)
  return (
    <Dialog title={TITLE} onClose={onClose}>
      <Answer kind={kind} deletions={deletions} onRestore={onClose} />
      <footer>
        <button type="button" onClick={onClose}>
          Close
        </button>
      </footer>
    </Dialog>
  )
}

interface AnswerProps extends DeletedRecentlyProps {
  readonly deletions: Deletions
  onRestore(): void
}

function Answer({ kind, deletions: { found, hasMore = false, error }, onRestore }: AnswerProps) {
  if (error !== undefined) return <Failure error={error} />
  if (!found) return <Late>Looking…</Late>
  const shown = restorableOf(kind, found)
  if (shown.length === 0) return <p class="muted">{nothingFound(kinds[kind].noun, hasMore)}</p>
  return <DeletedList kind={kind} events={shown} onRestore={onRestore} />
}

/** That there is nothing to restore, or that nothing was found before the search stopped. */
const nothingFound = (noun: string, hasMore: boolean): string =>
  hasMore
    ? `None among the newest changes in the log. Older changes were not searched: look for the ${noun} in the events.`
    : `The log has no deleted ${noun}.`

interface DeletedListProps extends DeletedRecentlyProps {
  readonly events: readonly ChangeEvent[]
  onRestore?(): void
}

const DeletedList = ({ kind, events, onRestore }: DeletedListProps) => (
  <ul class="deleted-list">
    {events.map((event) => (
      <li key={event._id}>
        <span class="grow">
          <bdi class="key">{event.key}</bdi>
          <span class="muted">
            Deleted <Stamp timestamp={event.timestamp} age /> by <Author event={event} />.{' '}
            {lacksOf(event.domain, event.payload as object).join(' ')}
          </span>
        </span>
        <button
          type="button"
          aria-label={`Restore ${event.key}`}
          onClick={() => {
            onRestore?.()
            void restoreRecord(kinds[kind].domain, event.key, event.payload as object)
          }}
        >
          Restore
        </button>
      </li>
    ))}
  </ul>
)

/** The deletions whose record the user can create again. */
const restorableOf = (kind: Kind, events: readonly ChangeEvent[]): readonly ChangeEvent[] =>
  events.filter(({ payload }) => payload && may('C', kinds[kind].domain, grantIdOf(kind, payload as AnyRecord)))
