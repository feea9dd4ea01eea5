import type { Secrets } from '../../machine/records/secrets/secrets.ts'
import type { Compiled, CompiledBackend, CompiledRoute } from './compiled-route.ts'

/** How routes and warnings are shown to a caller. */
export interface Shown {
  readonly route: (route: CompiledRoute) => CompiledRoute
  readonly warnings: (warnings: Compiled['warnings']) => Compiled['warnings']
}

/** Shows everything; for the embedding program. */
export const everything: Shown = { route: (route) => route, warnings: (warnings) => warnings }

/**
 * Shows routes to other callers: secrets are masked. Stored backends that the caller may not read are reduced to their
 * ids, and warnings about them are dropped.
 */
export function toShown(secrets: Secrets<CompiledRoute>, mayRead: (backend: string) => boolean): Shown {
  const isHidden = ({ stored, ref }: CompiledBackend) => stored === true && ref !== undefined && !mayRead(ref)
  const hide = (backend: CompiledBackend): CompiledBackend => {
    const { ref, stored } = backend
    return isHidden(backend)
      ? { ...(ref !== undefined && { ref }), ...(stored && { stored }), hidden: true, targets: [], client: {} }
      : backend
  }
  const ofRoute = (route: CompiledRoute): CompiledRoute => ({
    ...route,
    backend: hide(route.backend),
    plugins: route.plugins.map(({ backends, ...slot }) => ({
      ...slot,
      ...(backends && { backends: Object.fromEntries(Object.entries(backends).map(([id, one]) => [id, hide(one)])) }),
    })),
  })
  return {
    route: (route) => secrets.mask(ofRoute(route)),
    warnings: (warnings) => warnings.filter(({ backend }) => backend === undefined || mayRead(backend)),
  }
}
