import type { Problem } from '../errors.ts'
import { problem } from '../errors.ts'
import { notValid } from '../not-valid.ts'
import type { PluginCatalog } from '../plugins/create-catalog.ts'
import type { Referred } from '../plugins/references-of.ts'
import { referencesOf } from '../plugins/references-of.ts'
import type { ApiDefinition } from './api.ts'
import { problemsOfBackend } from './backend-rules.ts'
import { problemsOfFrontends } from './frontend-rules.ts'
import { slotProblems } from './slot-problems.ts'

type FieldErrors = Readonly<Record<string, readonly Problem[]>>

/** The lists of an API whose items have ids, and where they are. */
const listsOf = (api: ApiDefinition): Readonly<Record<string, readonly { readonly id: string }[]>> => ({
  '/routes': api.routes ?? [],
  '/backends': api.backends ?? [],
  '/flows': api.flows ?? [],
  '/clients_backend_config': api.clients_backend_config ?? [],
  '/documentation/plans': api.documentation?.plans ?? [],
  '/clients': api.clients ?? [],
})

const idsOf = (list: readonly { readonly id: string }[] = []): ReadonlySet<string> => new Set(list.map(({ id }) => id))

/** What the configurations in the slots of an API refer to, and where; pointers are into the API. */
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

/** The backends that an API takes from those stored for all: what its routes and plugins name and it has not itself. */
export function storedBackendsOf(api: ApiDefinition, catalog: PluginCatalog): readonly string[] {
  const local = idsOf(api.backends)
  const ofRoutes = (api.routes ?? []).flatMap(({ backend }) => backend ?? [])
  const ofSlots = slotReferences(api, catalog).flatMap(({ to, id }) => (to === 'backend' ? [id] : []))
  return [...new Set([...ofRoutes, ...ofSlots])].filter((id) => !local.has(id))
}

/**
 * Refuses, all at once, ids that an API has twice, references that lead nowhere, and what its schema cannot say of paths, backends
 * and configurations of plugins. `usable` are the ids of the stored backends that it may name.
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

/** Backends whose targets all have the weight 0. */
const idle = ({ backends = [] }: ApiDefinition): FieldErrors =>
  Object.fromEntries(
    backends.flatMap((backend, i) =>
      Object.entries(problemsOfBackend(backend)).map(([pointer, found]) => [`/backends/${i}${pointer}`, found]),
    ),
  )
