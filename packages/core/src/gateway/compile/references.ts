import type { PluginCatalog } from '../../plugins/create-catalog.ts'
import type { Reads } from '../../ports.ts'
import { type ApiDefinition, apis } from '../apis/api.ts'
import { storedBackendsOf } from '../apis/references.ts'
import { backends, type StoredBackend } from '../backends/backend.ts'
import { loadDefinition, loadIndex } from '../deployments/deployments.ts'
import { findDraft } from '../drafts/drafts.ts'
import type { GatewayInstance } from '../instance.ts'
import type { CompileReferences } from './compile.ts'
import { type OtherApis, successorsOf } from './lifecycle.ts'

/** The definitions that are compiled instead of an API itself. */
export type LoadedDefinitions = Pick<CompileReferences, 'live' | 'deployment' | 'draft'>

/** Loads what the newest deployment of an API serves, and its draft, secrets included. */
export async function loadDefinitions(store: Reads, id: string): Promise<LoadedDefinitions> {
  const [{ index }, found] = await Promise.all([loadIndex(store, id), findDraft(store, id)])
  const [newest] = index.entries
  const live = newest && (await loadDefinition(store, newest))
  const draft = found?.draft.api
  return { ...(live && { live, deployment: newest.id }), ...(draft && { draft }) }
}

/** The stored backends that an API uses: as it is served, and in its draft. */
export const backendsNamed = (api: ApiDefinition, { live, draft }: LoadedDefinitions, catalog: PluginCatalog) =>
  new Set([live ?? api, draft ?? api].flatMap((one) => storedBackendsOf(one, catalog)))

/**
 * Creates a function that loads everything `compile` needs for an API, secrets included. Each stored backend is read
 * once.
 */
export function referenceLoader({ store, catalog }: Pick<GatewayInstance, 'store' | 'catalog'>) {
  const known = new Map<string, Promise<StoredBackend | undefined>>()

  function findBackend(id: string): Promise<StoredBackend | undefined> {
    const found = known.get(id) ?? store.get(backends.plural, id).then((entry) => entry?.value as StoredBackend)
    known.set(id, found)
    return found
  }

  async function findSuccessors(api: ApiDefinition): Promise<OtherApis> {
    const found = new Map<string, { api: ApiDefinition; live?: ApiDefinition }>()
    for (const id of successorsOf(api)) {
      const other = (await store.get(apis.plural, id))?.value as ApiDefinition | undefined
      if (other) found.set(id, { api: other, ...(await loadDefinitions(store, id)) })
    }
    return found
  }

  return async (api: ApiDefinition): Promise<CompileReferences> => {
    const definitions = await loadDefinitions(store, api.id as string)
    const stored = new Map<string, StoredBackend>()
    for (const one of backendsNamed(api, definitions, catalog)) {
      const backend = await findBackend(one)
      if (backend) stored.set(one, backend)
    }
    return { ...definitions, backends: stored, apis: await findSuccessors(api) }
  }
}
