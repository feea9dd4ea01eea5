import { type Caller, may } from '../machine/callers/caller.ts'
import type { Reads } from '../ports.ts'
import { listNotes } from './list-notes.ts'
import { isScripted, keyOf, kinds, type Referrer, type Used } from './target.ts'
import { everyUse } from './uses.ts'

/** A reference that leads nowhere: the conditions that contain it are false, and a feature whose script it is is inactive. */
export interface Unresolved {
  /** What refers. */
  readonly from: Referrer
  /** What does not exist, or is a feature that only a script decides. */
  readonly to: Used
}

/** The most references and the most notes that are listed; all references are counted. */
const MOST_LISTED = 1000

/** The unresolved references of the records that a caller may read, and notes on them. */
export async function lint(store: Reads, caller: Caller) {
  const found = await unresolvedReferences(store, caller)
  const notes = await listNotes(store, caller, MOST_LISTED)
  return notes.length > 0 ? { ...found, notes } : found
}

async function unresolvedReferences(store: Reads, caller: Caller) {
  const unresolved: Unresolved[] = []
  let count = 0
  let last: { readonly key: string; readonly isThere: boolean } | undefined
  for await (const { target: to, user: from } of everyUse(store)) {
    if (last?.key !== keyOf(to)) last = { key: keyOf(to), isThere: await isThere(store, to) }
    if (last.isThere || !may(caller, 'R', kinds[from.kind].domain, from.id)) continue
    if (++count <= MOST_LISTED) unresolved.push({ from, to })
  }
  return { unresolved, count }
}

async function isThere(store: Reads, { kind, id }: Used): Promise<boolean> {
  const found = await store.get(kinds[kind].collection, id)
  return found !== undefined && !isScripted(found.value)
}
