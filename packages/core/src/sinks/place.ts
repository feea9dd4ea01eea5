import type { InstancePorts } from '../ports.ts'
import { isEmptied } from './emptied.ts'
import { inTime } from './in-time.ts'
import { findMark, type StoredMark } from './marks.ts'
import type { Sink } from './sink.ts'
import type { CompiledFilter } from './sink-filter.ts'

/** A sink that this process leads. */
export interface Course {
  readonly id: string
  readonly sink: Sink
  readonly filter: CompiledFilter
}

/** Where a sink stands: as its destination says, or as it is stored. */
export interface Place {
  readonly position: number
  readonly seen: number
  /** Whether the destination cannot tell its position, so that the mark is all there is. */
  readonly isKept: boolean
  readonly mark: StoredMark | undefined
  /** Why the position is lost: the destination was emptied, and no mark tells it. */
  readonly lost?: string
}

/** Where the destination stands. A mark counts if it was written for this position and with the same filter. */
export async function findPlace(
  { id, sink, filter }: Course,
  over: AbortSignal,
  ports: Pick<InstancePorts, 'store' | 'wait'>,
): Promise<Place> {
  const mark = await findMark(ports.store, id)
  const told = await inTime((signal) => sink.position(signal), over, ports).catch((error) => {
    if (isEmptied(error)) return error
    throw error
  })
  if (told instanceof Error) {
    if (!mark) return { position: 0, seen: 0, isKept: false, mark, lost: told.message }
    const { position, seen, filter: searched } = mark.value
    return { position, seen: searched === filter.hash ? Math.max(position, seen) : position, isKept: false, mark }
  }
  const position = told ?? mark?.value.position ?? 0
  const isSame = mark?.value.position === position && mark.value.filter === filter.hash
  return { position, seen: isSame ? Math.max(position, mark.value.seen) : position, isKept: told === undefined, mark }
}
