import { notFound } from '../machine/errors/errors.ts'
import { withSchemaDefaults } from '../machine/records/defaults.ts'
import type { Handlers } from '../operation.ts'
import type { Reads } from '../ports.ts'
import type { StoredApplication } from './application.ts'
import { consumerId, findConsumer, findDeveloper, loadOwnApplication } from './consumer.ts'
import { developerSchema, developers, type StoredDeveloper, showDeveloper } from './developer.ts'
import { loadApplicationsOf } from './membership.ts'
import type { Consumer, mineContract, OwnApplication } from './mine.ts'
import { createTrying, type TryingParts } from './mine-try.ts'

/** A consumer without what only the people of an API see. */
export function showConsumer(developer: StoredDeveloper): Consumer {
  const { tags: _tags, metadata: _metadata, ...shown } = showDeveloper(withSchemaDefaults(developerSchema, developer))
  return { ...shown, id: developer.id }
}

/** An application as its members see it. Whoever is deleted meanwhile is shown by id. */
export async function showOwnApplication(
  store: Reads,
  { id, name, description = '', members }: StoredApplication,
): Promise<OwnApplication> {
  const found = await Promise.all(members.map(({ developer }) => findDeveloper(store, developer)))
  return {
    id,
    name,
    description,
    members: members.map((one, i) => ({ ...one, name: found[i]?.record.name ?? one.developer })),
  }
}

/** Creates the handlers of what is the calling consumer's. */
export function mineHandlers(parts: TryingParts): Handlers<typeof mineContract> {
  const { store } = parts.instance
  const trying = createTrying(parts)
  return {
    async get(_input, call) {
      const found = await findConsumer(store, call)
      if (!found) throw notFound(developers.name, consumerId(call))
      return showConsumer(found.record)
    },
    try: ({ body }, call) => trying(body, call),
    applications: {
      async list(_input, call) {
        await findConsumer(store, call)
        const found = await loadApplicationsOf(store, consumerId(call))
        const results = await Promise.all(found.map(({ record }) => showOwnApplication(store, record)))
        return { results: results.sort((a, b) => compareTexts(a.name, b.name) || compareTexts(a.id, b.id)) }
      },
      async get({ id }, call) {
        return showOwnApplication(store, (await loadOwnApplication(store, id, { call })).record)
      },
    },
  }
}

const compareTexts = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
