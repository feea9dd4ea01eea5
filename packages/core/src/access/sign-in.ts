import { toCaller } from '../callers/caller.ts'
import type { AuthorizedPatterns } from '../callers/grants-schema.ts'
import { failure, problem, SignalboxError } from '../errors.ts'
import type { Collection } from '../records/collection.ts'
import type { TSchema } from '../schema.ts'
import { validate } from '../validate.ts'
import type { accessKinds } from './contract.ts'
import type { Sessions } from './sessions.ts'
import type { StoredUser, User } from './user.ts'

/** An account for which an identity provider vouches, and what it may do here. */
export interface Account {
  /** The provider, such as the issuer of OpenID Connect. */
  readonly issuer: string
  /** The account at the provider, which never changes and is never given to someone else. */
  readonly subject: string
  /** The id of the user here. */
  readonly id: string
  readonly name: string
  readonly email?: string | undefined
  /** @default false */
  readonly admin?: boolean
  /** @default none */
  readonly authorizedPatterns?: AuthorizedPatterns
}

/** A user who has signed in. */
export interface SignedIn {
  readonly user: User
  /** The token of the session, for its cookie. */
  readonly session: string
}

/**
 * Creates or updates the user of an account, and opens a session. An account without any right is refused with FORBIDDEN;
 * if it had rights before, its user loses them. An id that belongs to another account or to a local user is refused with
 * CONFLICT: nobody takes over a user.
 */
export type SignIn = (account: Account) => Promise<SignedIn>

interface SignInPorts {
  readonly schema: TSchema
  readonly people: Pick<Collection<ReturnType<typeof accessKinds<string>>['users']>, 'create' | 'update'>
  readonly sessions: Pick<Sessions, 'open'>
  readonly findUser: (id: string) => Promise<{ record: StoredUser } | undefined>
}

/** Creates the function that signs in accounts of identity providers. */
export function createSignIn({ schema, people, sessions, findUser }: SignInPorts): SignIn {
  async function write(account: Account, hasRights: boolean): Promise<StoredUser | undefined> {
    const { issuer, subject, id, name } = account
    const identity = { issuer, subject }
    const caller = toCaller({ id, name, kind: 'User', admin: true })
    const call = { caller, reason: `Signed in with ${issuer}` }
    const found = await findUser(id)
    if (found) await people.update(id, (current) => updated(current, account), { call })
    else if (hasRights) await people.create({ id, ...members(account), identity }, { call })
    return (await findUser(id))?.record
  }

  return async (account) => {
    validate(schema, { id: account.id, ...members(account) }, 'The user')
    const hasRights = account.admin === true || (account.authorizedPatterns ?? []).length > 0
    const user = await write(account, hasRights).catch((error: unknown) => {
      // Another process may have created the user meanwhile.
      if (error instanceof SignalboxError && error.code === 'CONFLICT') return write(account, hasRights)
      throw error
    })
    if (!hasRights || !user) throw withoutRights(account)
    const { passwordHash: _hash, passwordId: _id, ...shown } = checked(user, account)
    return { user: shown, session: await sessions.open(user) }
  }
}

/** What an account says of its user. */
const members = ({ name, email, admin = false, authorizedPatterns = [] }: Account) => ({
  name,
  ...(email !== undefined && { email }),
  admin,
  authorizedPatterns,
})

/** The user as the account now says. Throws CONFLICT if it is another's. */
function updated(user: User, account: Account): User {
  const next = { ...checked(user, account), ...members(account) }
  if (account.email === undefined) delete next.email
  return next
}

/** Returns the user if it is that of the account. */
function checked<T extends User>(user: T, { issuer, subject, id }: Account): T {
  if (user.identity?.issuer === issuer && user.identity.subject === subject) return user
  const whose = user.identity ? 'to another account of an identity provider' : 'to a local user'
  throw failure(
    'CONFLICT',
    `The id ${id} belongs ${whose}: rename or delete that user to let this account sign in`,
    problem('error.user.taken', id),
  )
}

const withoutRights = ({ id }: Account) =>
  failure('FORBIDDEN', `${id} has no rights here: ask an admin for access`, problem('error.user.rights', id))
