import type { Editing } from '../../records/drafts.ts'
import { merge } from '../../values/merge.ts'

/** The calls that rename a record. */
export interface Renaming<T> {
  get(): Promise<T>
  replace(record: T, ifMatch: string | undefined): Promise<T>
  etagOf(record: T): string | undefined
}

/**
 * Gives a record another id. Sends the newest record with its entity tag: edits that are not saved stay a draft. Resolves
 * with the answer.
 */
export async function renameRecord<T extends { readonly id: string }>(calls: Renaming<T>, id: string): Promise<T> {
  const newest = await calls.get()
  return calls.replace({ ...newest, id }, calls.etagOf(newest))
}

/** Moves an edited draft to the record under its new id. Members that both sides changed keep the value of the draft. */
export function moveDraft<T extends { readonly id: string }>(from: Editing<T>, to: Editing<T>, renamed: T): void {
  const { value, saved, isEdited } = from.draft.peek()
  if (!isEdited) return
  const { id } = renamed
  const merged = merge({ base: { ...saved, id }, mine: { ...value, id }, theirs: renamed })
  to.reason.value = from.reason.peek()
  from.discard()
  to.edit(merged.value as T)
}
