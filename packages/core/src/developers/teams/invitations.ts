import { failure, problem, type SignalboxError } from '../../machine/errors/errors.ts'
import type { Along, Instance } from '../../machine/records/hooks.ts'
import type { CallContext } from '../../operation.ts'
import type { FoundToken, Invitation } from '../accounts/tokens.ts'
import { MOST_MEMBERS, type StoredApplication } from '../application.ts'
import { findApplication, type LoadedApplication, membershipChanges, putApplication } from '../membership.ts'
import { updatedEvent } from './application-event.ts'

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
    find,
    call,
    refused,
  }: {
    readonly find: () => Promise<FoundToken<Invitation> | undefined>
    readonly call: CallContext
    readonly refused: () => SignalboxError
  },
): Promise<Required<Along>> {
  const found = await find()
  if (!found) throw refused()
  const { application, role = 'member' } = found.content
  if (application === undefined) return { changes: [found.use], events: [] }
  const loaded: LoadedApplication | undefined = await findApplication(instance.store, application)
  if (!loaded) throw refused()
  const next = withMember(loaded.record, developer, role)
  return {
    changes: [found.use, putApplication(next, loaded), ...membershipChanges(application, next, loaded.record)],
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
