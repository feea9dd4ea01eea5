import type { Reads } from '../../ports.ts'
import { inGroups } from '../answers/iterable.ts'
import { failure, problem } from '../errors/errors.ts'
import type { Turn } from '../time/event-loop-turns.ts'
import { type ChangeEvent, type LoggedEvent, whole } from './event.ts'

/** What stands in the event log in place of ids, names and addresses of erased people. */
export const ERASED = '[erased]'

/** A store whose log can be rewritten. */
export type RewritableLog = Required<Pick<Reads, 'rewrite'>> & Pick<Reads, 'read'>

/** What to look for in the log. */
export interface Masking {
  /** A text of which each event concerned has one of these in its JSON. Other events are not parsed. */
  readonly texts: readonly string[]
  /** The event with marks, or `undefined` to leave it as it is. */
  readonly mask: (event: ChangeEvent) => ChangeEvent | undefined
  /** Called after each event. */
  readonly rest: Turn
}

/** How many events are replaced at once. */
const STEP = 200

/** Replaces events of the log by events with marks, and returns how many. Ids and order stay. */
export async function maskLog(log: RewritableLog, { texts, mask, rest }: Masking): Promise<number> {
  const parts = texts.map((text) => JSON.stringify(text).slice(1, -1))
  const isIn = (text: string | undefined) => text !== undefined && parts.some((part) => text.includes(part))
  const mayConcern = ({ text, oldText, ...event }: LoggedEvent) =>
    isIn(text) || isIn(oldText) || isIn(JSON.stringify(event))
  let masked: ChangeEvent[] = []
  let count = 0
  async function write() {
    if (masked.length > 0) await log.rewrite(masked)
    count += masked.length
    masked = []
  }
  for await (const events of inGroups(log.read({ after: 0, asText: true })))
    for (const event of events) {
      const changed = mayConcern(event) ? mask(whole(event)) : undefined
      if (changed) masked.push(changed)
      if (masked.length >= STEP) await write()
      await rest()
    }
  await write()
  return count
}

/** The log of a store, if it can be rewritten. Throws CONFLICT: an erasure that leaves the client in the log is none. */
export function rewritable(store: Reads): RewritableLog {
  const { rewrite } = store
  if (rewrite) return { rewrite: rewrite.bind(store), read: store.read.bind(store) }
  throw failure(
    'CONFLICT',
    'The store cannot change its event log, so nobody can be erased from it: use a store that has "rewrite", and delete the events of the log',
    problem('error.store.log'),
  )
}
