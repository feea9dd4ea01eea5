import { useSignal } from '@preact/signals'
import { ChangeTable } from '../../../parts/changes/ChangeTable.tsx'
import { Dialog } from '../../../parts/dialogs/Dialog.tsx'
import { Failure } from '../../../parts/outcomes/Failure.tsx'
import { editing } from '../../../records/drafts.ts'
import { saveWithUndo } from '../../../saving/save-with-undo.ts'
import { changesOf } from '../../../values/changes.ts'
import { memberOf } from '../../../values/is-same.ts'
import { listed } from '../../../words/words.ts'
import { withMembers } from '../../record/members.ts'
import { discardDraft } from './discard-draft.ts'
import { type Moved, publish, undone, versionsHere } from './publish.ts'

interface MovedProps {
  readonly id: string
  readonly moved: Moved
  /** Called when the draft has taken over what was saved, and can be published. */
  onTaken(): void
  onClose(): void
}

/** The API has changed since its draft was made: what the draft would undo, and the ways out. */
export function MovedDialog({ id, moved: { version, members, because }, onTaken, onClose }: MovedProps) {
  const busy = useSignal(false)
  const error = useSignal<unknown>(undefined)
  const here = versionsHere(id)
  const names = here ? undone(members, here.saved, here.draft) : members
  const pick = (value: object) => Object.fromEntries(names.map((name) => [name, memberOf(value, name)]))
  const act = (run: () => Promise<unknown>) => async () => {
    if (busy.value) return
    busy.value = true
    error.value = undefined
    try {
      await run()
    } catch (failure) {
      error.value = failure
    } finally {
      busy.value = false
    }
  }
  const takeOver = async () => {
    const draft = editing('drafts', id)
    draft.edit(withMembers(draft.draft.peek().value, here ? pick(here.saved) : {}))
    if (await saveWithUndo(draft)) onTaken()
    else onClose()
  }
  return (
    <Dialog wide title={`${id} has changed since its draft was made`} onClose={onClose}>
      <p>
        Nothing is published yet: the draft would undo changes of <span class="key">{listed(names)}</span>.
      </p>
      {here && <ChangeTable changes={changesOf(pick(here.saved), pick(here.draft))} was="Saved" now="Draft" />}
      {error.value !== undefined && <Failure error={error.value} />}
      <footer>
        <button type="button" onClick={onClose}>
          Cancel
        </button>
        <button type="button" onClick={act(async () => (await discardDraft(id)) && onClose())}>
          Discard the draft
        </button>
        <button
          type="button"
          class="danger"
          onClick={act(async () => {
            await publish(id, version, { ...because, force: true })
            onClose()
          })}
        >
          Publish the draft anyway
        </button>
        <button type="button" class="primary" aria-busy={busy.value} onClick={act(takeOver)}>
          Update the draft
        </button>
      </footer>
    </Dialog>
  )
}
