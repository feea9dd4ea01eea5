import type { CompiledRoute, ErrorTemplate, GatewaySource, GatewayUnit } from '@signalbox/core/gateway'

import type { Following } from './follow.ts'

/** Routes that do not change. */
export interface StaticRoutes {
  readonly routes: readonly CompiledRoute[]
  /** Error templates by id. @default none */
  readonly templates?: ReadonlyMap<string, ErrorTemplate>
  /** The credentials and subscriptions of consumers, and the APIs that they belong to. @default nobody */
  readonly consumers?: readonly GatewayUnit[]
  /** OpenAPI documents as JSON texts, by API and SHA-256. @default none */
  readonly documents?: Readonly<Record<string, Readonly<Record<string, string>>>>
}

/**
 * Serves routes that do not change, for instance the result of `compile`.
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
