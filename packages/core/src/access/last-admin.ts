import { failure, problem } from '../machine/errors/errors.ts'
import { matches } from '../machine/keys/pattern.ts'
import type { Check, Judge, JudgedWrite } from '../machine/records/commit.ts'
import type { Reads } from '../ports.ts'
import type { CanSignIn } from './can-sign-in.ts'
import type { StoredUser } from './user.ts'

const USERS = 'users'

/** The authority of sign-ins by an identity provider, whose groups decide who is an admin. */
export const SIGN_IN = 'sign-in'

type IsOne = (user: StoredUser) => boolean

const isAdmin: IsOne = ({ admin }) => admin === true

/** Who counts as an admin: those who can sign in. Only where a commit concerns none of these, the others. */
const ranks = (canSignIn: CanSignIn): readonly IsOne[] => [(user) => isAdmin(user) && canSignIn(user), isAdmin]

/** The admins that a commit takes away; `undefined` if it takes none, or makes one. Pure. */
export function adminsTaken(writes: readonly JudgedWrite[], isOne: IsOne = isAdmin): ReadonlySet<string> | undefined {
  const users = writes.filter(({ collection }) => collection === USERS)
  const counts = (user: unknown) => user !== undefined && isOne(user as StoredUser)
  if (users.some(({ next }) => counts(next))) return undefined
  const taken = users.filter(({ was }) => counts(was)).map(({ id }) => id)
  return taken.length > 0 ? new Set(taken) : undefined
}

/**
 * Refuses to delete or demote the last admin among the users, or to take the account from the last one who can sign in. Anyone
 * who removes another one relies on an admin who stays and can sign in: the commit fails if that one has changed, and is judged
 * again. The embedding program and sign-ins are exempt. `advise` says who could sign in.
 */
export const lastAdmin =
  (store: Reads, canSignIn: CanSignIn, advise: Advise): Judge =>
  ({ writes, call, authority }) => {
    if (call.caller.seesSecrets || authority?.by === SIGN_IN) return []
    for (const isOne of ranks(canSignIn)) {
      const taken = adminsTaken(writes, isOne)
      if (taken) return oneWhoStays(store, taken, { isOne, advise })
    }
    return []
  }

/** What to do before these admins are taken away. */
type Advise = (taken: ReadonlySet<string>) => string

async function oneWhoStays(
  store: Reads,
  taken: ReadonlySet<string>,
  { isOne, advise }: { readonly isOne: IsOne; readonly advise: Advise },
): Promise<readonly Check[]> {
  for await (const { key, value, version } of store.scan(USERS))
    if (!taken.has(key) && isOne(value as StoredUser))
      return [{ op: 'check', collection: USERS, key, expected: version }]
  const [id = ''] = taken
  const [who, advice] =
    isOne === isAdmin ? ['', 'make another user an admin first'] : [' who can sign in', advise(taken)]
  throw failure('CONFLICT', `${id} is the last admin among the users${who}: ${advice}`, problem('error.admin.last', id))
}

/** The admin whom a bulk delete keeps if it matches all admins: the last one in order who can sign in. */
export async function adminToKeep(
  store: Reads,
  canSignIn: CanSignIn,
  { pattern, callerId }: { readonly pattern: string; readonly callerId: string | undefined },
): Promise<string | undefined> {
  const admins: StoredUser[] = []
  for await (const { value } of store.scan(USERS)) if (isAdmin(value as StoredUser)) admins.push(value as StoredUser)
  for (const isOne of ranks(canSignIn)) {
    const ids = admins.filter(isOne).map(({ id }) => id)
    if (ids.length === 0) continue
    return ids.some((id) => id === callerId || !matches(pattern, id)) ? undefined : ids.at(-1)
  }
  return undefined
}
