import { useSignal } from '@preact/signals'
import { api } from '../../calls/api.ts'
import { pathOf } from '../../kinds/kinds.ts'
import { CreateDialog } from '../../parts/dialogs/CreateDialog.tsx'
import { TextField } from '../../parts/fields/fields.tsx'
import { navigate } from '../../place/place.ts'
import { granteesOf } from './grantees.ts'
import { PasswordField, passwordProblem } from './passwords/PasswordField.tsx'
import { randomPassword } from './passwords/random-secret.ts'
import { showPassword } from './passwords/show-password.ts'
import { TemporaryBox } from './passwords/TemporaryBox.tsx'
import { segmentProblem } from './segment-problem.ts'

/** Creates a user, shows the password once, and opens the user to add grants. */
export function NewUser({ onClose }: { onClose(): void }) {
  const id = useSignal('')
  const name = useSignal('')
  const email = useSignal('')
  const password = useSignal(randomPassword())
  const temporary = useSignal(true)
  const isSent = useSignal(false)
  const users = granteesOf('users')
  const idProblem =
    segmentProblem(id.value) ??
    (users.all.value.some((one) => one.id === id.value) ? `A user named ${id.value} already exists.` : undefined)
  const create = async () => {
    isSent.value = true
    if (idProblem !== undefined || passwordProblem(password.value) !== undefined) return
    const [shownName, address, set] = [name.value.trim(), email.value.trim(), password.value]
    const created = await api.users.create({
      body: {
        id: id.value,
        name: shownName === '' ? id.value : shownName,
        ...(address !== '' && { email: address }),
        password: set,
        temporary: temporary.value,
      },
    })
    users.add(created)
    onClose()
    navigate(pathOf('users', created.id))
    showPassword(created.id, { password: set, temporary: temporary.value })
  }
  return (
    <CreateDialog title="New user" create={create} onClose={onClose}>
      <TextField
        label="Id"
        mono
        stacked
        autofocus
        hint="The name to sign in with: letters, digits and _@.-"
        problem={isSent.value || id.value !== '' ? idProblem : undefined}
        value={id.value}
        onInput={(next) => (id.value = next)}
      />
      <TextField label="Name" stacked value={name.value} onInput={(next) => (name.value = next)} />
      <TextField label="E-mail" stacked value={email.value} onInput={(next) => (email.value = next)} />
      <PasswordField
        label="First password"
        value={password.value}
        isSent={isSent.value}
        onInput={(next) => (password.value = next)}
      />
      <TemporaryBox isSet={temporary.value} onChange={(next) => (temporary.value = next)} />
      <p class="muted">A new user has no access until you add a grant.</p>
    </CreateDialog>
  )
}
