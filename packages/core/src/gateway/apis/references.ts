import { type Problem, problem } from '../../machine/errors/errors.ts'
import { notValid } from '../../machine/errors/not-valid.ts'
import type { PluginCatalog } from '../../plugins/create-catalog.ts'
import { type Referred, referencesOf } from '../../plugins/references-of.ts'
import { problemsOfBackend } from '../backends/backend-rules.ts'
import { slotProblems } from '../flows/slot-problems.ts'
import { problemsOfFrontends } from '../routes/frontend-rules.ts'
import type { ApiDefinition } from './api.ts'
import { type AudienceReference, audienceReferences } from './audiences-of.ts'

type FieldErrors = Readonly<Record<string, readonly Problem[]>>

/** The lists of an API whose items have ids, by JSON pointer. */
const listsOf = (api: ApiDefinition): Readonly<Record<string, readonly { readonly id: string }[]>> => ({
  '/routes': api.routes ?? [],
  '/backends': api.backends ?? [],
  '/flows': api.flows ?? [],
  '/clients_backend_config': api.clients_backend_config ?? [],
  '/documentation/plans': api.documentation?.plans ?? [],
  '/clients': api.clients ?? [],
})

const idsOf = (list: readonly { readonly id: string }[] = []): ReadonlySet<string> => new Set(list.map(({ id }) => id))

/** The references in the plugin configurations of an API, with JSON pointers into the API. */
export function slotReferences({ flows = [] }: ApiDefinition, catalog: PluginCatalog): readonly Referred[] {
  return flows.flatMap(({ plugins }, i) =>
    (plugins?.slots ?? []).flatMap(({ plugin: id, config }, j) => {
      const plugin = catalog.find(id)
      if (!plugin || config === undefined) return []
      const at = `/flows/${i}/plugins/slots/${j}/config`
      return referencesOf(plugin, config).map((one) => ({ ...one, pointer: at + one.pointer }))
    }),
  )
}

/** What an API refers to by id: in the configurations of its plugins, and in its audiences. */
export const referencesIn = (api: ApiDefinition, catalog: PluginCatalog): readonly (Referred | AudienceReference)[] => [
  ...slotReferences(api, catalog),
  ...audienceReferences(api),
]

/** The stored backends that an API uses: those its routes and plugins name that are not its own. */
export function storedBackendsOf(api: ApiDefinition, catalog: PluginCatalog): readonly string[] {
  const local = idsOf(api.backends)
  const ofRoutes = (api.routes ?? []).flatMap(({ backend }) => backend ?? [])
  const ofSlots = slotReferences(api, catalog).flatMap(({ to, id }) => (to === 'backend' ? [id] : []))
  return [...new Set([...ofRoutes, ...ofSlots])].filter((id) => !local.has(id))
}

/**
 * Throws INVALID, with all problems at once: duplicate ids, unresolved references, and invalid paths, backends and
 * plugin configurations. `usable` are the ids of stored backends that the API may name.
 */
export function checkReferences(
  api: ApiDefinition,
  { usable, catalog }: { usable: ReadonlySet<string>; catalog: PluginCatalog },
): void {
  const fieldErrors: FieldErrors = {
    ...duplicates(api),
    ...dangling(api, { usable, catalog }),
    ...problemsOfFrontends(api),
    ...idle(api),
    ...slotProblems(api.flows, catalog),
  }
  if (Object.keys(fieldErrors).length > 0) throw notValid(`API ${api.id}`, { fieldErrors })
}

function duplicates(api: ApiDefinition): FieldErrors {
  const found: Record<string, Problem[]> = {}
  for (const [pointer, list] of Object.entries(listsOf(api))) {
    const seen = new Set<string>()
    for (const [i, { id }] of list.entries()) {
      if (seen.has(id)) found[`${pointer}/${i}/id`] = [problem('error.id.duplicate', id)]
      seen.add(id)
    }
  }
  return found
}

function dangling(
  api: ApiDefinition,
  { usable, catalog }: { usable: ReadonlySet<string>; catalog: PluginCatalog },
): FieldErrors {
  const { routes = [], backends = [] } = api
  const found: Record<string, Problem[]> = {}
  const flows = idsOf(api.flows)
  const clients = idsOf(api.clients_backend_config)
  const plans = idsOf(api.documentation?.plans)
  const local = idsOf(backends)
  const check = (pointer: string, id: string | undefined, ...known: readonly ReadonlySet<string>[]) => {
    if (id !== undefined && !known.some((ids) => ids.has(id))) found[pointer] = [problem('error.reference', id)]
  }
  for (const [i, { backend, flow_ref }] of routes.entries()) {
    check(`/routes/${i}/backend`, backend, local, usable)
    check(`/routes/${i}/flow_ref`, flow_ref, flows)
  }
  for (const [i, { client }] of backends.entries()) check(`/backends/${i}/client`, client, clients)
  for (const { to, id, pointer } of slotReferences(api, catalog)) {
    if (to === 'backend') check(pointer, id, local, usable)
    if (to === 'plan') check(pointer, id, plans)
  }
  return found
}

/** Problems of the API's own backends, such as targets that all have weight 0. */
const idle = ({ backends = [] }: ApiDefinition): FieldErrors =>
  Object.fromEntries(
    backends.flatMap((backend, i) =>
      Object.entries(problemsOfBackend(backend)).map(([pointer, found]) => [`/backends/${i}${pointer}`, found]),
    ),
  )
