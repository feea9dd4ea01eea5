import type { Caller } from '../machine/callers/caller.ts'
import { inSlices } from '../machine/time/event-loop-turns.ts'
import type { Reads } from '../ports.ts'
import { mayHaveNotes, notesOf, type RecordNote } from './notes-of.ts'
import { kinds, type Referrer } from './target.ts'

/** A note, and the record that it is about. */
export interface PlacedNote extends Referrer, RecordNote {}

/** How many records are read before other work gets the thread. */
const SLICE = 200

/** The notes on the records that a caller may read, by kind and id. Reads no more records once there are `most` notes. */
export async function listNotes(store: Reads, caller: Caller, most: number): Promise<PlacedNote[]> {
  const notes: PlacedNote[] = []
  const listed = store.replica ?? store
  for (const kind of ['feature', 'segment', 'config', 'experiment'] as const) {
    const { collection, domain } = kinds[kind]
    const entries = listed.scan(collection, { where: [caller.patterns('R', domain)], asText: true })
    for await (const slice of inSlices(entries, SLICE))
      for (const { key: id, value, text } of slice) {
        if (text !== undefined && !mayHaveNotes(id, text)) continue
        for (const note of notesOf({ kind, id }, text === undefined ? value : JSON.parse(text)))
          if (notes.push({ kind, id, ...note }) >= most) return notes
      }
  }
  return notes
}
