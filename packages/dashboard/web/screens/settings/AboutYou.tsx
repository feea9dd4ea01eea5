import { useSignal } from '@preact/signals'
import { rightNames } from '@signalbox/core/grants'
import { mount } from '../../mount.ts'
import type { Me } from '../../session.ts'
import { refreshSession } from '../../session.ts'
import { toast } from '../../toasts.ts'
import { listed } from '../../words.ts'
import { PasswordForm } from '../sign-in/PasswordForm.tsx'

/** The caller, what they may do, and their password. */
export function AboutYou({ me }: { readonly me: Me }) {
  const changes = useSignal(0)
  return (
    <>
      <h2 dir="auto">{me.name || 'Owner'}</h2>
      <dl class="facts">
        <dt>Id</dt>
        <dd class="key">{me.id || '–'}</dd>
        <dt>Kind</dt>
        <dd>{me.kind}</dd>
        <dt>Rights</dt>
        <dd>{me.admin ? 'All, as an admin' : <Grants me={me} />}</dd>
      </dl>
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

const Grants = ({ me: { authorizedPatterns } }: { readonly me: Me }) =>
  authorizedPatterns.length === 0 ? (
    <>None</>
  ) : (
    <ul>
      {authorizedPatterns.map(({ pattern, rights, domains }) => (
        <li key={`${pattern} ${rights?.join()} ${domains?.join()}`}>
          <code>{pattern}</code>: {rights ? listed(rights.map((right) => rightNames[right])) : 'all rights'}
          {domains && ` of ${listed(domains)}`}
        </li>
      ))}
    </ul>
  )
