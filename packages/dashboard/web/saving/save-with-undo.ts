import { failureSentence } from '../calls/failures.ts'
import { confirmed } from '../confirm/question.ts'
import { toast } from '../notices/toasts.ts'
import { changesOf } from '../values/changes.ts'
import { type AnyRecord, idOf } from '../values/id-of.ts'
import { memberLabel } from '../values/member-label.ts'
import { losesSecret } from '../values/secret-members.ts'
import { listed } from '../words/words.ts'
import { isDeclined } from './declined.ts'
import type { Editing } from './draft.ts'

/**
 * Saves a draft, says so, and offers to take it back. What others saved meanwhile is named. Resolves with whether it is
 * saved.
 */
export async function saveWithUndo<T extends AnyRecord>(editing: Editing<T>): Promise<boolean> {
  const { value, changes: sent } = editing.draft.peek()
  const isNew = editing.draft.peek().saved === undefined
  const isSaved = await editing.save()
  if (!isSaved) return false
  const { merged } = editing.draft.peek()
  const others = merged?.changes.map(({ pointer }) => memberLabel(pointer)) ?? []
  const taken = others.length === 0 ? '' : ` Merged from ${merged?.by ?? 'others'}: ${listed(others)}.`
  const change = editing.lastChange()
  const changes = change?.was === undefined ? [] : changesOf(change.was, change.now)
  // A secret that was removed or replaced is lost: the page has only its mask.
  const isFinal = [...sent, ...changes].some(losesSecret)
  toast(`${idOf(value)} is ${isNew ? 'created' : 'saved'}.${taken}`, {
    ...(changes.length > 0 && !isFinal && { action: { label: 'Undo', run: () => void takeBack(editing, changes) } }),
  })
  return true
}

async function takeBack<T extends AnyRecord>(
  editing: Editing<T>,
  changes: ReturnType<typeof changesOf>,
): Promise<void> {
  const id = idOf(editing.draft.peek().value)
  const back = changes.map(({ pointer, was, now }) => ({ pointer, was: now, now: was }))
  const because = await confirmed([id], {
    title: `Undo the changes of ${id}?`,
    action: 'Undo the changes',
    changes: back,
  })
  if (!because) return
  try {
    await editing.takeBack(changes, because)
    toast(`${id} is as before.`)
  } catch (error) {
    if (isDeclined(error)) return
    const isRace = (error as { code?: unknown }).code === 'CONFLICT'
    toast(isRace ? `${id} has changed again since then: see its history.` : failureSentence(error), {
      aspect: 'danger',
    })
  }
}
