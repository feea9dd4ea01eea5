import type { ChangeEvent } from '@signalbox/core/contract'
import { authorOf } from '../../log/author.ts'
import { changesIn } from '../../log/event-sentence.ts'
import { traceOf } from '../../log/trace-of.ts'
import { ChangeTable } from '../../parts/ChangeTable.tsx'
import { Copy } from '../../parts/Copy.tsx'
import { Dialog } from '../../parts/Dialog.tsx'
import { Facts } from '../../parts/Facts.tsx'
import { Json } from '../../parts/Json.tsx'
import { Sentence } from '../../parts/Sentence.tsx'
import { Stamp } from '../../parts/Stamp.tsx'

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
      {changes.length > 0 && <ChangeTable changes={changes} was="Before" now="After" />}
      <Json label="The event" value={event} />
    </Dialog>
  )
}

/** The id of a trace, to be looked up in a tracing tool. */
const Trace = ({ id }: { readonly id: string }) => (
  <span class="trace">
    <bdi class="key">{id}</bdi> <Copy text={id} label="Copy the trace id" bare />
  </span>
)
