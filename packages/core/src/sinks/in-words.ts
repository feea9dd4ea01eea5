/** The log no longer has all events after `position`: those up to `trimmed` may have left it. */
interface Gap {
  readonly position: number
  readonly trimmed: number
}

/** Why a sink has stopped whose position is lost. */
export const lostInWords = (id: string, why: string): string =>
  `The sink ${id} has stopped: ${why}. POST /api/sinks/${id}/_resync copies all records, and continues from there`

/** Why a sink has stopped whose next events have left the log. */
export const gapInWords = (id: string, { position, trimmed }: Gap): string =>
  `The sink ${id} has stopped: its destination is at event ${position}, and later events up to event ${trimmed} are no longer in the log. ` +
  `POST /api/sinks/${id}/_resync copies all records, and continues from there`

/** That a destination has events that the log has never had. */
export const aheadInWords = (
  id: string,
  { position, head }: { readonly position: number; readonly head: number },
): string =>
  `The sink ${id} has a destination at event ${position}, and the log ends at event ${head}, as after a backup of the ` +
  `store was restored. The sink continues with events after ${position}. POST /api/sinks/${id}/_resync copies all records`
