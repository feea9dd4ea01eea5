import { useSignal } from '@preact/signals'
import { api } from '../../calls/api.ts'
import { isEnding } from '../../calls/session.ts'
import { TextField } from '../../parts/fields/fields.tsx'
import { Failure } from '../../parts/outcomes/Failure.tsx'

const SHORTEST = 12

interface PasswordFormProps {
  readonly user: string
  /** The current password, if it was typed a moment ago. Absent: the form asks for it. */
  readonly current?: string | undefined
  /** Called after the password was changed. */
  onDone(): void | Promise<void>
}

/** Asks for a new password. It ends the other sessions of the user. */
export function PasswordForm({ user, current, onDone }: PasswordFormProps) {
  const typed = useSignal('')
  const next = useSignal('')
  const isShown = useSignal(false)
  const isShort = useSignal(false)
  const busy = useSignal(false)
  const error = useSignal<unknown>(undefined)
  const submit = async (event: Event) => {
    event.preventDefault()
    isShort.value = next.value.length < SHORTEST
    if (busy.value || isShort.value) return
    busy.value = true
    isEnding.value = true
    error.value = undefined
    try {
      await api.changePassword({ body: { currentPassword: current ?? typed.value, newPassword: next.value } })
      typed.value = ''
      next.value = ''
      await onDone()
    } catch (failure) {
      error.value = failure
    } finally {
      busy.value = false
      isEnding.value = false
    }
  }
  return (
    <form class="sign-in-form" onSubmit={submit}>
      <input type="text" name="username" autocomplete="username" value={user} readOnly hidden />
      {current === undefined && (
        <TextField
          label="Current password"
          name="current"
          type="password"
          autocomplete="current-password"
          stacked
          required
          value={typed.value}
          onInput={(value) => {
            typed.value = value
          }}
        />
      )}
      <TextField
        label="New password"
        name="new"
        type={isShown.value ? 'text' : 'password'}
        autocomplete="new-password"
        stacked
        required
        autofocus={current !== undefined}
        hint={`At least ${SHORTEST} characters.`}
        problem={isShort.value && next.value.length < SHORTEST ? `It needs at least ${SHORTEST} characters` : undefined}
        value={next.value}
        onInput={(value) => {
          next.value = value
        }}
        after={
          <button type="button" aria-pressed={isShown.value} onClick={() => (isShown.value = !isShown.value)}>
            Show
          </button>
        }
      />
      {error.value !== undefined && <Failure error={error.value} />}
      <button type="submit" class="primary" aria-busy={busy.value}>
        Change password
      </button>
    </form>
  )
}
