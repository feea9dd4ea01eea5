import type { RecordOf } from '../../kinds.ts'
import { Confirm } from '../../parts/Confirm.tsx'
import { removeRecord } from '../record/remove-record.ts'
import { lossOf } from './script-consequence.ts'

interface RemoveScriptProps {
  readonly script: RecordOf<'scripts'>
  /** The features that refer to it. */
  readonly users: readonly string[]
  onClose(): void
}

/** Asks before a script is deleted that features use, and names them. */
export const RemoveScript = ({ script, users, onClose }: RemoveScriptProps) => (
  <Confirm
    title={`Delete ${script.id}?`}
    action="Delete"
    danger
    why
    run={(because) => removeRecord('scripts', script, { because })}
    onClose={onClose}
  >
    <p dir="auto">{lossOf(users)}</p>
  </Confirm>
)
