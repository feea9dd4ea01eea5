import type { Screen } from '../screens.ts'
import { session } from '../session.ts'

/** Why a screen is not shown: the right that the caller lacks. */
export function LackingRight({ screen: { title, domain } }: { readonly screen: Screen }) {
  const current = session.value
  const name = current.state === 'in' ? current.me.name : ''
  return (
    <section class="page">
      <h1>You may not see {title.toLowerCase()}</h1>
      <p>
        <bdi>{name}</bdi> lacks the right <code>R</code> (read) on the domain <code>{domain}</code>. An admin can add it
        to your grants.
      </p>
    </section>
  )
}
