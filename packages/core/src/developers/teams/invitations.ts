import { failure, problem, type SignalboxError } from '../../machine/errors/errors.ts'
import type { Along, Instance } from '../../machine/records/hooks.ts'
import type { CallContext } from '../../operation.ts'
import type { Change, Reads } from '../../ports.ts'
import type { Invitation, Tokens } from '../accounts/tokens.ts'
import { MOST_MEMBERS, roleOf, type StoredApplication } from '../application.ts'
import { findDeveloper } from '../consumer.ts'
import { developers } from '../developer.ts'
import { findApplication, type LoadedApplication, membershipChanges, putApplication } from '../membership.ts'
import { updatedEvent } from './application-event.ts'

/** A valid invitation, and the changes that use it up: the commit fails if it has become invalid meanwhile. */
export interface FoundInvitation {
  readonly content: Invitation
  readonly uses: readonly Change[]
}

/**
 * Finds a valid invitation. The invitation of a consumer is valid while that consumer is an active owner of its application. The
 * role is read from the application as it is now: load the application that you write before, so that its commit checks the role.
 */
export async function findInvitation(
  { store, tokens }: { readonly store: Reads; readonly tokens: Tokens },
  token: string,
): Promise<FoundInvitation | undefined> {
  const found = await tokens.find('invite', token)
  if (!found) return undefined
  const { content, use } = found
  const { inviter, application = '' } = content
  if (inviter === undefined) return { content, uses: [use] }
  const [person, team] = await Promise.all([findDeveloper(store, inviter), findApplication(store, application)])
  if (person?.record.status !== 'active' || !team || roleOf(team.record, inviter) !== 'owner') return undefined
  const check: Change = { op: 'check', collection: developers.plural, key: inviter, expected: person.version }
  return { content, uses: [use, check] }
}

/** The application with one more member. Throws CONFLICT if it has the most members that one can have. */
export function withMember(
  application: StoredApplication,
  developer: string,
  role: NonNullable<Invitation['role']>,
): StoredApplication {
  const { members, name } = application
  if (members.some((one) => one.developer === developer)) return application
  if (members.length >= MOST_MEMBERS)
    throw failure(
      'CONFLICT',
      `The application ${name} has ${MOST_MEMBERS} members, the most that one can have: remove somebody first`,
      problem('error.items.maximum', MOST_MEMBERS),
    )
  return { ...application, members: [...members, { developer, role }] }
}

/**
 * What goes with a new account that uses an invitation: the invitation is used up, and its application gets a member. Throws
 * what `refused` creates if the invitation is not valid any more. Read anew for every attempt to commit.
 */
export async function acceptedBy(
  instance: Instance,
  developer: string,
  {
    application,
    find,
    call,
    refused,
  }: {
    /** The application of the invitation, if it has one. */
    readonly application: string | undefined
    readonly find: () => Promise<FoundInvitation | undefined>
    readonly call: CallContext
    readonly refused: () => SignalboxError
  },
): Promise<Required<Along>> {
  const loaded: LoadedApplication | undefined =
    application === undefined ? undefined : await findApplication(instance.store, application)
  const found = await find()
  if (!found) throw refused()
  if (application === undefined) return { changes: found.uses, events: [] }
  if (!loaded) throw refused()
  const next = withMember(loaded.record, developer, found.content.role ?? 'member')
  return {
    changes: [...found.uses, putApplication(next, loaded), ...membershipChanges(application, next, loaded.record)],
    events: [updatedEvent(instance, { next, was: loaded.record, call })],
  }
}

/** The invitation does not work. FORBIDDEN for a sign-up, NOT_FOUND when joining an application. */
export const invalidInvitation = (code: 'FORBIDDEN' | 'NOT_FOUND') =>
  failure(
    code,
    'The invitation was used, has expired, or does not exist: ask the person who invited you for another one',
    problem('error.invitation'),
  )
