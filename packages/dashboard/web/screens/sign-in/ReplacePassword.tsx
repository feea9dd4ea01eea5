import { type Me, refreshSession } from '../../calls/session.ts'
import { keepFocus } from '../../keys/keep-focus.ts'
import { Gate } from './Gate.tsx'
import { PasswordForm } from './PasswordForm.tsx'

interface ReplacePasswordProps {
  readonly me: Me
  /** The temporary password, if it was typed a moment ago. */
  readonly current?: string | undefined
}

/** Asks for a password of one's own before anything else. */
export const ReplacePassword = ({ me, current }: ReplacePasswordProps) => (
  <Gate title="Choose your own password">
    <p>
      The password of <bdi>{me.name}</bdi> is temporary. Replace it before you continue.
    </p>
    <PasswordForm user={me.id} current={current} onDone={() => refreshSession().then(() => keepFocus())} />
  </Gate>
)
