import { createSessions } from '../access/sessions.ts'
import { collection } from '../machine/records/collection.ts'
import { bulkHandlers, crudHandlers, downloaded, patchHandler } from '../machine/records/handlers.ts'
import type { Handlers } from '../operation.ts'
import type { Passwords, Random, Report, Wait } from '../ports.ts'
import type { AccountPorts } from './accounts/account-ports.ts'
import { createAdmit } from './accounts/admit.ts'
import { createPasswordChecks } from './accounts/check-passwords.ts'
import { consumerSessions } from './accounts/consumer-sessions.ts'
import { linkHandlers } from './accounts/links.ts'
import { createNotices } from './accounts/notices.ts'
import type { ConsumerRules } from './accounts/options.ts'
import { createSignInWith } from './accounts/sign-in-with.ts'
import { createTokens } from './accounts/tokens.ts'
import { applications } from './application.ts'
import { type ApplicationIntent, createApplicationHooks } from './application-hooks.ts'
import type { applicationContract, developerContract } from './contract.ts'
import { developers, type StoredDeveloper, showDeveloper } from './developer.ts'
import { createDeveloperHooks, type DeveloperIntent } from './developer-hooks.ts'
import { type MineParts, mineHandlers } from './mine-handlers.ts'
import { leaving } from './teams/leaving.ts'
import { createTellTeam } from './teams/tell-team.ts'

/** The parts that consumers and their applications need. */
export interface DeveloperParts extends MineParts {
  readonly random: Random
  readonly passwords: Passwords
  readonly wait: Wait
  readonly report: Report
  /** How people become consumers. */
  readonly consumerRules: ConsumerRules
}

/** Creates the handlers of consumers and applications, and of what is the calling consumer's. */
export function developerHandlers(parts: DeveloperParts) {
  const { instance, random, passwords, wait, report, consumerRules } = parts
  const people = collection<typeof developers, DeveloperIntent>(developers, instance, {
    ...createDeveloperHooks({ ...instance, random, passwords }),
    remove: (removal) => leaving(instance, removal),
  })
  const owned = collection<typeof applications, ApplicationIntent>(
    applications,
    instance,
    createApplicationHooks(instance, random),
  )
  const sessions = createSessions({ ...instance, random, wait }, consumerSessions(instance.store))
  const ports: AccountPorts = {
    instance,
    random,
    rules: consumerRules,
    people,
    owned,
    sessions,
    tokens: createTokens({ ...instance, random }),
    checks: createPasswordChecks({ ...instance, random, passwords }),
    notices: createNotices(consumerRules, report),
  }

  const { deleteMany: _people, ...peopleCrud } = crudHandlers(people)
  const developerHandlers: Handlers<typeof developerContract> = {
    ...peopleCrud,
    ...patchHandler(people),
    ...linkHandlers(ports),
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
      mine: mineHandlers(ports, parts),
    },
    searched: [people, owned],
    /** Finds the consumer of a session. */
    find: sessions.find,
    admit: createAdmit(ports),
    signInWith: createSignInWith(ports),
    tellTeam: createTellTeam({ ...instance, notices: ports.notices, report }),
  }
}

async function* withoutHashes<L extends object>(lines: AsyncIterable<L>): AsyncGenerator<L> {
  for await (const line of lines) yield showDeveloper(line as unknown as StoredDeveloper) as L
}
