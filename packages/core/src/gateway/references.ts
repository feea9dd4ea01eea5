import type { Problem } from '../errors.ts'
import { problem } from '../errors.ts'
import { notValid } from '../not-valid.ts'
import { slotProblems } from '../plugins/check-slots.ts'
import type { ApiDefinition } from './api.ts'

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

/** The backends that an API takes from those stored for all: what its routes name and it has not itself (decisions 8.8). */
export function storedBackendsOf({ routes = [], backends }: ApiDefinition): readonly string[] {
  const local = idsOf(backends)
  const named = routes.flatMap(({ backend }) => (backend === undefined || local.has(backend) ? [] : [backend]))
  return [...new Set(named)]
}

/**
 * Refuses, all at once, ids that an API has twice, references that lead nowhere (decisions 8.2), and configurations that do not
 * fit their plugins. `stored` are the ids of the stored backends that are there.
 */
export function checkReferences(api: ApiDefinition, stored: ReadonlySet<string>): void {
  const fieldErrors: FieldErrors = { ...duplicates(api), ...dangling(api, stored), ...slotProblems(api.flows) }
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

function dangling({ routes = [], backends = [], ...api }: ApiDefinition, stored: ReadonlySet<string>): FieldErrors {
  const found: Record<string, Problem[]> = {}
  const flows = idsOf(api.flows)
  const clients = idsOf(api.clients_backend_config)
  const local = idsOf(backends)
  const check = (pointer: string, id: string | undefined, ...known: readonly ReadonlySet<string>[]) => {
    if (id !== undefined && !known.some((ids) => ids.has(id))) found[pointer] = [problem('error.reference', id)]
  }
  for (const [i, { backend, flow_ref }] of routes.entries()) {
    check(`/routes/${i}/backend`, backend, local, stored)
    check(`/routes/${i}/flow_ref`, flow_ref, flows)
  }
  for (const [i, { client }] of backends.entries()) check(`/backends/${i}/client`, client, clients)
  return found
}
