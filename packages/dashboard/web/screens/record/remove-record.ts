import { confirmed } from '../../confirm/question.ts'
import { editing } from '../../drafts.ts'
import type { AnyRecord, Kind } from '../../kinds.ts'
import { listOf, lossOf, operationsOf, pathOf } from '../../kinds.ts'
import { failureSentence } from '../../parts/failures.ts'
import { navigate } from '../../place.ts'
import { idOf } from '../../saving/id-of.ts'
import { endSuccesses, toast } from '../../toasts.ts'

/** What a kind says and does in its own way when a record is deleted. */
interface Removal {
  /** What the deletion means for others, in sentences. */
  readonly means?: readonly string[]
  /** Deletes the record. */
  remove?(): Promise<unknown>
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
    if (!(await confirmed([id], { title: `Restore ${id}?`, action: 'Restore' }))) return
    await attempt(
      () => operations.create({ body: record }),
      () => navigate(pathOf(kind, id)),
    )
  }
  const { means = [], remove = () => operations.delete({ id }) } = removal
  const loss = lossOf(kind, [record])
  const final = loss === undefined ? {} : { isFinal: true, means: [...means, loss, 'It cannot be restored.'] }
  if (!(await confirmed([id], { title: `Delete ${id}?`, action: 'Delete', danger: true, ...final }))) return
  await attempt(remove, () => {
    editing(kind, id).discard()
    endSuccesses() // what they offer to take back is gone
    toast(`${id} is deleted.`, loss === undefined ? { action: { label: 'Undo', run: () => void restore() } } : {})
    navigate(listOf(kind))
  })
}
