import type { RecordOf } from '../../kinds.ts'
import { Confirm } from '../../parts/Confirm.tsx'
import { counted } from '../../words.ts'
import { removeRecord } from '../record/remove-record.ts'
import { named } from './script-consequence.ts'

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
    run={() => removeRecord('scripts', script)}
    onClose={onClose}
  >
    <p>
      {counted(users.length, 'feature uses', 'features use')} it: <bdi class="key">{named(users)}</bdi>. Without the
      script, {users.length === 1 ? 'it is' : 'they are'} inactive for everybody.
    </p>
  </Confirm>
)
