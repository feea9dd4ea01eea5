import { authority } from '../machine/callers/authority.ts'
import { toCaller } from '../machine/callers/caller.ts'
import type { AuthorizedPatterns } from '../machine/callers/grants-schema.ts'
import { failure, problem, SignalboxError } from '../machine/errors/errors.ts'
import type { Collection } from '../machine/records/collection.ts'
import type { TSchema } from '../machine/schema/schema.ts'
import { validate } from '../machine/schema/validate.ts'
import type { Reads } from '../ports.ts'
import type { accessKinds } from './contract.ts'
import { SIGN_IN } from './last-admin.ts'
import type { Sessions } from './sessions.ts'
import type { StoredUser, User } from './user.ts'

/** An account for which an identity provider vouches, and what it may do here. */
export interface Account {
  /** The provider, such as the issuer of OpenID Connect. */
  readonly issuer: string
  /** The account at the provider, which never changes and is never given to someone else. */
  readonly subject: string
  /**
   * The id of its user here, at the first sign-in. The user keeps the id whatever the account is called later.
   * @default none: only an account that has a user already can sign in
   */
  readonly id?: string | undefined
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
 * Creates or updates the user of an account, and opens a session. The user of an account is found by issuer and subject, and
 * keeps its id if the account gets another one. An account without any right is refused with FORBIDDEN. The rights of the
 * account are written before anything else can refuse it, so that its user loses the rights that it has lost. An id
 * that belongs to another account or to a local user is refused with CONFLICT, so an account cannot take over another
 * user.
 */
export type SignIn = (account: Account) => Promise<SignedIn>

interface SignInPorts {
  readonly schema: TSchema
  readonly store: Pick<Reads, 'scan'>
  readonly people: Pick<Collection<ReturnType<typeof accessKinds<string>>['users']>, 'create' | 'update' | 'resource'>
  readonly sessions: Pick<Sessions<StoredUser>, 'open'>
  readonly findUser: (id: string) => Promise<{ record: StoredUser } | undefined>
}

/** Creates the function that signs in accounts of identity providers. */
export function createSignIn({ schema, store, people, sessions, findUser }: SignInPorts): SignIn {
  /** The ids of the users of an account, its own id first. Stores have several if the account was renamed in version 0.1. */
  async function idsOf(account: Account): Promise<string[]> {
    const ids: string[] = []
    for await (const { value } of store.scan(people.resource.plural)) {
      const user = value as StoredUser
      if (isOf(user, account)) ids.push(user.id)
    }
    return ids.sort((a, b) => Number(b === account.id) - Number(a === account.id))
  }

  async function write(account: Account): Promise<StoredUser | undefined> {
    const { issuer, subject, name } = account
    const [id = account.id, ...others] = await idsOf(account)
    const caller = toCaller({ id: id ?? subject, name, kind: 'User', admin: true })
    const by = { call: { caller, reason: `Signed in with ${issuer}`, [authority]: { by: SIGN_IN } } }
    // One account is one user.
    for (const other of others) await people.update(other, (user) => ({ ...checked(user, account), ...noRights }), by)
    const found = id === undefined ? undefined : await findUser(id)
    if (found && id !== undefined) {
      const invalid = problemOf(schema, { id, ...members(account) })
      await people.update(id, (user) => updated(user, account, invalid ? rightsOf(account) : members(account)), by)
      if (invalid) throw invalid
      return (await findUser(id))?.record
    }
    if (!hasRights(account)) return undefined
    const invalid = problemOf(schema, { id, ...members(account) })
    if (invalid || id === undefined) throw invalid
    await people.create({ id, ...members(account), identity: { issuer, subject } }, by)
    return (await findUser(id))?.record
  }

  return async (account) => {
    const user = await write(account).catch((error: unknown) => {
      // Another process may have created or deleted the user meanwhile.
      if (error instanceof SignalboxError && ['CONFLICT', 'NOT_FOUND'].includes(error.code)) return write(account)
      throw error
    })
    if (!hasRights(account) || !user) throw withoutRights(account)
    const { passwordHash: _hash, passwordId: _id, ...shown } = checked(user, account)
    return { user: shown, session: await sessions.open(user) }
  }
}

const noRights = { admin: false, authorizedPatterns: [] }

const rightsOf = ({ admin = false, authorizedPatterns = [] }: Account) => ({ admin, authorizedPatterns })

const hasRights = ({ admin = false, authorizedPatterns = [] }: Account): boolean =>
  admin || authorizedPatterns.length > 0

/** What an account says of its user. */
const members = (account: Account) => ({
  name: account.name,
  ...(account.email !== undefined && { email: account.email }),
  ...rightsOf(account),
})

/** Why a user is invalid. */
function problemOf(schema: TSchema, user: object): unknown {
  try {
    validate(schema, user, 'The user')
    return undefined
  } catch (error) {
    return error
  }
}

/** The user with what its account now says. Throws CONFLICT if it is another's. */
function updated(user: User, account: Account, now: Partial<User>): User {
  const next = { ...checked(user, account), ...now }
  if (account.email === undefined) delete next.email
  return next
}

const isOf = ({ identity }: Pick<User, 'identity'>, { issuer, subject }: Account): boolean =>
  identity?.issuer === issuer && identity.subject === subject

/** Returns the user if it is that of the account. */
function checked<T extends User>(user: T, account: Account): T {
  if (isOf(user, account)) return user
  const whose = user.identity ? 'to another account of an identity provider' : 'to a local user'
  throw failure(
    'CONFLICT',
    `The id ${user.id} belongs ${whose}: rename or delete that user to let this account sign in`,
    problem('error.user.taken', user.id),
  )
}

const withoutRights = ({ id, subject }: Account) =>
  failure(
    'FORBIDDEN',
    `${id ?? subject} has no rights here: ask an admin for access`,
    problem('error.user.rights', id ?? subject),
  )
