import type { PluginCatalog } from '../../plugins/create-catalog.ts'
import type { NamedKind, NamedRecord } from '../../uses/api-uses.ts'
import type { ApiDefinition } from '../apis/api.ts'
import { referencesIn, storedBackendsOf } from '../apis/references.ts'

/**
 * The stored records that an API names, each once: the ids of stored backends, and `<kind>/<id>` for the features,
 * segments, experiments and workflows that its plugins and audiences name.
 */
export function namedRecordsOf(api: ApiDefinition, catalog: PluginCatalog): readonly string[] {
  const others = referencesIn(api, catalog).flatMap(({ to, id }) =>
    // The ids of other kinds are checked where they exist; a slash would end the id in keys of uses.
    to === 'backend' || to === 'plan' || id.includes('/') ? [] : [`${to}/${id}`],
  )
  return [...storedBackendsOf(api, catalog), ...new Set(others)]
}

/** The record of a name of `namedRecordsOf`. */
export function toNamed(name: string): NamedRecord {
  const slash = name.indexOf('/')
  return slash < 0
    ? { kind: 'backend', id: name }
    : { kind: name.slice(0, slash) as NamedKind, id: name.slice(slash + 1) }
}
