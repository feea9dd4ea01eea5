import { api } from '../../calls/api.ts'
import type { RecordOf } from '../../kinds/kinds.ts'
import { Confirm } from '../../parts/dialogs/Confirm.tsx'
import { removeRecord } from '../record/remove-record.ts'
import { lossOf } from './script-consequence.ts'

interface RemoveScriptProps {
  readonly script: RecordOf<'scripts'>
  /** The features that refer to it. */
  readonly users: readonly string[]
  onClose(): void
}

/** Asks before a script is deleted that features use, and names them. It is then deleted although they use it. */
export const RemoveScript = ({ script, users, onClose }: RemoveScriptProps) => (
  <Confirm
    title={`Delete ${script.id}?`}
    action="Delete"
    danger
    why
    run={(because) => {
      const { id } = script
      return removeRecord('scripts', script, {
        because,
        remove: () => api.scripts.delete({ id, force: true }, because),
      })
    }}
    onClose={onClose}
  >
    <p dir="auto">{lossOf(users)}</p>
  </Confirm>
)
