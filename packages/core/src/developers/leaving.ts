import { problem, SignalboxError } from '../machine/errors/errors.ts'
import type { Instance, Removal, Removed } from '../machine/records/hooks.ts'
import type { Reads } from '../ports.ts'
import { openSubscriptionsOf } from '../subscriptions/open-subscriptions.ts'
import type { StoredApplication } from './application.ts'
import { updatedEvent } from './application-event.ts'
import type { Developer, StoredDeveloper } from './developer.ts'
import type { DeveloperIntent } from './developer-hooks.ts'
import { freedEmail } from './emails.ts'
import { gateOf, loadApplicationsOf, membershipChanges, putApplication } from './membership.ts'

/**
 * What goes with a deleted consumer: its address is free again, and its applications lose a member. Throws CONFLICT if consumers
 * who delete themselves would leave others, or subscriptions, without an owner.
 */
export async function leaving(
  instance: Instance,
  { record, call, intent }: Removal<Developer, DeveloperIntent>,
): Promise<Removed> {
  const { store } = instance
  const { id, email } = record as StoredDeveloper
  const gate = await gateOf(store, id)
  const found = await loadApplicationsOf(store, id)
  if (intent?.isOwn)
    await checkOthersStay(
      store,
      id,
      found.map((one) => one.record),
    )
  const left = found.map((loaded) => {
    const members = loaded.record.members.filter(({ developer }) => developer !== id)
    return { loaded, next: { ...loaded.record, members } }
  })
  return {
    changes: [
      gate.drop,
      ...freedEmail({ id, ...(email !== undefined && { email }) }),
      ...left.flatMap(({ loaded, next }) => [
        putApplication(next, loaded),
        ...membershipChanges(next.id, next, loaded.record),
      ]),
    ],
    events: left.map(({ loaded, next }) => updatedEvent(instance, { next, was: loaded.record, call })),
  }
}

/** Whether a consumer is the only owner of an application. */
export const isOnlyOwner = ({ members }: Pick<StoredApplication, 'members'>, developer: string): boolean =>
  members.every((one) => (one.role === 'owner') === (one.developer === developer))

async function checkOthersStay(store: Reads, id: string, applications: readonly StoredApplication[]): Promise<void> {
  const own = applications.filter((one) => isOnlyOwner(one, id))
  const needed = await Promise.all(
    own.map(async (one) => one.members.length > 1 || (await openSubscriptionsOf(store, one.id)).length > 0),
  )
  const kept = own.filter((_, i) => needed[i])
  if (kept.length === 0) return
  throw new SignalboxError(
    'CONFLICT',
    `This account is the only owner of ${kept.map(({ name }) => name).join(', ')}, with other members or open subscriptions: invite another owner, or delete the application first`,
    {
      errors: [problem('error.developer.owner', ...kept.map((one) => one.id))],
      members: { applications: kept.map((one) => one.id) },
    },
  )
}
