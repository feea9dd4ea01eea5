import { failure, problem } from '../machine/errors/errors.ts'
import type { Check, Judge, JudgedWrite } from '../machine/records/commit.ts'
import type { Reads } from '../ports.ts'

const USERS = 'users'

/** The authority of sign-ins by an identity provider, whose groups decide who is an admin. */
export const SIGN_IN = 'sign-in'

/** The admins that a commit takes away; `undefined` if it takes none, or makes one. Pure. */
export function adminsTaken(writes: readonly JudgedWrite[]): ReadonlySet<string> | undefined {
  const users = writes.filter(({ collection }) => collection === USERS)
  const isAdmin = (user: unknown) => (user as { readonly admin?: boolean } | undefined)?.admin === true
  if (users.some(({ next }) => isAdmin(next))) return undefined
  const taken = users.filter(({ was }) => isAdmin(was)).map(({ id }) => id)
  return taken.length > 0 ? new Set(taken) : undefined
}

/**
 * Refuses to delete or demote the last admin among the users. Anyone who removes another one relies on an admin who stays: the
 * commit fails if that one has changed, and is judged again. The embedding program and sign-ins are exempt.
 */
export const lastAdmin =
  (store: Reads): Judge =>
  ({ writes, call, authority }) => {
    const isExempt = call.caller.seesSecrets || authority?.by === SIGN_IN
    const taken = isExempt ? undefined : adminsTaken(writes)
    return taken ? oneWhoStays(store, taken) : []
  }

async function oneWhoStays(store: Reads, taken: ReadonlySet<string>): Promise<readonly Check[]> {
  for await (const { key, value, version } of store.scan(USERS))
    if (!taken.has(key) && (value as { readonly admin?: boolean }).admin === true)
      return [{ op: 'check', collection: USERS, key, expected: version }]
  const [id = ''] = taken
  throw failure(
    'CONFLICT',
    `${id} is the last admin among the users: make another user an admin first`,
    problem('error.admin.last', id),
  )
}
