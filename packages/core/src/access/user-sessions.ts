import type { Change, Reads } from '../ports.ts'
import type { SessionKind } from './sessions.ts'
import type { StoredUser } from './user.ts'

const COLLECTION = 'sessions'

interface UserPorts {
  /** Whether a user without an identity provider may have sessions. */
  readonly mayUsePassword: (id: string) => boolean
  readonly findUser: SessionKind<StoredUser>['find']
}

/** Users as accounts with sessions of the dashboard, which end when the password changes. */
export const userSessions = ({ mayUsePassword, findUser }: UserPorts): SessionKind<StoredUser> => ({
  collection: COLLECTION,
  find: findUser,
  reliesOn: ({ id, identity, passwordId }) => (identity !== undefined || mayUsePassword(id) ? passwordId : undefined),
  toIdentity: ({ id, name, admin, authorizedPatterns }, { version, token }) => ({
    id,
    name,
    kind: 'User',
    ...(admin && { admin }),
    ...(authorizedPatterns && { authorizedPatterns }),
    session: token,
    version,
  }),
})

/** The deletions of all sessions of a user. Reads every session. */
export async function sessionsOf(store: Reads, userId: string): Promise<Change[]> {
  const found: Change[] = []
  for await (const { key, value } of store.scan(COLLECTION))
    if ((value as { readonly userId: string }).userId === userId)
      found.push({ op: 'delete', collection: COLLECTION, key })
  return found
}
