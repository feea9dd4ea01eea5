import { useSignal } from '@preact/signals'
import { useRef } from 'preact/hooks'
import { useKeys } from '../../keys/keys.ts'
import { pressedIn } from '../../keys/pressed-in.ts'
import { navigate } from '../../place/place.ts'
import type { Editing } from '../../records/drafts.ts'
import { counted } from '../../words/words.ts'
import { Confirm } from './Confirm.tsx'

interface RecordKeysProps<T> {
  readonly editing: Editing<T>
  /** The path of the list to which `Esc` returns. */
  readonly list: string
  readonly mayEdit: boolean
}

const fields = '[role="tabpanel"] :is(input, select, textarea, .code-editor):not(:disabled)'

/** The keys of a record: `e` goes to the first field of its form, `Esc` closes it and asks before changes are discarded. */
export function RecordKeys<T>({ editing, list, mayEdit }: RecordKeysProps<T>) {
  const { isEdited, changes, state } = editing.draft.value
  const isAsked = useSignal(false)
  const mark = useRef<HTMLSpanElement>(null)
  const edit = () => mark.current?.closest('.detail')?.querySelector<HTMLElement>(fields)?.focus()
  const close = () => {
    if (isEdited) isAsked.value = true
    else navigate(list)
  }
  const isFree = (event: KeyboardEvent) =>
    !pressedIn(event)?.closest('input, select, textarea, [contenteditable="true"]') &&
    !document.querySelector(':popover-open')
  useKeys([
    { keys: 'e', label: 'Edit', run: edit, when: mayEdit },
    { keys: 'Escape', label: 'Close', run: close, when: state === 'idle', isMeant: isFree },
  ])
  return (
    <>
      <span ref={mark} hidden />
      {isAsked.value && (
        <Confirm
          title="Discard the changes?"
          action="Discard"
          danger
          onClose={() => (isAsked.value = false)}
          run={() => {
            editing.discard()
            navigate(list)
          }}
        >
          <p>
            {changes.length === 0
              ? 'Your changes aren’t saved.'
              : `${counted(changes.length, 'change')} would be lost.`}
          </p>
        </Confirm>
      )}
    </>
  )
}
