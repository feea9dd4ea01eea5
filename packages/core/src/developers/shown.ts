import { withSchemaDefaults } from '../machine/records/defaults.ts'
import type { Reads } from '../ports.ts'
import type { StoredApplication } from './application.ts'
import { findDeveloper } from './consumer.ts'
import { developerSchema, type StoredDeveloper, showDeveloper } from './developer.ts'
import type { Consumer, OwnApplication } from './mine.ts'

/** A consumer without what only the people of an API see. */
export function showConsumer(developer: StoredDeveloper): Consumer {
  const { tags: _tags, metadata: _metadata, ...shown } = showDeveloper(withSchemaDefaults(developerSchema, developer))
  return { ...shown, id: developer.id }
}

/** An application as its members see it. Members who were deleted meanwhile are shown by id. */
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
