import { allowanceBits } from '@signalbox/core/gateway'
import type { ExchangeState } from '../exchange/exchange-state.ts'
import type { RoutePlan } from '../exchange/route-plan.ts'
import type { Refused } from '../plugin-api/refused.ts'
import type { Found, Router } from '../router/router.ts'

/**
 * Finds the route of a request, or why there is none. A path with empty segments is first looked up as it is, among the
 * routes that allow that, and then with single slashes.
 */
export function findRoute(router: Router<RoutePlan>, state: ExchangeState): Found<RoutePlan> | Refused {
  const { keptPath, path, needs } = state
  if (keptPath !== undefined) {
    state.path = keptPath
    state.needs = needs | allowanceBits['empty-segments']
    const found = router.find(state)
    if (found) return found
    state.path = path
    state.needs = needs
  }
  const found = router.find(state)
  if (found) return found
  if (needs !== 0) return { refuse: 'errors.request.path.invalid' }
  const allowed = router.allowed(state)
  if (allowed.length === 0) return { refuse: 'errors.service.not.found' }
  return { refuse: 'errors.method.not.allowed', headers: ['Allow', allowed.join(', ')] }
}

/** The route of the request that a CORS preflight asks about (Fetch standard); `undefined` if it is no preflight. */
export function findPreflightRoute(router: Router<RoutePlan>, state: ExchangeState): Found<RoutePlan> | undefined {
  const { host, port, path, needs, method } = state
  const asked = state.headerValue('access-control-request-method')
  if (method !== 'OPTIONS' || asked === undefined || state.headerValue('origin') === undefined) return undefined
  return router.find({
    ...{ host, port, path, needs, method: asked },
    headerValue: (name) => state.headerValue(name),
    queryValue: (name) => state.queryValue(name),
  })
}
