import type { ChangeEvent } from '@signalbox/core/contract'
import './reason.css'

/** Why something was changed, in the words of the author. Nothing if the event does not say. */
export const Reason = ({ event: { reason } }: { readonly event: ChangeEvent }) =>
  reason === undefined ? null : (
    <span class="reason">
      <span class="hidden-text">Reason: </span>
      <q dir="auto">{reason}</q>
    </span>
  )
