import type { ChangeEvent } from '@signalbox/core/contract'
import { changeOf } from '../log/change-of.ts'
import { type Entry, entryOf } from './entry.ts'

/** What an event changes in an index. A renamed record leaves one id and takes another. */
export interface Changed {
  readonly removed: readonly string[]
  readonly put?: Entry
}

/** Reads an event of a domain; `undefined` for events that change no record of it. Bulk deletions come one by one, too. */
export function changedBy(event: ChangeEvent, domain: string): Changed | undefined {
  if (event.domain !== domain) return undefined
  const change = changeOf(event)
  const after = change && entryOf(event.payload)
  if (!after) return undefined
  if (change === 'deleted') return { removed: [after.id] }
  const before = entryOf(event.oldValue)
  return { removed: before && before.id !== after.id ? [before.id] : [], put: after }
}
