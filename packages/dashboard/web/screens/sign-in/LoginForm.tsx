import { useSignal } from '@preact/signals'
import { api } from '../../calls/api.ts'
import { TextField } from '../../parts/fields/fields.tsx'
import { Failure, useCountdown } from '../../parts/outcomes/Failure.tsx'
import { Aspect } from '../../parts/signs/Aspect.tsx'

interface LoginFormProps {
  /** The user who signs in again. Absent: they say who they are. */
  readonly user?: string
  /** Called after the login, with the password that was used. */
  onDone(password: string): void | Promise<void>
}

/** Asks for the user and the password. The failures are those of the service, which names neither as wrong. */
export function LoginForm({ user, onDone }: LoginFormProps) {
  const userId = useSignal(user ?? '')
  const password = useSignal('')
  const busy = useSignal(false)
  const error = useSignal<unknown>(undefined)
  const left = useCountdown((error.value as { retryAfter?: number } | undefined)?.retryAfter ?? 0, error.value)
  const submit = async (event: Event) => {
    event.preventDefault()
    if (busy.value || left > 0) return
    busy.value = true
    error.value = undefined
    try {
      await api.login({ body: { userId: userId.value, password: password.value } })
      await onDone(password.value)
    } catch (failure) {
      error.value = failure
    } finally {
      busy.value = false
    }
  }
  return (
    <form class="sign-in-form" onSubmit={submit}>
      <TextField
        label="User"
        name="username"
        autocomplete="username"
        stacked
        mono
        required
        autofocus={user === undefined}
        readonly={user !== undefined}
        value={userId.value}
        onInput={(next) => {
          userId.value = next
        }}
      />
      <TextField
        label="Password"
        name="password"
        type="password"
        autocomplete="current-password"
        stacked
        required
        autofocus={user !== undefined}
        value={password.value}
        onInput={(next) => {
          password.value = next
        }}
      />
      {error.value !== undefined && <Rejected error={error.value} />}
      <button type="submit" class="primary" disabled={left > 0} aria-busy={busy.value}>
        {left > 0 ? `Try again in ${left} s` : 'Sign in'}
      </button>
    </form>
  )
}

/** Wrong credentials are one sentence, because nothing else went wrong. */
function Rejected({ error }: { readonly error: unknown }) {
  const { code, message } = error as { code?: string; message: string }
  if (code !== 'UNAUTHENTICATED') return <Failure error={error} />
  return (
    <p role="alert">
      <Aspect is="danger">{message}.</Aspect>
    </p>
  )
}
