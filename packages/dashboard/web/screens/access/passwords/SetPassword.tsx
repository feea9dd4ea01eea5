import { useSignal } from '@preact/signals'
import { api } from '../../../calls/api.ts'
import type { Because } from '../../../confirm/because.ts'
import { idsToConfirm } from '../../../confirm/id-to-type.ts'
import { Confirm } from '../../../parts/dialogs/Confirm.tsx'
import { mount } from '../../../place/mount.ts'
import { PasswordField, passwordProblem } from './PasswordField.tsx'
import { randomPassword } from './random-secret.ts'
import { showPassword } from './show-password.ts'
import { TemporaryBox } from './TemporaryBox.tsx'

/** Sets a new password of a user, which ends their sessions, and shows it once. */
export function SetPassword({ id, onClose }: { readonly id: string; onClose(): void }) {
  const password = useSignal(randomPassword())
  const temporary = useSignal(true)
  const isSent = useSignal(false)
  const run = async (because: Because) => {
    isSent.value = true
    const problem = passwordProblem(password.value)
    if (problem !== undefined) throw new Error(problem)
    const body = [
      { op: 'add' as const, path: '/password', value: password.value },
      { op: 'add' as const, path: '/temporary', value: temporary.value },
    ]
    await api.users.patch({ id, body }, because)
    showPassword(id, { password: password.value, temporary: temporary.value })
  }
  return (
    <Confirm
      title={`Set a new password of ${id}?`}
      action="Set password"
      typed={idsToConfirm([id], mount.confirm)[0]}
      why
      run={run}
      onClose={onClose}
    >
      <PasswordField
        label="New password"
        value={password.value}
        isSent={isSent.value}
        onInput={(next) => (password.value = next)}
      />
      <TemporaryBox isSet={temporary.value} onChange={(next) => (temporary.value = next)} />
      <p>The old password stops working at once, and all of the user’s sessions end. You can’t undo this.</p>
    </Confirm>
  )
}
