import type { ChangeEvent } from '@signalbox/core/contract'
import { may } from '../../calls/session.ts'
import { type AnyRecord, grantIdOf, kindOf, kinds } from '../../kinds/kinds.ts'
import { authorOf } from '../../log/author.ts'
import { changeOf } from '../../log/change-of.ts'
import { changesIn } from '../../log/event-sentence.ts'
import { traceOf } from '../../log/trace-of.ts'
import { ChangeTable } from '../../parts/changes/ChangeTable.tsx'
import { Dialog } from '../../parts/dialogs/Dialog.tsx'
import { Sentence } from '../../parts/history/Sentence.tsx'
import { Stamp } from '../../parts/history/Stamp.tsx'
import { Copy } from '../../parts/json/Copy.tsx'
import { Json } from '../../parts/json/Json.tsx'
import { Facts } from '../../parts/lists/Facts.tsx'
import { lacksOf, restoreRecord } from '../record/restore-record.ts'

interface EventDialogProps {
  readonly event: ChangeEvent
  onClose(): void
}

/** One event: its sentence, the changed members, and the record of the log. */
export function EventDialog({ event, onClose }: EventDialogProps) {
  const changes = changesIn(event)
  const { means } = authorOf(event.authInfo)
  const trace = traceOf(event.traceparent)
  return (
    <Dialog wide title={`Event ${event._id}`} onClose={onClose}>
      <p>
        <Sentence event={event} />{' '}
        <span class="muted">
          <Stamp timestamp={event.timestamp} />
        </span>
      </p>
      <Facts
        facts={[
          ['Author', means],
          ['Reason', event.reason && <bdi>{event.reason}</bdi>],
          ['Trace', trace && <Trace id={trace} />],
        ]}
      />
      {isRestorable(event) && (
        <p>
          <button type="button" onClick={() => restore(event, onClose)}>
            Restore
          </button>{' '}
          <span class="muted">{lacksOf(event.domain, event.payload as object).join(' ')}</span>
        </p>
      )}
      {changes.length > 0 && <ChangeTable changes={changes} was="Before" now="After" />}
      <Json label="The event" value={event} />
    </Dialog>
  )
}

/** Whether an event has a deleted record that the reader may create again. */
function isRestorable(event: ChangeEvent): boolean {
  const kind = kindOf(event.domain)
  if (!kind || changeOf(event) !== 'deleted') return false
  return may('C', kinds[kind].domain, grantIdOf(kind, event.payload as AnyRecord))
}

function restore({ domain, key, payload }: ChangeEvent, close: () => void): void {
  close()
  void restoreRecord(domain, key, payload as object)
}

/** The id of a trace, to be looked up in a tracing tool. */
const Trace = ({ id }: { readonly id: string }) => (
  <span class="trace">
    <bdi class="key">{id}</bdi> <Copy text={id} label="Copy the trace id" bare />
  </span>
)
