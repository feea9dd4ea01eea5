import { type Caller, forbidden, unauthenticated } from '../machine/callers/caller.ts'
import { failure, notFound, problem } from '../machine/errors/errors.ts'
import type { CallContext } from '../operation.ts'
import type { Reads } from '../ports.ts'
import { applications, type Role, roleOf } from './application.ts'
import { developers, type StoredDeveloper } from './developer.ts'
import { findApplication, type LoadedApplication } from './membership.ts'

/** A stored consumer with its version. */
export interface LoadedDeveloper {
  readonly record: StoredDeveloper
  readonly version: string
}

/** Finds a stored consumer; `undefined` if there is none. */
export async function findDeveloper(store: Reads, id: string): Promise<LoadedDeveloper | undefined> {
  const entry = await store.get(developers.plural, id)
  return entry && { record: entry.value as StoredDeveloper, version: entry.version }
}

/** The id of the calling consumer. Operations with the access `developer` have no other callers. */
export const consumerId = ({ caller: { authInfo } }: Pick<CallContext, 'caller'>): string => authInfo?.id ?? ''

/**
 * The calling consumer; `undefined` for one without a record, who has nothing yet: a program with a login of its own knows
 * people before they have done anything here. Throws FORBIDDEN unless the consumer is active.
 */
export async function findConsumer(
  store: Reads,
  call: Pick<CallContext, 'caller'>,
): Promise<LoadedDeveloper | undefined> {
  const found = await findDeveloper(store, consumerId(call))
  if (found && found.record.status !== 'active') throw notActive(found.record)
  return found
}

/** The calling consumer. Throws FORBIDDEN unless the consumer is active, and UNAUTHENTICATED without a record. */
export async function loadConsumer(store: Reads, call: Pick<CallContext, 'caller'>): Promise<LoadedDeveloper> {
  const found = await findConsumer(store, call)
  if (!found) throw unauthenticated()
  return found
}

/** An application with the role that the caller has in it. */
export interface OwnedApplication extends LoadedApplication {
  readonly role: Role
}

/**
 * The rule for everything that belongs to applications: an application that lists the calling consumer as a member. Any other
 * is NOT_FOUND, as an unknown id. With `role: 'owner'`, a mere member is FORBIDDEN.
 */
export async function loadOwnApplication(
  store: Reads,
  id: string,
  { call, role: required = 'member' }: { readonly call: Pick<CallContext, 'caller'>; readonly role?: Role },
): Promise<OwnedApplication> {
  await findConsumer(store, call)
  const found = await findApplication(store, id)
  const role = found && roleOf(found.record, consumerId(call))
  if (!found || role === undefined) throw notFound(applications.name, id)
  if (required === 'owner' && role !== 'owner') throw onlyOwners(found.record.name)
  return { ...found, role }
}

/**
 * The caller of the functions behind an operation for consumers, once `loadOwnApplication` or `loadConsumer` has decided: no
 * grants limit it, secrets stay masked, and events name the consumer.
 */
export const actingFor = ({ caller }: Pick<CallContext, 'caller'>): Caller => ({
  isKnown: true,
  isAdmin: true,
  seesSecrets: false,
  grants: [],
  patterns: () => '*',
  ...(caller.authInfo && { authInfo: caller.authInfo }),
})

/** FORBIDDEN: only owners may do this. */
const onlyOwners = (name: string) => forbidden(`only owners of the application ${name} may do this: ask one of them`)

/** FORBIDDEN: the account waits for its confirmation, or is blocked. */
const notActive = ({ status }: StoredDeveloper) =>
  failure(
    'FORBIDDEN',
    status === 'waiting'
      ? 'The e-mail address of this account is not confirmed: open the link in the message that was sent to it'
      : 'This account is blocked: ask the owners of the API',
    problem('error.developer.status', status),
  )
