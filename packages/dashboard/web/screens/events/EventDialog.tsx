import type { ChangeEvent } from '@signalbox/core/contract'
import { changesIn } from '../../log/event-sentence.ts'
import { ChangeTable } from '../../parts/ChangeTable.tsx'
import { Dialog } from '../../parts/Dialog.tsx'
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
  return (
    <Dialog wide title={`Event ${event._id}`} onClose={onClose}>
      <p>
        <Sentence event={event} />{' '}
        <span class="muted">
          <Stamp timestamp={event.timestamp} />
        </span>
      </p>
      {changes.length > 0 && <ChangeTable changes={changes} was="Before" now="After" />}
      <Json label="The event" value={event} />
    </Dialog>
  )
}
