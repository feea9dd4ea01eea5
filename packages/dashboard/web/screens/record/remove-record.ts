import { failureSentence } from '../../calls/failures.ts'
import type { Because } from '../../confirm/because.ts'
import { confirmed } from '../../confirm/question.ts'
import { type AnyRecord, type Kind, kinds, listOf, lossOf } from '../../kinds/kinds.ts'
import { endSuccesses, toast } from '../../notices/toasts.ts'
import { navigate } from '../../place/place.ts'
import { editing } from '../../records/drafts.ts'
import { operationsOf } from '../../records/operations.ts'
import { idOf } from '../../values/id-of.ts'
import { restoreRecord } from './restore-record.ts'

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
 * Deletes a record. What clients use is asked for once; the undo creates it again. Kinds that lose something with a deletion
 * have no undo, so the id is asked for. If conditions refer to it, it stays, and the message names them.
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
  const { means = [], because: given, remove = (because) => operations.delete({ id }, because) } = removal
  const loss = lossOf(kind, [record])
  const live = liveWords(kind, record)
  const final =
    loss === undefined
      ? { means: [...means, ...live], always: live.length > 0 }
      : { isFinal: true, means: [...means, ...live, loss, 'The rest can be restored from the log.'] }
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
      toast(
        `${id} is deleted.`,
        loss === undefined
          ? { action: { label: 'Undo', run: () => void restoreRecord(kinds[kind].domain, id, record) } }
          : {},
      )
      navigate(listOf(kind))
    },
  )
}

/** What the deletion means for programs that nobody sees: of a record that is on, in a sentence. */
function liveWords(kind: Kind, record: AnyRecord): readonly string[] {
  const { enabled } = record as { readonly enabled?: boolean }
  if (kind === 'features' && enabled) return ['It’s on. Programs that ask for it get “off” from now on.']
  if (kind === 'configs') return ['Programs that read it get their own default from now on.']
  if (kind === 'experiments' && enabled) return ['It’s running. Its clients get no variant from now on.']
  if (enabled === true) return ['It’s on.']
  return []
}
