import type { Secrets } from '../../records/secrets.ts'
import type { Compiled, CompiledBackend, CompiledRoute } from './compiled-route.ts'

/** What a caller sees of routes and warnings. */
export interface Shown {
  readonly route: (route: CompiledRoute) => CompiledRoute
  readonly warnings: (warnings: Compiled['warnings']) => Compiled['warnings']
}

/** The embedding program sees everything. */
export const everything: Shown = { route: (route) => route, warnings: (warnings) => warnings }

/**
 * Routes as other callers see them: every secret masked, and of stored backends that the caller may not read nothing but their
 * ids. What was said of those is left out, too.
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
