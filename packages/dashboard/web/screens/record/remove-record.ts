import type { Because } from '../../confirm/because.ts'
import { confirmed } from '../../confirm/question.ts'
import { editing } from '../../drafts.ts'
import { type AnyRecord, type Kind, listOf, lossOf, pathOf } from '../../kinds.ts'
import { operationsOf } from '../../operations.ts'
import { failureSentence } from '../../parts/failures.ts'
import { navigate } from '../../place.ts'
import { idOf } from '../../saving/id-of.ts'
import { endSuccesses, toast } from '../../toasts.ts'

/** What a kind says and does in its own way when a record is deleted. */
interface Removal {
  /** What the deletion means for others, in sentences. */
  readonly means?: readonly string[]
  /** The reason, if the user was asked for it already. */
  readonly because?: Because
  /** Deletes the record. */
  remove?(because: Because): Promise<unknown>
  /** Shows why the deletion failed. Returns whether it did; otherwise a message does. */
  refused?(error: unknown): boolean
}

/**
 * Deletes a record, after it was confirmed if that is needed; the undo creates it again. Kinds that lose something with
 * a deletion have no undo, so the id is asked for. If conditions refer to it, it stays, and the message names them.
 */
export async function removeRecord(kind: Kind, record: AnyRecord, removal: Removal = {}): Promise<void> {
  const operations = operationsOf(kind)
  const attempt = async (call: () => Promise<unknown>, then: () => void) => {
    try {
      await call()
      then()
    } catch (error) {
      if (!removal.refused?.(error)) toast(failureSentence(error), { aspect: 'danger' })
    }
  }
  const id = idOf(record)
  const restore = async () => {
    const because = await confirmed([id], { title: `Restore ${id}?`, action: 'Restore' })
    if (!because) return
    await attempt(
      () => operations.create({ body: record }, because),
      () => navigate(pathOf(kind, id)),
    )
  }
  const { means = [], because: given, remove = (because) => operations.delete({ id }, because) } = removal
  const loss = lossOf(kind, [record])
  const final = loss === undefined ? {} : { isFinal: true, means: [...means, loss, 'It cannot be restored.'] }
  const because = await confirmed([id], {
    ...{ title: `Delete ${id}?`, action: 'Delete', danger: true, ...final },
    ...(given && { why: false }),
  })
  if (!because) return
  await attempt(
    () => remove(given ?? because),
    () => {
      editing(kind, id).discard()
      endSuccesses() // what they offer to take back is gone
      toast(`${id} is deleted.`, loss === undefined ? { action: { label: 'Undo', run: () => void restore() } } : {})
      navigate(listOf(kind))
    },
  )
}
