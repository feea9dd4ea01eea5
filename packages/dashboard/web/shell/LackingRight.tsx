import { explainAccess } from '@signalbox/core/grants'
import { session } from '../calls/session.ts'
import { type Screen, screens } from '../screens.ts'

/** Why a screen is not shown: the right that the caller lacks. */
export function LackingRight({ screen }: { readonly screen: Screen }) {
  const current = session.value
  if (current.state !== 'in') return null
  const { me } = current
  const domain = screen.domain ?? ''
  const { title } = screens.find(({ path }) => path === screen.within) ?? screen
  if (explainAccess(me, { right: 'R', domain }).reason === 'adminsOnly')
    return (
      <section class="page">
        <h1>{title}: only for admins</h1>
        <p>
          <bdi>{me.name}</bdi> is not an admin, and grants can’t give this right. An admin can make you one.
        </p>
      </section>
    )
  return (
    <section class="page">
      <h1>You don’t have access to {title.toLowerCase()}</h1>
      <p>
        <bdi>{me.name}</bdi> lacks the right <code>R</code> (read) on the domain <code>{domain}</code>. An admin can add
        it to your grants.
      </p>
    </section>
  )
}
