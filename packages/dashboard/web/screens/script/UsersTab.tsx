import { may } from '../../calls/session.ts'
import { pathOf } from '../../kinds/kinds.ts'
import { Link } from '../../parts/ways/Link.tsx'
import { counted } from '../../words/words.ts'
import { usersOfScripts } from '../scripting/users.ts'

/** The features whose strategy refers to a script. */
export function UsersTab({ id }: { readonly id: string }) {
  const known = usersOfScripts()
  if (!may('R', 'Feature')) return <p class="muted">You can’t read features.</p>
  if (!known) return <p class="muted">Searching…</p>
  const users = known.get(id) ?? []
  return (
    <>
      <p>
        {users.length === 0 ? 'No feature uses it.' : `${counted(users.length, 'feature uses', 'features use')} it:`}
      </p>
      <ul class="uses">
        {users.map((user) => (
          <li key={user}>
            <Link class="key" to={pathOf('features', user)}>
              {user}
            </Link>
          </li>
        ))}
      </ul>
    </>
  )
}
