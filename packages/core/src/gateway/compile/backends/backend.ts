import type { Problem } from '../../../machine/errors/errors.ts'
import { validationProblems } from '../../../machine/schema/validate.ts'
import type { ApiDefinition } from '../../apis/api.ts'
import { clientDefaults, DEFAULT_CLIENT } from '../../apis/defaults.ts'
import { type ApiBackend, backendSettings, clientSettings, type StoredBackend } from '../../backends/backend.ts'
import { problemsOfBackend } from '../../backends/backend-rules.ts'
import type { CompiledBackend, Refusal } from '../compiled-route.ts'
import { misconfigured } from '../frontend.ts'
import { placesById } from '../places.ts'
import { below, type Warn } from '../warnings.ts'
import { outlierDefaults } from './backend-defaults.ts'
import { compileBalancing } from './balancing.ts'
import { compileHealthCheck } from './health-check.ts'
import { tlsDefaults, toTarget, warnOfTargets } from './targets.ts'

/** Backends that all APIs can use, by id. */
export type StoredBackends = ReadonlyMap<string, StoredBackend>

/** A compiled backend, and the reason to refuse requests if part of it could not be compiled. */
export interface FoundBackend {
  readonly backend: CompiledBackend
  readonly refusal?: Refusal
}

/** Finds a backend by id; `undefined` for an unknown id. `warn` reports at the place that names the id. */
export type FindBackend = (id: string, warn: Warn) => FoundBackend | undefined

/**
 * Step 2: compiles the backends that routes and plugins name, with client settings and all defaults filled in.
 * A backend of the API takes precedence over a stored one with the same id. An invalid backend gets a refusal: its
 * requests must neither fall through to another route nor reach an unintended server.
 */
export function backendsOf(
  { id: api, definition }: { readonly id: string; readonly definition: ApiDefinition },
  stored: StoredBackends,
  warn: Warn,
): FindBackend {
  const { backends = [] } = definition
  const places = placesById(backends, below(warn, '/backends'))
  const clientOf = clientsOf(definition, warn)
  const known = new Map<string, FoundBackend>()

  function compile(ref: string, found: Pick<ApiBackend, 'backend' | 'client'>, warnBackend: Warn): FoundBackend {
    const isStored = !places.has(ref)
    const source = { ref, ...(isStored && { stored: true }) }
    const problems = { ...validationProblems(backendSettings, found.backend ?? {}), ...problemsOfBackend(found) }
    if (Object.keys(problems).length > 0) {
      const message = warnBackend('/backend', 'backend.invalid', placesOf(problems))
      return { backend: { ...source, ...nowhere }, refusal: misconfigured(message) }
    }
    const { targets = [], client: replaced, load_balancing, ...settings } = found.backend ?? {}
    warnOfTargets(targets, below(warnBackend, '/backend/targets'))
    if (replaced !== undefined) warnBackend('/backend/client', 'backend.client.replaced')
    const tls = [settings.tls_config, ...targets.map(({ tls_config }) => tls_config)]
    if (tls.some((config) => config?.verify === false)) warnBackend('/backend', 'backend.tls.unverified')
    return {
      backend: {
        ...source,
        ...toSettings(settings, below(warnBackend, '/backend')),
        targets: targets.map(toTarget),
        load_balancing: compileBalancing(
          load_balancing,
          `${isStored ? '' : api}/${ref}`,
          below(warnBackend, '/backend'),
        ),
        client: clientOf(found.client, warnBackend),
      },
    }
  }

  function find(id: string, warnRoute: Warn): FoundBackend | undefined {
    const place = places.get(id)
    if (place !== undefined) return compile(id, backends[place]!, below(warn, `/backends/${place}`))
    const shared = stored.get(id)
    return shared && compile(id, shared, (_, code, ...args) => warnRoute('', 'backend.stored', id, code, ...args))
  }

  return (id, warnRoute) => {
    const found = known.get(id) ?? find(id, warnRoute)
    if (found) known.set(id, found)
    return found
  }
}

/** A backend without targets, for routes that forward nothing. */
export const nowhere: CompiledBackend = {
  root: '',
  rewrite: false,
  targets: [],
  load_balancing: { type: 'RoundRobin' },
  client: clientDefaults,
}

type Settings = NonNullable<ApiBackend['backend']>

/**
 * Fills in the settings of a backend. Health checks, ejection and TLS stay absent if they were not sent. Unknown settings
 * are kept, except those named like the members that say where the backend comes from and who may read it.
 */
const toSettings = (
  { root = '', rewrite = false, health_check, outlier, tls_config, ref, stored, hidden, ...others }: Settings,
  warn: Warn,
) => ({
  root,
  rewrite,
  ...others,
  ...(health_check && { health_check: compileHealthCheck(health_check, below(warn, '/health_check')) }),
  ...(outlier && { outlier: { ...outlierDefaults, ...outlier } }),
  ...(tls_config && { tls_config: { ...tlsDefaults, ...tls_config } }),
})

/** The JSON pointers of problems as text, at most five. */
export const placesOf = (problems: Readonly<Record<string, readonly Problem[]>>): string =>
  Object.keys(problems)
    .slice(0, 5)
    .map((pointer) => pointer || 'the whole value')
    .join(', ')

function clientsOf({ clients_backend_config: clients = [] }: ApiDefinition, warn: Warn) {
  const places = placesById(clients, below(warn, '/clients_backend_config'))
  return (id: string | undefined, warnBackend: Warn): CompiledBackend['client'] => {
    const place = places.get(id ?? DEFAULT_CLIENT)
    if (place === undefined) {
      if (id !== undefined) warnBackend('/client', 'client.missing', id)
      return clientDefaults
    }
    const sent = clients[place]!.client ?? {}
    const problems = validationProblems(clientSettings, sent)
    if (Object.keys(problems).length === 0) return { ...clientDefaults, ...sent }
    warn(`/clients_backend_config/${place}/client`, 'client.invalid', clients[place]!.id, placesOf(problems))
    return clientDefaults
  }
}
