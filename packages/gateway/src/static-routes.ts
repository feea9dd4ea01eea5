import type { GatewaySource } from '@signalbox/core/gateway'
import type { StaticRoutes } from './gateway.ts'
import type { Following } from './served/follow.ts'

/**
 * Serves routes that do not change, for instance those of `compile`.
 *
 * @example
 * const { routes } = compile(api)
 * const gateway = createGateway({ source: staticRoutes(routes) })
 */
export const staticRoutes = (
  routes: StaticRoutes['routes'],
  more: Omit<StaticRoutes, 'routes'> = {},
): StaticRoutes => ({ routes, ...more })

/** Whether a source has routes that do not change. */
export const isStatic = (source: GatewaySource | StaticRoutes): source is StaticRoutes => 'routes' in source

/** Serves static routes from now on: there is nothing to follow. */
export function serveStatic(
  { routes }: StaticRoutes,
  { served, clock }: { served: { serve(routes: StaticRoutes['routes']): void }; clock: () => number },
): Following {
  served.serve(routes)
  const since = clock()
  return {
    ready: async () => {},
    state: 'fresh',
    since,
    get contact() {
      return clock()
    },
    isOutdated: () => false,
    applied: async () => {},
    close: async () => {},
  }
}
