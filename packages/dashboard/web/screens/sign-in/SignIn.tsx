import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { refreshSession, session } from '../../calls/session.ts'
import { mount } from '../../place/mount.ts'
import { navigate, place } from '../../place/place.ts'
import { backTo } from './back-to.ts'
import { Gate } from './Gate.tsx'
import { LoginForm } from './LoginForm.tsx'
import { PasswordPart, Problem, ProviderLink } from './ProviderLink.tsx'
import { ReplacePassword } from './ReplacePassword.tsx'

/** Signs a user in, asks for a password of their own if theirs is temporary, and leads back to where they came from. */
export function SignIn() {
  const used = useSignal<string | undefined>(undefined)
  const current = session.value
  const isIn = current.state === 'in' && !current.me.temporary
  const to = backTo(place.value.query.get('to'))
  useEffect(() => {
    if (current.state === 'unknown') refreshSession().catch(() => {}) // the login will fail with the same reason
  }, [])
  useEffect(() => {
    if (isIn) navigate(to, { replace: true })
  }, [isIn, to])
  if (isIn) return null
  if (current.state === 'in') return <ReplacePassword me={current.me} current={used.value} />
  return (
    <Gate title={`Sign in to ${mount.title}`}>
      {mount.signInWith && <ProviderLink {...mount.signInWith} to={to} />}
      <Problem name={place.value.query.get('problem')} />
      <PasswordPart>
        <LoginForm
          onDone={async (password) => {
            used.value = password
            await refreshSession()
          }}
        />
        <p class="muted">
          At its first start, the server creates the user <code>admin</code> and prints the password once in its
          console.
        </p>
      </PasswordPart>
    </Gate>
  )
}
