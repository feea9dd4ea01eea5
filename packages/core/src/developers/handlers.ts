import { originOf } from '../machine/callers/origin.ts'
import type { EventDraft } from '../machine/log/event.ts'
import { collection } from '../machine/records/collection.ts'
import { withSchemaDefaults } from '../machine/records/defaults.ts'
import { bulkHandlers, crudHandlers, downloaded, patchHandler } from '../machine/records/handlers.ts'
import type { Instance, Removal, Removed } from '../machine/records/hooks.ts'
import { localTimestamp } from '../machine/time/time.ts'
import type { CallContext, Handlers } from '../operation.ts'
import type { Passwords, Random } from '../ports.ts'
import { applicationSchema, applications, type StoredApplication, showApplication } from './application.ts'
import { type ApplicationIntent, createApplicationHooks } from './application-hooks.ts'
import type { applicationContract, developerContract } from './contract.ts'
import { type Developer, developers, type StoredDeveloper, showDeveloper } from './developer.ts'
import { createDeveloperHooks, type DeveloperIntent } from './developer-hooks.ts'
import { freedEmail } from './emails.ts'
import { gateOf, loadApplicationsOf, membershipChanges, putApplication } from './membership.ts'
import { mineHandlers } from './mine-handlers.ts'
import type { TryingParts } from './mine-try.ts'

/** The parts that consumers and their applications need. */
export interface DeveloperParts extends TryingParts {
  readonly instance: Instance
  readonly random: Random
  readonly passwords: Passwords
}

/** Creates the handlers of consumers and applications, and of what is the calling consumer's. */
export function developerHandlers(parts: DeveloperParts) {
  const { instance, random, passwords } = parts
  const people = collection<typeof developers, DeveloperIntent>(developers, instance, {
    ...createDeveloperHooks({ ...instance, random, passwords }),
    remove: (removal) => leaving(instance, removal),
  })
  const owned = collection<typeof applications, ApplicationIntent>(
    applications,
    instance,
    createApplicationHooks(instance, random),
  )

  const { deleteMany: _people, ...peopleCrud } = crudHandlers(people)
  const developerHandlers: Handlers<typeof developerContract> = {
    ...peopleCrud,
    ...patchHandler(people),
    /** Hashes of passwords are for restores by admins. */
    async export({ pattern, fields }, call) {
      const lines = people.exportLines(pattern, call)
      return downloaded(people.resource, call.caller.isAdmin ? lines : withoutHashes(lines), fields)
    },
    import: ({ body, ...options }, call) =>
      people.importAll(body, options, { call, intent: () => ({ claimed: new Map() }) }),
  }

  const { deleteMany: _owned, ...ownedCrud } = crudHandlers(owned)
  const applicationHandlers: Handlers<typeof applicationContract> = {
    ...ownedCrud,
    ...patchHandler(owned),
    ...bulkHandlers(owned),
    delete: ({ id, force }, call) => owned.remove(id, { call, intent: { force } }),
  }

  return {
    handlers: {
      developers: developerHandlers,
      applications: applicationHandlers,
      mine: mineHandlers(parts),
    },
    searched: [people, owned],
  }
}

/** What goes with a deleted consumer: its address is free again, and its applications lose a member. */
async function leaving(instance: Instance, { record, call }: Removal<Developer, DeveloperIntent>): Promise<Removed> {
  const { store } = instance
  const { id, email } = record as StoredDeveloper
  const gate = await gateOf(store, id)
  const found = await loadApplicationsOf(store, id)
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

/** The event of an application that loses a member with a deleted consumer. */
function updatedEvent(
  { clock, zone }: Instance,
  { next, was, call }: { next: StoredApplication; was: StoredApplication; call: CallContext },
): EventDraft {
  const shown = (one: StoredApplication) => showApplication(withSchemaDefaults(applicationSchema, one))
  return {
    type: 'APPLICATION_UPDATED',
    key: next.id,
    domain: applications.domain,
    payload: shown(next),
    oldValue: shown(was),
    timestamp: localTimestamp(clock(), zone),
    ...originOf(call),
  }
}

async function* withoutHashes<L extends object>(lines: AsyncIterable<L>): AsyncGenerator<L> {
  for await (const line of lines) yield showDeveloper(line as unknown as StoredDeveloper) as L
}
