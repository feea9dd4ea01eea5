import type { Reads } from '../../ports.ts'
import { firstOf } from './read-back.ts'

/**
 * The id up to which events may have left the log: a reader at this id, or at a later one, has missed nothing. Ask after
 * events were read, so that what left the log before them counts. For a store that does not tell, it is the id before the
 * oldest event, or the head of an empty log: ids have gaps, so a reader before it may have missed something.
 */
export async function trimmedTo(log: Pick<Reads, 'read' | 'head' | 'trimmedTo'>): Promise<number> {
  if (log.trimmedTo) return log.trimmedTo()
  // The head is read first: an event committed in between is not skipped.
  const head = await log.head()
  const oldest = await firstOf(log)
  return oldest ? oldest._id - 1 : head
}
