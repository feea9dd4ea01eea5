import { useSignal } from '@preact/signals'
import type { Draft } from '../../records/drafts.ts'
import { memberLabel } from '../../values/member-label.ts'
import { counted, listed } from '../../words/words.ts'
import { ChangeTable } from './ChangeTable.tsx'
import './changes.css'

interface NewerLineProps {
  readonly newer: NonNullable<Draft<unknown>['newer']>
  /** Takes over what was saved. */
  takeNewer(): void
}

/** Says that someone else saved the record while it is being edited. The form does not change until the user says so. */
export function NewerLine({ newer: { by, changes }, takeNewer }: NewerLineProps) {
  const isShown = useSignal(false)
  const names =
    changes.length > 3 ? counted(changes.length, 'change') : listed(changes.map((one) => memberLabel(one.pointer)))
  return (
    <div class="newer-line">
      <p role="status">
        {by === undefined ? 'Someone else' : <bdi>{by}</bdi>} just saved <span class="key">{names}</span>.
      </p>
      <button type="button" aria-expanded={isShown.value} onClick={() => (isShown.value = !isShown.value)}>
        {isShown.value ? 'Hide' : 'Show'}
      </button>
      <button type="button" onClick={takeNewer}>
        Use theirs
      </button>
      {isShown.value && <ChangeTable changes={changes} was="Before" now="Theirs" />}
    </div>
  )
}
