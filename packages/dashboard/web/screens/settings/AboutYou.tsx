import { useSignal } from '@preact/signals'
import { type Me, refreshSession } from '../../calls/session.ts'
import { toast } from '../../notices/toasts.ts'
import { mount } from '../../place/mount.ts'
import { GrantList } from '../grants/GrantList.tsx'
import { Tester } from '../grants/Tester.tsx'
import { PasswordForm } from '../sign-in/PasswordForm.tsx'

/** The caller, what they may do, and their password. */
export function AboutYou({ me }: { readonly me: Me }) {
  const changes = useSignal(0)
  const isTesting = useSignal(false)
  return (
    <>
      <h2 dir="auto">{me.name || 'Owner'}</h2>
      <dl class="facts">
        <dt>Id</dt>
        <dd class="key">{me.id || '–'}</dd>
        <dt>Kind</dt>
        <dd>{me.kind}</dd>
        <dt>Rights</dt>
        <dd>{me.admin ? 'All, as an admin' : <GrantList grants={me.authorizedPatterns} />}</dd>
      </dl>
      {!me.admin && (
        <>
          <h2>What you can do</h2>
          <p class="muted">Check what your grants allow, and which grant allows it.</p>
          {isTesting.value ? (
            <Tester name={me.name || 'You'} grantee={me} />
          ) : (
            <button type="button" onClick={() => (isTesting.value = true)}>
              Test your grants
            </button>
          )}
        </>
      )}
      {me.kind === 'User' && !mount.readOnly && (
        <>
          <h2>Password</h2>
          <p class="muted">A new password ends your other sessions.</p>
          <div class="narrow">
            <PasswordForm
              key={changes.value}
              user={me.id}
              onDone={async () => {
                changes.value += 1
                toast('The password is changed.')
                await refreshSession()
              }}
            />
          </div>
        </>
      )}
    </>
  )
}
