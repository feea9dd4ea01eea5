import type { ApiDefinition } from '../api.ts'
import type { ApiBackend, StoredBackend } from '../backend.ts'
import { DEFAULT_CLIENT } from '../defaults.ts'
import type { CompiledBackend } from './compiled-route.ts'
import type { Warn } from './warn.ts'
import { below, placesById } from './warn.ts'

/** Backends stored for all APIs, by id. */
export type StoredBackends = ReadonlyMap<string, StoredBackend>

/** Finds what an id stands for; `warn` is for the place that names it. */
type FindBackend = (id: string | undefined, warn: Warn) => CompiledBackend

/**
 * Step 2 (decisions 8.8): what routes name as their backend, a local one before a stored one, with the settings of its
 * client. A route whose backend is not there still takes its requests, and has no target to send them to: they must not
 * fall through to another route.
 */
export function backendsOf(definition: ApiDefinition, stored: StoredBackends, warn: Warn): FindBackend {
  const { backends = [] } = definition
  const places = placesById(backends, below(warn, '/backends'))
  const clientOf = clientsOf(definition, warn)
  const known = new Map<string, CompiledBackend>()

  const compile = (found: Pick<ApiBackend, 'backend' | 'client'>, warnBackend: Warn): CompiledBackend => {
    const { targets = [], client: replaced, ...settings } = found.backend ?? {}
    if (targets.length === 0) warnBackend('/backend/targets', 'The backend has no target: no request is answered')
    if (replaced !== undefined)
      warnBackend(
        '/backend/client',
        'This is replaced by the settings of the client: put them into clients_backend_config',
      )
    return { targets, ...settings, client: clientOf(found.client, warnBackend) }
  }

  function find(id: string, warnRoute: Warn): CompiledBackend | undefined {
    const place = places.get(id)
    if (place !== undefined) return compile(backends[place]!, below(warn, `/backends/${place}`))
    const shared = stored.get(id)
    if (shared) return compile(shared, (_, message) => warnRoute('', `Of the stored backend ${id}: ${message}`))
    return undefined
  }

  return (id, warnRoute) => {
    if (id === undefined) {
      warnRoute('', 'The route names no backend: unless a plugin answers, no request is answered')
      return nowhere
    }
    const backend = known.get(id) ?? find(id, warnRoute)
    if (backend) {
      known.set(id, backend)
      return backend
    }
    warnRoute('', `There is no backend ${id}, neither of the API nor stored: no request is answered`)
    return nowhere
  }
}

/** The backend of a route that sends nothing on. */
export const nowhere: CompiledBackend = { targets: [], client: {} }

function clientsOf({ clients_backend_config: clients = [] }: ApiDefinition, warn: Warn) {
  const places = placesById(clients, below(warn, '/clients_backend_config'))
  return (id: string | undefined, warnBackend: Warn): CompiledBackend['client'] => {
    const place = places.get(id ?? DEFAULT_CLIENT)
    if (place !== undefined) return clients[place]!.client ?? {}
    if (id !== undefined) warnBackend('/client', `There is no client ${id} in clients_backend_config: defaults apply`)
    return {}
  }
}
