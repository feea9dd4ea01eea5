import { useSignal } from '@preact/signals'
import { type Me, refreshSession } from '../../calls/session.ts'
import { Dialog } from '../../parts/dialogs/Dialog.tsx'
import { Failure } from '../../parts/outcomes/Failure.tsx'
import { mount } from '../../place/mount.ts'
import { hrefOf } from '../../place/place.ts'
import { LoginForm } from './LoginForm.tsx'
import { ProviderLink } from './ProviderLink.tsx'
import './sign-in.css'

/** Asks a user whose session has ended to sign in again, above the page with its unsaved work. */
export function SignInAgain({ me }: { readonly me: Me }) {
  const error = useSignal<unknown>(undefined)
  const look = () => {
    error.value = undefined
    refreshSession().catch((failure) => {
      error.value = failure
    })
  }
  const isOurs = mount.signIn === undefined && me.kind === 'User'
  return (
    <Dialog title="Your session has ended">
      <p>Sign in again to continue. Your unsaved changes are still on this page.</p>
      {isOurs && mount.signInWith && <ProviderAgain provider={mount.signInWith} look={look} />}
      {isOurs ? <LoginForm user={me.id} onDone={refreshSession} /> : <Elsewhere look={look} />}
      {error.value !== undefined && <Failure error={error.value} />}
      <p>
        <a href={mount.signIn ?? hrefOf('/sign-in')}>Leave this page and sign in as someone else</a>
      </p>
    </Dialog>
  )
}

/** Users of an identity provider come back to this page by themselves. */
const ProviderAgain = ({ provider, look }: { provider: NonNullable<typeof mount.signInWith>; look(): void }) => (
  <div class="bar">
    <ProviderLink {...provider} to="/" isBeside />
    <button type="button" onClick={look}>
      Continue
    </button>
  </div>
)

/** The app around this page signs users in, in another tab. */
const Elsewhere = ({ look }: { look(): void }) => (
  <div class="bar">
    {mount.signIn !== undefined && (
      <a href={mount.signIn} target="_blank" rel="noreferrer">
        Sign in, in a new tab
      </a>
    )}
    <button type="button" class="primary" onClick={look}>
      Continue
    </button>
  </div>
)
